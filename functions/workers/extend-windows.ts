import { extendRecurrence, horizonTimer } from '../../lib/ordering/windows/index.ts';
import { defineQueueWorker, serveQueueWorker } from '../../lib/platform/events/index.ts';
import { type CoreDeps, coreDeps } from '../../lib/platform/runtime/index.ts';

/** Extends the days of recurring delivery windows further ahead, twice a year each. */
export const worker = defineQueueWorker<CoreDeps>({
  name: 'extend-windows',
  consumes: [horizonTimer.fired],
  maxConcurrency: 2,
  timeoutSeconds: 30,
  uses: { table: 'readWrite' },
  failureImpact: 'Recurring delivery windows end a year ahead.',
  handle: extendRecurrence,
});

export const handler = serveQueueWorker(worker, coreDeps);
