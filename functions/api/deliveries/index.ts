import { routesOfGroups } from '../../../lib/fleet/routes/index.ts';
import { defineArea, serveArea } from '../../../lib/platform/http/index.ts';
import { type DeliveryApiDeps, deliveryApiDeps } from './deps.ts';
import { simulateDelivery } from './simulate-delivery.ts';
import { updateFleetDeliveries } from './update-deliveries.ts';
import { updateFleetDelivery } from './update-delivery.ts';

export const deliveriesArea = defineArea<DeliveryApiDeps>({
  name: 'deliveries',
  endpoints: [updateFleetDelivery, updateFleetDeliveries, simulateDelivery],
  routesOf: routesOfGroups,
  uses: { table: 'readWrite' },
});

export const handler = serveArea(deliveriesArea, deliveryApiDeps);
