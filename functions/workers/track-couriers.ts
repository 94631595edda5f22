import { trackCourier } from '../../lib/fleet/routes/index.ts';
import { courierLocationUpdated } from '../../lib/fulfilment/jobs/index.ts';
import { defineQueueWorker, eventsWith, serveQueueWorker } from '../../lib/platform/events/index.ts';
import { type CoreDeps, coreDeps } from '../../lib/platform/runtime/index.ts';

/** Maintains the index of couriers' positions, from which the nearest ones are found. */
export const worker = defineQueueWorker<CoreDeps>({
  name: 'track-couriers',
  consumes: [eventsWith(courierLocationUpdated, { isOnRoute: true })],
  timeoutSeconds: 30,
  uses: { table: 'readWrite' },
  failureImpact: 'Searches for couriers near a point use old positions.',
  handle: trackCourier,
});

export const handler = serveQueueWorker(worker, coreDeps);
