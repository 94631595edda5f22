import { defineQueueWorker, type EventRecord, serveQueueWorker } from '../../lib/platform/events/index.ts';
import { type CoreDeps, coreDeps } from '../../lib/platform/runtime/index.ts';
import { fireTimer, timerArmed } from '../../lib/platform/timers/index.ts';

/**
 * Fires due timers: `start-timer` sends those that are due soon, the timer machine the rest. However many are due at
 * nine o'clock, this function uses no more invocations than this.
 */
const AT_ONCE = 50;

export const worker = defineQueueWorker<CoreDeps>({
  name: 'fire-timer',
  consumes: [],
  timeoutSeconds: 30,
  maxConcurrency: AT_ONCE,
  reservedConcurrency: AT_ONCE,
  uses: { table: 'readWrite' },
  failureImpact: 'Timers fire late, when the sweeper finds them.',
  async handle(deps: CoreDeps, event: EventRecord) {
    const { timerId, generation } = timerArmed.parse(event).data;
    await fireTimer(deps, { organizationId: event.organizationId, timerId, generation });
  },
});

export const handler = serveQueueWorker(worker, coreDeps);
