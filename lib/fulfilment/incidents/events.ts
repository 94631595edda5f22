import * as z from 'zod';
import { defineEvent } from '../../platform/events/index.ts';
import type { Operation } from '../../platform/table/index.ts';
import { type Delivery, jobPartition } from '../jobs/index.ts';
import type { Incident } from './incident.ts';
import type { RefundRequest } from './refund-request.ts';
import {
  type ReturnedRefundRequest,
  renderRefundRequest,
  returnedRefundRequestSchema,
} from './render-refund.ts';

const aboutTask = {
  jobId: z.string(),
  taskId: z.string(),
  deliveryId: z.string(),
  /** Entries of the delivery's history at that moment. */
  historyLength: z.number(),
};

interface AboutTask {
  jobId: string;
  taskId: string;
  deliveryId: string;
  historyLength: number;
}

interface IncidentData extends AboutTask {
  incidentType: string;
  incidentSubtype: string | null;
  incidentNotes: string;
}
const incidentData: z.ZodType<IncidentData> = z.object({
  ...aboutTask,
  incidentType: z.string(),
  incidentSubtype: z.string().nullable(),
  incidentNotes: z.string(),
});

interface RefundData extends AboutTask {
  /** The request as it was at that moment. */
  refundRequest: ReturnedRefundRequest;
}
const refundData: z.ZodType<RefundData> = z.object({
  ...aboutTask,
  refundRequest: returnedRefundRequestSchema,
});

export const incidentRaised = defineEvent<IncidentData>({
  name: 'incident.raised',
  schema: incidentData,
  summary: 'An incident of a delivery was reported for review.',
});

export const incidentResolved = defineEvent<IncidentData>({
  name: 'incident.resolved',
  schema: incidentData,
  summary: 'An incident of a delivery was reported as resolved.',
});

export const refundCreated = defineEvent<RefundData>({
  name: 'task.refund_created',
  schema: refundData,
  summary: 'A refund was requested for an attempt.',
});

export const refundUpdated = defineEvent<RefundData>({
  name: 'task.refund_updated',
  schema: refundData,
  summary: 'A refund request moved through review or was resolved.',
});

/** The write that records a report. `version` is that of the incident after it. */
export function recordIncident(incident: Incident, delivery: Delivery, version: number): Operation {
  const { incidentType, incidentSubtype, incidentNotes } = incident;
  const kind = incident.raiseIncident ? incidentRaised : incidentResolved;
  return kind.record({
    aggregate: jobPartition(incident.organizationId, incident.jobId),
    cause: `${incident.taskId}#${version}`,
    occurredAt: incident.updatedAt,
    data: { ...factsOf(delivery), incidentType, incidentSubtype, incidentNotes },
  });
}

/** The write that records a refund request's first (`version` 1) or a later version. */
export function recordRefund(refund: RefundRequest, delivery: Delivery, version: number): Operation {
  return (version === 1 ? refundCreated : refundUpdated).record({
    aggregate: jobPartition(refund.organizationId, refund.jobId),
    cause: `${refund.id}#${version}`,
    occurredAt: refund.updatedAt,
    data: { ...factsOf(delivery), refundRequest: renderRefundRequest({ value: refund, version }) },
  });
}

function factsOf({ jobId, taskId, id, statusHistory }: Delivery): AboutTask {
  return { jobId, taskId, deliveryId: id, historyLength: statusHistory.length };
}
