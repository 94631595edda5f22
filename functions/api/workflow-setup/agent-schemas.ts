import * as z from 'zod';
import { instantReply, shortText } from '../../../lib/platform/http/index.ts';
import { AGENT_FIELD_TYPES, type StoredAgent } from '../../../lib/reactions/agents/index.ts';

/** Fields that a caller may set. */
export const agentFields = {
  name: shortText(100).meta({ description: 'Name of the agent.' }),
  description: z.string().max(500).nullish().meta({ description: 'Purpose of the agent.' }),
  model: z
    .string()
    .max(200)
    .nullish()
    .meta({ description: "Name of its model; default the installation's choice." }),
  instructions: shortText(20_000).meta({ description: 'Task of the agent and how to do it.' }),
  outputFormat: z
    .record(z.string().regex(/^[a-z][A-Za-z0-9_]{0,63}$/), z.enum(AGENT_FIELD_TYPES))
    .refine((format) => Object.keys(format).length <= 50, 'has more than 50 fields')
    .optional()
    .meta({ description: 'Typed fields of its result by name, in addition to the report; default none.' }),
  tools: z.array(z.string().min(1).max(100)).max(100).nullish().meta({
    description: 'Tools that it may use, by their names in the tool server; default those of daily work.',
  }),
  isReportOnly: z.boolean().optional().meta({
    description:
      'Whether its tools only read. Only such agents can be used in workflows. Other agents propose changes, which a person confirms. Default true.',
  }),
};

/** An agent as it is shown. */
export const agentReply = z
  .object({
    id: z.string(),
    name: z.string(),
    description: z.string().nullable(),
    model: z.string().nullable(),
    instructions: z.string(),
    outputFormat: z.record(z.string(), z.enum(AGENT_FIELD_TYPES)),
    tools: z.array(z.string()).nullable(),
    isReportOnly: z.boolean(),
    version: z.int(),
    createdAt: instantReply,
    updatedAt: instantReply,
  })
  .meta({ id: 'Agent' });

export const agentExample = {
  id: 'agt_01JD8Z6Q4T9V2N5X7C3B1M0K8H',
  name: 'Address checker',
  description: null,
  model: null,
  instructions: 'Say whether a courier could find the address, and what is missing.',
  outputFormat: { isFindable: 'boolean' as const },
  tools: ['getOrder'],
  isReportOnly: true,
  version: 1,
  createdAt: '2026-03-05T01:11:51.000Z',
  updatedAt: '2026-03-05T01:11:51.000Z',
};

export function renderAgent({ value, version }: StoredAgent): z.input<typeof agentReply> {
  const { organizationId: _, ...shown } = value;
  return { ...shown, version };
}

/** The `{id}` of an agent's path. */
export const agentPath = z.object({ id: z.string().meta({ description: 'Id of the agent, `agt_...`.' }) });
