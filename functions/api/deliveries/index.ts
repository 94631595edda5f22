import { defineArea, serveArea } from '../../../lib/http/index.ts';
import { type DeliveryApiDeps, deliveryApiDeps } from './deps.ts';
import { simulateDelivery } from './simulate-delivery.ts';
import { updateFleetDeliveries } from './update-deliveries.ts';
import { updateFleetDelivery } from './update-delivery.ts';

export const deliveriesArea = defineArea<DeliveryApiDeps>({
  name: 'deliveries',
  endpoints: [updateFleetDelivery, updateFleetDeliveries, simulateDelivery],
  uses: { table: 'readWrite' },
});

export const handler = serveArea(deliveriesArea, deliveryApiDeps);
