import * as z from 'zod';
import {
  invalidRefund,
  REFUND_STATUSES,
  refundRequestNotFound,
  refundStateForbids,
  renderRefundRequest,
  returnedRefundRequestSchema,
  reviewRefund,
} from '../../../lib/fulfilment/incidents/index.ts';
import { contentionOver } from '../../../lib/platform/core/commit.ts';
import { isRefusal } from '../../../lib/platform/core/refusal.ts';
import { defineEndpoint, optional, shortText } from '../../../lib/platform/http/index.ts';
import { amountCents } from './incident-schemas.ts';
import { refundRequestExample } from './refund-examples.ts';

const body = z.object({
  status: optional(z.enum(REFUND_STATUSES)).meta({ description: 'New status of the request.' }),
  refundAmountCents: optional(amountCents).meta({ description: 'Sum of the granted amounts, as a check.' }),
  refundAmountDeliveryFeeCents: optional(amountCents).meta({
    description: 'Granted refund of the delivery fee.',
  }),
  refundAmountOrderValueCents: optional(amountCents).meta({
    description: 'Granted refund of the value of the goods.',
  }),
  refundAmountTipCents: optional(amountCents).meta({ description: 'Granted refund of the tip.' }),
  response: optional(z.string().max(2_000)).meta({ description: "The courier's reply." }),
  proofOfRefund: z
    .string()
    .max(2_048)
    .nullish()
    .meta({ description: 'URL or reference of the proof of payment; null clears it.' }),
});

/** PATCH /v1/refund-request/{id} */
export const reviewRefundRequest = defineEndpoint({
  name: 'reviewRefundRequest',
  method: 'PATCH',
  path: '/v1/refund-request/{id}',
  area: 'Incidents',
  summary: 'Review or resolve a refund request',
  description:
    'An open request is `under_review` or `needs_attention`. `approved`, `nash_approved` (paid by the service), `denied` ' +
    'and `cancelled` are final. Approving without amounts grants the requested amounts; more is never granted. The reply and the ' +
    'proof can still be added to a resolved request. Each change fires `task.refund_updated`.',
  permission: 'WRITE_REFUND',
  forLimited: 'narrowed',
  takesIfMatch: true,
  params: z.object({ id: shortText(255).meta({ description: 'Id of the refund request, `rfrq_...`.' }) }),
  body,
  bodyExample: {
    status: 'approved',
    refundAmountOrderValueCents: 1_200,
    response: 'We are sorry for the damage.',
    proofOfRefund: 'https://carrier.example.com/credits/8812',
  },
  reply: returnedRefundRequestSchema,
  replyExample: refundRequestExample,
  refusals: [refundRequestNotFound, refundStateForbids, invalidRefund, contentionOver('refund request')],
  async handle({ input: { path, body: sent }, ctx }) {
    const { status, response, proofOfRefund, refundAmountCents: grantedTotalCents } = sent;
    const review = { status, response, proofOfRefund, grantedTotalCents, granted: grantedOf(sent) };
    const stored = await reviewRefund(ctx, ctx.caller, path.id, review, ctx.expectedVersion);
    return isRefusal(stored) ? stored : renderRefundRequest(stored);
  },
});

/** The amounts that were sent; undefined when none was. */
function grantedOf(sent: z.output<typeof body>) {
  const {
    refundAmountDeliveryFeeCents: fee,
    refundAmountOrderValueCents: value,
    refundAmountTipCents: tip,
  } = sent;
  if (fee === undefined && value === undefined && tip === undefined) return undefined;
  return { deliveryFeeCents: fee ?? 0, orderValueCents: value ?? 0, tipCents: tip ?? 0 };
}
