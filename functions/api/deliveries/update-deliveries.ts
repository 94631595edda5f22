import * as z from 'zod';
import { isRefusal } from '../../../lib/core/refusal.ts';
import {
  deliveryNotFound,
  deliveryOfPackage,
  fleetOrSimulated,
  updateDelivery,
} from '../../../lib/deliveries/index.ts';
import { renderDelivery, returnedDeliverySchema } from '../../../lib/jobs/index.ts';
import { deliveryExample } from './delivery-example.ts';
import { type DeliveryApiDeps, defineDeliveryEndpoint } from './deps.ts';
import { bulkItemSchema, toDeliveryUpdate } from './update-schema.ts';

const result = z.object({
  deliveryId: z.string().meta({ description: 'The key that was sent.' }),
  success: z.boolean(),
  errorCode: z.string().nullable(),
  errorMessage: z.string().nullable(),
  delivery: returnedDeliverySchema.nullable(),
});

/** At most this many deliveries in one call (contract-facts 11.1). */
const MAX_ITEMS = 100;

export const updateFleetDeliveries = defineDeliveryEndpoint({
  name: 'updateFleetDeliveries',
  method: 'PATCH',
  path: '/v1/fleet/deliveries',
  area: 'Fleet',
  summary: 'Report news of several deliveries',
  description:
    'Each row stands for itself: one that fails keeps no other back. Rows are applied in their order.',
  permission: 'WRITE_DELIVERY',
  body: z.object({ deliveries: z.array(bulkItemSchema).min(1).max(MAX_ITEMS) }),
  reply: z.object({ results: z.array(result) }),
  bodyExample: { deliveries: [{ packageExternalIdentifier: 'order-1001', status: 'dropoff_complete' }] },
  replyExample: {
    results: [
      {
        deliveryId: 'order-1001',
        success: true,
        errorCode: null,
        errorMessage: null,
        delivery: deliveryExample,
      },
    ],
  },
  refusals: [],
  async handle({ input: { body }, ctx }) {
    const results: z.input<typeof result>[] = [];
    for (const item of body.deliveries) results.push(await applyRow(item, ctx));
    return { results };
  },
});

async function applyRow(
  { deliveryId, packageExternalIdentifier, ...fields }: z.output<typeof bulkItemSchema>,
  ctx: DeliveryApiDeps & {
    readonly organizationId: string;
    readonly caller: Parameters<typeof fleetOrSimulated>[1];
  },
): Promise<z.input<typeof result>> {
  const key = deliveryId ?? packageExternalIdentifier ?? '';
  const { organizationId } = ctx;
  const id = deliveryId ?? (await deliveryOfPackage(organizationId, key, ctx));
  const delivery =
    id === undefined
      ? deliveryNotFound(`No delivery carries a package "${key}".`)
      : await updateDelivery(
          { organizationId, deliveryId: id, may: fleetOrSimulated(ctx, ctx.caller) },
          toDeliveryUpdate(fields),
          ctx,
        );
  return isRefusal(delivery)
    ? {
        deliveryId: key,
        success: false,
        errorCode: delivery.kind.code,
        errorMessage: delivery.message,
        delivery: null,
      }
    : {
        deliveryId: key,
        success: true,
        errorCode: null,
        errorMessage: null,
        delivery: renderDelivery(delivery),
      };
}
