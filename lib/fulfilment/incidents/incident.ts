import * as z from 'zod';
import { defineEntity } from '../../platform/table/index.ts';
import { jobPartition } from '../jobs/index.ts';
import { INCIDENT_SUBTYPES, INCIDENT_TYPES } from './incident-words.ts';

const incidentSchema = z.object({
  organizationId: z.string(),
  jobId: z.string(),
  taskId: z.string(),
  createdAt: z.string(),
  updatedAt: z.string(),
  /** True while the delivery is flagged for review; false = the issue is resolved. */
  raiseIncident: z.boolean(),
  incidentNotes: z.string(),
  incidentType: z.enum(INCIDENT_TYPES),
  incidentSubtype: z.enum(INCIDENT_SUBTYPES).nullable(),
  incidentFileUrls: z.array(z.string()),
});

/** The latest report about one attempt; earlier ones are in the job's events. */
export type Incident = z.infer<typeof incidentSchema>;

export const incidentEntity = defineEntity<Incident, Pick<Incident, 'organizationId' | 'jobId' | 'taskId'>>({
  name: 'deliveryIncident',
  schema: incidentSchema,
  partition: ({ organizationId, jobId }) => jobPartition(organizationId, jobId),
  sort: ({ taskId }) => ({ kind: 'log', parts: [taskId] }),
});
