import * as z from 'zod';
import { defineEvent } from '../../platform/events/index.ts';
import type { Delivery } from '../jobs/index.ts';
import { returnedRefundRequestSchema } from './returned-refund.ts';

const aboutTask = z.object({
  jobId: z.string(),
  taskId: z.string(),
  deliveryId: z.string(),
  /** Entries of the delivery's history at that moment. */
  historyLength: z.number(),
});

const incidentData = aboutTask.extend({
  incidentType: z.string(),
  incidentSubtype: z.string().nullable(),
  incidentNotes: z.string(),
});
/** What the events of an incident carry. */
export type IncidentData = z.infer<typeof incidentData>;

/** The request as it was at that moment. */
const refundData = aboutTask.extend({ refundRequest: returnedRefundRequestSchema });
/** What the events of a refund request carry. */
export type RefundData = z.infer<typeof refundData>;

export const incidentRaised = defineEvent({
  name: 'incident.raised',
  schema: incidentData,
  summary: 'An incident of a delivery was reported for review.',
});

export const incidentResolved = defineEvent({
  name: 'incident.resolved',
  schema: incidentData,
  summary: 'An incident of a delivery was reported as resolved.',
});

export const refundCreated = defineEvent({
  name: 'task.refund_created',
  schema: refundData,
  summary: 'A refund was requested for an attempt.',
});

export const refundUpdated = defineEvent({
  name: 'task.refund_updated',
  schema: refundData,
  summary: 'A refund request moved through review or was resolved.',
});

/** What events show of the delivery that a report is about. */
export function factsOf({ jobId, taskId, id, statusHistory }: Delivery): z.infer<typeof aboutTask> {
  return { jobId, taskId, deliveryId: id, historyLength: statusHistory.length };
}
