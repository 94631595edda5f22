import { followFleet, OWN_FLEET_EVENTS } from '../../lib/fleet/own-fleet/index.ts';
import { defineQueueWorker, serveQueueWorker } from '../../lib/platform/events/index.ts';
import { type CoreDeps, coreDeps } from '../../lib/platform/runtime/index.ts';

/** Finds couriers of own fleets for their deliveries, and updates deliveries from drivers' reports about stops. */
export const worker = defineQueueWorker<CoreDeps>({
  name: 'assign-couriers',
  consumes: OWN_FLEET_EVENTS,
  timeoutSeconds: 60,
  uses: { table: 'readWrite' },
  failureImpact:
    'Deliveries of own fleets get no courier, and reports of drivers about stops do not reach them.',
  handle: followFleet,
});

export const handler = serveQueueWorker(worker, coreDeps);
