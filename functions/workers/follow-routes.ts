import { defineQueueWorker, serveQueueWorker } from '../../lib/events/index.ts';
import { followDeliveries, ROUTE_FOLLOWS } from '../../lib/routes/index.ts';
import { type CoreDeps, coreDeps } from '../../lib/runtime/index.ts';

/** Brings routes into step with what providers report of their deliveries and with what leaves dispatch. */
export const worker = defineQueueWorker<CoreDeps>({
  name: 'follow-routes',
  consumes: ROUTE_FOLLOWS,
  timeoutSeconds: 30,
  uses: { table: 'readWrite' },
  failureImpact: 'Stops of dispatched routes stay as they were although their deliveries go on.',
  handle: followDeliveries,
});

export const handler = serveQueueWorker(worker, coreDeps);
