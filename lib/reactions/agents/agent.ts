import * as z from 'zod';
import { defineEntity, type Partition } from '../../platform/table/index.ts';

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
  /** Name of its model; null = the installation's own choice. */
  model: z.string().nullable(),
  instructions: z.string(),
  /** Typed fields of its result in addition to the report; empty = only the report. */
  outputFormat: z.record(z.string(), z.enum(AGENT_FIELD_TYPES)),
  /** Tools that it may use, by name; null = those of daily work. */
  tools: z.array(z.string()).nullable().default(null),
  /** It reports and changes nothing: only such agents can be used in workflows (specification 4.6.17). */
  isReportOnly: z.boolean(),
  createdAt: z.string(),
  updatedAt: z.string(),
});

/** A custom agent. */
export type Agent = z.infer<typeof agentSchema>;

/** Agents of one organization are read together, so their number is limited. */
export const MAX_AGENTS = 100;

export const agentEntity = defineEntity<Agent, Pick<Agent, 'organizationId' | 'id'>>({
  name: 'agent',
  schema: agentSchema,
  partition: ({ organizationId }) => agentsPartition(organizationId),
  sort: ({ id }) => ({ kind: 'state', parts: [id] }),
  audited: { type: 'agent', id: ({ id }) => id },
});

/** All agents of an organization are in one partition: one Query returns them all. */
export function agentsPartition(organizationId: string): Partition {
  return { organizationId, type: 'agents', id: 'all' };
}
