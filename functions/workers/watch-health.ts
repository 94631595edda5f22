import { healthTimer, watchHealth } from '../../lib/fulfilment/health/index.ts';
import { deliveryEvents, healthChanged, jobUpdated } from '../../lib/fulfilment/jobs/index.ts';
import { defineQueueWorker, serveQueueWorker } from '../../lib/platform/events/index.ts';
import { type CoreDeps, coreDeps } from '../../lib/platform/runtime/index.ts';

/** Looks at the health of deliveries when no event occurs, and ends flags that events left behind. */
export const worker = defineQueueWorker<CoreDeps>({
  name: 'watch-health',
  consumes: [...Object.values(deliveryEvents), jobUpdated, healthChanged, healthTimer.fired],
  batchingSeconds: 2,
  timeoutSeconds: 30,
  maxConcurrency: 15,
  uses: { table: 'readWrite' },
  failureImpact: 'Deliveries that are late, stuck or silent are not shown as such, and nobody is notified.',
  handle: watchHealth,
});

export const handler = serveQueueWorker(worker, coreDeps);
