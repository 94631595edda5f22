import { defineQueueWorker, type EventRecord, serveQueueWorker } from '../../lib/platform/events/index.ts';
import { type CoreDeps, coreDeps } from '../../lib/platform/runtime/index.ts';
import { checkAgain, checkTimer, heardEvents, notify } from '../../lib/reactions/notifications/index.ts';

/** Creates the notifications that events trigger, and checks again where a trigger waits. */
export const worker = defineQueueWorker<CoreDeps>({
  name: 'make-notifications',
  consumes: [...heardEvents, checkTimer.fired],
  batchingSeconds: 1,
  timeoutSeconds: 30,
  // 10 to 14 events an order are up to 790 a second at five times the mean of a million orders a day. A batch of ten takes
  // a tenth to a quarter of a second: 20 at once handle 800 a second at the least.
  maxConcurrency: 20,
  uses: { table: 'readWrite' },
  failureImpact: 'Customers and teams are not notified.',
  handle: (deps: CoreDeps, event: EventRecord) =>
    event.name === checkTimer.fired.name ? checkAgain(deps, event) : notify(deps, event),
});

export const handler = serveQueueWorker(worker, coreDeps);
