import * as z from 'zod';
import { defineAttentionStore, withJob } from '../attention/index.ts';
import type { Delivery } from '../jobs/index.ts';
import { factsOf, type IncidentData, incidentRaised, incidentResolved } from './events.ts';
import { incidentAttention } from './incident-lifecycle.ts';
import { INCIDENT_SUBTYPES, INCIDENT_TYPES } from './incident-words.ts';

const incidentSchema = z.object({
  organizationId: z.string(),
  /** That of the task: a task has one incident. */
  id: z.string(),
  jobId: z.string(),
  incidentNotes: z.string(),
  incidentType: z.enum(INCIDENT_TYPES),
  incidentSubtype: z.enum(INCIDENT_SUBTYPES).nullable(),
  incidentFileUrls: z.array(z.string()),
  ...incidentAttention.fields(z.string()),
});

/** The latest report about one task; earlier ones are in the job's events. */
export type Incident = z.infer<typeof incidentSchema>;

export const incidentStore = defineAttentionStore<Incident, IncidentData, Delivery>({
  name: 'deliveryIncident',
  schema: incidentSchema,
  partition: withJob('tsk'),
  events: ({ value: { status, incidentType, incidentSubtype, incidentNotes } }, _before, delivery) => [
    {
      kind: status === 'raised' ? incidentRaised : incidentResolved,
      data: { ...factsOf(delivery), incidentType, incidentSubtype, incidentNotes },
    },
  ],
});
