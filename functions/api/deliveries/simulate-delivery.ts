import * as z from 'zod';
import {
  type Delivery,
  deliveryIsOver,
  deliveryNotFound,
  type Movable,
  maySeeJob,
  notSimulated,
  renderDelivery,
  returnedDeliverySchema,
  updateDelivery,
} from '../../../lib/fulfilment/jobs/index.ts';
import { contentionOver } from '../../../lib/platform/core/commit.ts';
import { isRefusal } from '../../../lib/platform/core/refusal.ts';
import { deliveryExample } from './delivery-example.ts';
import { deliveryPath } from './delivery-path.ts';
import { defineDeliveryEndpoint } from './deps.ts';

export const simulateDelivery = defineDeliveryEndpoint({
  name: 'simulateDelivery',
  method: 'POST',
  path: '/v1/deliveries/{delivery_id}/simulate',
  area: 'Fleet',
  summary: 'Move a simulated delivery',
  description: 'Works only outside production, and only for deliveries of a simulated provider.',
  permission: 'WRITE_DELIVERY',
  forLimited: 'narrowed',
  params: deliveryPath,
  body: z.object({
    status: z
      .enum([
        'assigned_driver',
        'pickup_enroute',
        'pickup_arrived',
        'pickup_complete',
        'dropoff_enroute',
        'dropoff_arrived',
        'dropoff_complete',
        'return_in_progress',
        'return_arrived',
        'returned',
        'canceled_by_provider',
        'failed',
      ])
      .meta({ description: 'Status that the simulated provider reports.' }),
  }),
  reply: returnedDeliverySchema,
  bodyExample: { status: 'dropoff_complete' },
  replyExample: deliveryExample,
  refusals: [deliveryNotFound, deliveryIsOver, contentionOver('delivery'), notSimulated],
  async handle({ input: { path, body }, ctx }) {
    if (!ctx.simulation) return notSimulated('Deliveries cannot be simulated in production.');
    let real: Delivery | undefined;
    const may: Movable = (delivery, aggregate) => {
      if (!maySeeJob(ctx.caller, aggregate)) return false;
      const simulated = ctx.providers.find(delivery.providerId)?.isSimulator === true;
      real = simulated ? undefined : delivery;
      return simulated;
    };
    const target = { organizationId: ctx.organizationId, deliveryId: path.delivery_id, may };
    const delivery = await updateDelivery(ctx, target, body);
    if (real)
      return notSimulated(
        `Delivery ${real.id} is carried by ${real.providerName}, which is not a simulated provider.`,
      );
    return isRefusal(delivery) ? delivery : renderDelivery(delivery);
  },
});
