import * as z from 'zod';
import { defineEntity, type Partition } from '../table/index.ts';

/** Types that a field of an agent's output format can have. */
export const AGENT_FIELD_TYPES = Object.freeze([
  'text',
  'number',
  'boolean',
  'date_time',
  'list',
  'json',
] as const);

const agentSchema = z.object({
  organizationId: z.string(),
  /** `agt_...` */
  id: z.string(),
  name: z.string(),
  description: z.string().nullable(),
  /** Name of the model it asks; null = the installation's own choice. */
  model: z.string().nullable(),
  instructions: z.string(),
  /** Typed fields of its result beside the report; empty = the report only. */
  outputFormat: z.record(z.string(), z.enum(AGENT_FIELD_TYPES)),
  /** It reports and changes nothing: only such agents can be used in workflows (specification 4.6.17). */
  isReportOnly: z.boolean(),
  createdAt: z.string(),
  updatedAt: z.string(),
});

/** A custom agent. */
export type Agent = z.infer<typeof agentSchema>;

/** Agents of one organization are read together, so there may not be many. */
export const MAX_AGENTS = 100;

export const agentEntity = defineEntity<Agent, Pick<Agent, 'organizationId' | 'id'>>({
  name: 'agent',
  schema: agentSchema,
  partition: ({ organizationId }) => agentsPartition(organizationId),
  sort: ({ id }) => ({ kind: 'state', parts: [id] }),
  audited: { type: 'agent', id: ({ id }) => id },
});

/** All agents of an organization lie in one partition: one Query has them all. */
export function agentsPartition(organizationId: string): Partition {
  return { organizationId, type: 'agents', id: 'all' };
}
