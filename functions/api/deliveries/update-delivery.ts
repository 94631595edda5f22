import {
  deliveryIsFull,
  deliveryIsOver,
  deliveryNotFound,
  fleetOrSimulated,
  pincodeWrong,
  proofMissing,
  renderDelivery,
  returnedDeliverySchema,
  updateDelivery,
} from '../../../lib/fulfilment/jobs/index.ts';
import { contentionOver } from '../../../lib/platform/core/commit.ts';
import { isRefusal } from '../../../lib/platform/core/refusal.ts';
import { preferencesOf } from '../../../lib/platform/organization/index.ts';
import { deliveryExample } from './delivery-example.ts';
import { deliveryPath } from './delivery-path.ts';
import { defineDeliveryEndpoint } from './deps.ts';
import { toDeliveryUpdate, updateSchema } from './update-schemas.ts';

export const updateFleetDelivery = defineDeliveryEndpoint({
  name: 'updateFleetDelivery',
  method: 'PATCH',
  path: '/v1/fleet/deliveries/{delivery_id}',
  area: 'Fleet',
  summary: 'Update a delivery',
  description:
    'Statuses only move forward. Missing statuses of the guaranteed sequence are filled in; a status that the delivery has ' +
    'passed or already has changes nothing. A terminal status never changes. A position that is more than ' +
    'five minutes old on arrival goes into the history only. Required proofs come first: `pickup_complete`, ' +
    '`dropoff_complete` and `returned` are refused while a required photo, signature, scan or pincode is missing.',
  permission: 'WRITE_DELIVERY',
  forLimited: 'narrowed',
  params: deliveryPath,
  body: updateSchema,
  reply: returnedDeliverySchema,
  bodyExample: { status: 'pickup_enroute', coordinates: { latitude: 37.7749, longitude: -122.4194 } },
  replyExample: deliveryExample,
  refusals: [
    deliveryNotFound,
    deliveryIsFull,
    deliveryIsOver,
    contentionOver('delivery'),
    proofMissing,
    pincodeWrong,
  ],
  async handle({ input: { path, body }, ctx }) {
    const target = {
      organizationId: ctx.organizationId,
      deliveryId: path.delivery_id,
      may: fleetOrSimulated(ctx),
      needsProofs: true,
      duties: (await preferencesOf(ctx)).driverDuties,
    };
    const delivery = await updateDelivery(ctx, target, toDeliveryUpdate(body));
    return isRefusal(delivery) ? delivery : renderDelivery(delivery);
  },
});
