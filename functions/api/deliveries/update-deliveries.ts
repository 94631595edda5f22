import * as z from 'zod';
import {
  type Delivery,
  deliveryNotFound,
  deliveryOfPackage,
  fleetOrSimulated,
  renderDelivery,
  returnedDeliverySchema,
  updateDelivery,
} from '../../../lib/fulfilment/jobs/index.ts';
import { isRefusal, type Refusal } from '../../../lib/platform/core/refusal.ts';
import { type Context, reasonsOf } from '../../../lib/platform/http/index.ts';
import { preferencesOf } from '../../../lib/platform/organization/index.ts';
import { deliveryExample } from './delivery-example.ts';
import { type DeliveryApiDeps, defineDeliveryEndpoint } from './deps.ts';
import { type BulkRow, bulkRowSchema, keyOf, readBulkRow, toDeliveryUpdate } from './update-schemas.ts';

const result = z.object({
  deliveryId: z
    .string()
    .meta({ description: 'The id or the external identifier that was sent; empty when neither was.' }),
  success: z.boolean(),
  errorCode: z.string().nullable(),
  errorMessage: z.string().nullable(),
  delivery: returnedDeliverySchema.nullable(),
});

/** Maximum number of deliveries of one call (contract-facts 11.1). */
const MAX_ITEMS = 100;

export const updateFleetDeliveries = defineDeliveryEndpoint({
  name: 'updateFleetDeliveries',
  method: 'PATCH',
  path: '/v1/fleet/deliveries',
  area: 'Fleet',
  summary: 'Update several deliveries',
  description:
    'An invalid or failed row does not block the others. Rows are applied in their ' +
    'order, and `results` is in the same order.',
  permission: 'WRITE_DELIVERY',
  forLimited: 'narrowed',
  body: z.object({
    deliveries: z.array(bulkRowSchema).min(1).max(MAX_ITEMS).meta({ description: 'The updates.' }),
  }),
  separateRows: 'deliveries',
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
    for (const [index, sent] of body.deliveries.entries()) {
      const row = readBulkRow(sent, `deliveries[${index}]`);
      results.push(resultOf(keyOf(sent), isRefusal(row) ? row : await applyRow(ctx, row)));
    }
    return { results };
  },
});

async function applyRow(
  ctx: Context<DeliveryApiDeps>,
  { deliveryId, packageExternalIdentifier = '', ...fields }: BulkRow,
): Promise<Delivery | Refusal> {
  const { organizationId } = ctx;
  const id = deliveryId ?? (await deliveryOfPackage(ctx, organizationId, packageExternalIdentifier));
  const noneCarries = deliveryNotFound(`No delivery carries a package "${packageExternalIdentifier}".`);
  if (id === undefined) return noneCarries;
  const { driverDuties: duties } = await preferencesOf(ctx);
  const target = { organizationId, deliveryId: id, may: fleetOrSimulated(ctx), needsProofs: true, duties };
  const outcome = await updateDelivery(ctx, target, toDeliveryUpdate(fields));
  // One that the caller may not see is like an unknown one: its id stays unsaid.
  const isHidden = isRefusal(outcome) && outcome.kind === deliveryNotFound.kind && deliveryId === undefined;
  return isHidden ? noneCarries : outcome;
}

function resultOf(deliveryId: string, outcome: Delivery | Refusal): z.input<typeof result> {
  if (!isRefusal(outcome)) {
    const delivery = renderDelivery(outcome);
    return { deliveryId, success: true, errorCode: null, errorMessage: null, delivery };
  }
  const errorMessage = reasonsOf(outcome).join(' ');
  return { deliveryId, success: false, errorCode: outcome.kind.code, errorMessage, delivery: null };
}
