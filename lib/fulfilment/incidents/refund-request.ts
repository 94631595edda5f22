import * as z from 'zod';
import { partId } from '../../platform/core/ids.ts';
import type { Stored } from '../../platform/table/index.ts';
import { defineAttentionStore, withJob } from '../attention/index.ts';
import type { Delivery } from '../jobs/index.ts';
import { factsOf, type RefundData, refundCreated, refundUpdated } from './events.ts';
import { INCIDENT_SUBTYPES } from './incident-words.ts';
import { refundAttention } from './refund-lifecycle.ts';
import type { ReturnedRefundRequest } from './returned-refund.ts';

const cents = z.int().min(0);

/** Money by purpose. */
export const bucketsSchema = z.object({ deliveryFeeCents: cents, orderValueCents: cents, tipCents: cents });
export type Buckets = z.infer<typeof bucketsSchema>;

const refundRequestSchema = z.object({
  organizationId: z.string(),
  jobId: z.string(),
  taskId: z.string(),
  /** `rfrq_`, the job's ULID and the task's place in it: a task has at most one request. */
  id: z.string(),
  /** Whether the filing also flagged the delivery for review. */
  raiseIncident: z.boolean(),
  incidentSubtype: z.enum(INCIDENT_SUBTYPES),
  incidentNotes: z.string(),
  incidentFileUrls: z.array(z.string()),
  currency: z.string().nullable(),
  requested: bucketsSchema,
  /** Null until the request is resolved. */
  granted: bucketsSchema.nullable(),
  /** The courier's reply. */
  response: z.string(),
  proofOfRefund: z.string().nullable(),
  ...refundAttention.fields(z.string()),
});

/** A request for money back for one attempt at a delivery (specification 2.6). */
export type RefundRequest = z.infer<typeof refundRequestSchema>;

/** A refund request in the list of all of them. */
export const refundRowSchema = refundRequestSchema.pick({ id: true, jobId: true, status: true });

export const refundStore = defineAttentionStore<RefundRequest, RefundData, Delivery>({
  name: 'refundRequest',
  schema: refundRequestSchema,
  partition: withJob('rfrq'),
  list: {
    name: 'refundRequestsByCreation',
    shard: () => 0,
    at: ({ createdAt }) => createdAt,
    id: ({ id }) => id,
    row: (refund) => refundRowSchema.parse(refund),
  },
  events: (refund, before, delivery) => [
    {
      kind: before ? refundUpdated : refundCreated,
      data: { ...factsOf(delivery), refundRequest: renderRefundRequest(refund) },
    },
  ],
});

/** The id of a task's only refund request, so that a repeated request finds the first one (decision B8). */
export function refundRequestIdOf(task: { readonly jobId: string; readonly id: string }): string {
  return partId('rfrq', task.jobId, task.id.slice(partId('tsk', task.jobId, '').length));
}

/** Sum of the three amounts. */
export function totalOf({ deliveryFeeCents, orderValueCents, tipCents }: Buckets): number {
  return deliveryFeeCents + orderValueCents + tipCents;
}

/** A refund request in its wire form. */
export function renderRefundRequest({ value, version }: Stored<RefundRequest>): ReturnedRefundRequest {
  const { requested, granted, resolvedAt, ...fields } = value;
  return {
    ...fields,
    version,
    resolutionDate: resolvedAt,
    requestAmountCents: totalOf(requested),
    requestAmountDeliveryFeeCents: requested.deliveryFeeCents,
    requestAmountOrderValueCents: requested.orderValueCents,
    requestAmountTipCents: requested.tipCents,
    refundAmountCents: granted && totalOf(granted),
    refundAmountDeliveryFeeCents: granted?.deliveryFeeCents ?? null,
    refundAmountOrderValueCents: granted?.orderValueCents ?? 0,
    refundAmountTipCents: granted?.tipCents ?? 0,
  };
}
