import { contactRegained, timingUpdated } from '../../lib/deliveries/index.ts';
import { defineQueueWorker, serveQueueWorker } from '../../lib/events/index.ts';
import { healthChanged, healthTimer, watchHealth } from '../../lib/health/index.ts';
import { deliveryEvents, jobUpdated } from '../../lib/jobs/index.ts';
import { type CoreDeps, coreDeps } from '../../lib/runtime/index.ts';

/** Updates the health of deliveries: after events, and with timers where none occur. */
export const worker = defineQueueWorker<CoreDeps>({
  name: 'watch-health',
  consumes: [
    ...Object.values(deliveryEvents),
    timingUpdated,
    contactRegained,
    jobUpdated,
    healthChanged,
    healthTimer.fired,
  ],
  timeoutSeconds: 30,
  maxConcurrency: 10,
  uses: { table: 'readWrite' },
  failureImpact: 'Deliveries that are late, stuck or silent are not shown as such, and nobody is notified.',
  handle: watchHealth,
});

export const handler = serveQueueWorker(worker, coreDeps);
