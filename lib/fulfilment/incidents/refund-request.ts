import * as z from 'zod';
import { aggregateIdOf, partId } from '../../platform/core/ids.ts';
import { defineEntity } from '../../platform/table/index.ts';
import { jobPartition } from '../jobs/index.ts';
import { INCIDENT_SUBTYPES } from './incident-words.ts';
import { REFUND_STATUSES } from './refund-lifecycle.ts';

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
  createdAt: z.string(),
  updatedAt: z.string(),
  /** When it was approved, denied or cancelled. */
  resolutionDate: z.string().nullable(),
  /** Whether the filing also flagged the delivery for review. */
  raiseIncident: z.boolean(),
  incidentSubtype: z.enum(INCIDENT_SUBTYPES),
  incidentNotes: z.string(),
  incidentFileUrls: z.array(z.string()),
  status: z.enum(REFUND_STATUSES),
  currency: z.string().nullable(),
  requested: bucketsSchema,
  /** Null until the request is resolved. */
  granted: bucketsSchema.nullable(),
  /** The courier's reply. */
  response: z.string(),
  proofOfRefund: z.string().nullable(),
});

/** A request for money back for one attempt at a delivery (specification 2.6). */
export type RefundRequest = z.infer<typeof refundRequestSchema>;

/** Refund requests are in their job's partition, but are not read with it. */
export const refundRequestEntity = defineEntity<
  RefundRequest,
  Pick<RefundRequest, 'organizationId' | 'jobId' | 'id'>
>({
  name: 'refundRequest',
  schema: refundRequestSchema,
  partition: ({ organizationId, jobId }) => jobPartition(organizationId, jobId),
  sort: ({ id }) => ({ kind: 'log', parts: [id] }),
});

/** The id of a task's only refund request, so that a repeated request finds the first one (decision B8). */
export function refundRequestIdOf(task: { readonly jobId: string; readonly id: string }): string {
  return partId('rfrq', task.jobId, task.id.slice(partId('tsk', task.jobId, '').length));
}

/** The job behind the id of a refund request; undefined when it is no such id. */
export function jobIdOfRefund(id: string): string | undefined {
  return aggregateIdOf('job', 'rfrq', id);
}

/** Sum of the three amounts. */
export function totalOf({ deliveryFeeCents, orderValueCents, tipCents }: Buckets): number {
  return deliveryFeeCents + orderValueCents + tipCents;
}
