import * as z from 'zod';
import { principalSchema } from '../../../platform/access/index.ts';
import { defineEvent } from '../../../platform/events/index.ts';
import { defineEntity, type Partition } from '../../../platform/table/index.ts';
import { AGENT_FIELD_TYPES } from '../agent.ts';

/** Runs are kept for 90 days. */
const LIFE_SECONDS = 90 * 24 * 3600;

const expiry = ({ createdAt }: { readonly createdAt: string }) =>
  Math.floor(Date.parse(createdAt) / 1000) + LIFE_SECONDS;

/** What starts a run. */
export const AGENT_RUN_STARTS = Object.freeze([
  'workflow',
  'notification',
  'webhook',
  'manual',
  'chat',
] as const);

/** How a call of a tool ended. */
export const TOOL_CALL_OUTCOMES = Object.freeze(['done', 'refused', 'proposed'] as const);

/** Statuses of a run; the last three are final. */
export const AGENT_RUN_STATUSES = Object.freeze([
  'queued',
  'running',
  'completed',
  'failed',
  'cancelled',
] as const);

/** Statuses of a plan. */
export const PLAN_STATUSES = Object.freeze(['proposed', 'confirming', 'carried_out', 'failed'] as const);

const json = z.record(z.string(), z.unknown());

const proposedCall = z.object({
  tool: z.string(),
  arguments: json,
  /** Result of the change; null until it was made. */
  outcome: z.enum(['done', 'refused']).nullable(),
  /** Why it was refused. */
  problem: z.string().nullable(),
});

const runSchema = z.object({
  organizationId: z.string(),
  /** `agr_...` */
  id: z.string(),
  /** The agent as it was when the run started. */
  agent: z.object({
    id: z.string(),
    name: z.string(),
    version: z.int(),
    model: z.string().nullable(),
    instructions: z.string(),
    outputFormat: z.record(z.string(), z.enum(AGENT_FIELD_TYPES)),
    tools: z.array(z.string()).nullable(),
    isReportOnly: z.boolean(),
    files: z.array(z.object({ name: z.string(), version: z.int() })),
  }),
  startedBy: z.object({
    type: z.enum(AGENT_RUN_STARTS),
    /** Key or user; null when the service itself started it. */
    by: z.string().nullable(),
    name: z.string(),
  }),
  /** Limits of its reads. */
  rights: z.object({
    /** null = everything that can be read. */
    permissions: z.array(z.string()).nullable(),
    storeLocationIds: z.array(z.string()).nullable(),
    driverGroupIds: z.array(z.string()).nullable(),
    /** The person or key behind the start; absent when the service itself started it. */
    principal: principalSchema.optional(),
  }),
  status: z.enum(AGENT_RUN_STATUSES),
  /** The question: a person's words, which the model may follow. */
  question: z.string(),
  /** Data that accompanies the question and is never followed as an instruction. */
  material: z.string().nullable(),
  /** In a chat: the earlier messages. */
  history: z.array(z.object({ question: z.string(), report: z.string() })),
  report: z.string().nullable(),
  fields: json.nullable(),
  problem: z.string().nullable(),
  /** Changes that it proposes; carried out when a person confirms them. */
  plan: z
    .object({
      status: z.enum(PLAN_STATUSES),
      calls: z.array(proposedCall),
      confirmedBy: z.string().nullable(),
      confirmedAt: z.string().nullable(),
    })
    .nullable(),
  inputTokens: z.int(),
  outputTokens: z.int(),
  /** Millionths of a dollar; null when the price of the model is unknown. */
  costMicros: z.int().nullable(),
  toolCalls: z.int(),
  steps: z.int(),
  /** Consecutive failed answers of the model. */
  failures: z.int(),
  /** Step of a workflow run that waits for it. */
  work: z.object({ runId: z.string(), nodeKey: z.string() }).nullable(),
  createdAt: z.string(),
  startedAt: z.string().nullable(),
  completedAt: z.string().nullable(),
  /** It fails when it has not ended by then. */
  deadline: z.string(),
});

/** A run of an agent, or one turn of a chat with it. */
export type AgentRun = z.infer<typeof runSchema>;

export const agentRunEntity = defineEntity<AgentRun, Pick<AgentRun, 'organizationId' | 'id'>>({
  name: 'agentRun',
  schema: runSchema,
  partition: ({ organizationId, id }) => agentRunPartition(organizationId, id),
  sort: () => ({ kind: 'state', parts: [] }),
  expiresAtSeconds: expiry,
});

export function agentRunPartition(organizationId: string, id: string): Partition {
  return { organizationId, type: 'agentRun', id };
}

const stepSchema = z.object({
  organizationId: z.string(),
  runId: z.string(),
  index: z.int(),
  at: z.string(),
  /** Text of the model before its calls. */
  text: z.string(),
  calls: z.array(
    z.object({
      id: z.string(),
      tool: z.string(),
      input: json,
      /** The reply as JSON, cut to a length that a model can take. */
      output: z.string(),
      outcome: z.enum(TOOL_CALL_OUTCOMES),
    }),
  ),
  inputTokens: z.int(),
  outputTokens: z.int(),
  createdAt: z.string(),
});

/** One answer of the model, with the calls that it requested and their results. */
export type AgentStep = z.infer<typeof stepSchema>;

export const agentStepEntity = defineEntity<AgentStep, Pick<AgentStep, 'organizationId' | 'runId' | 'index'>>(
  {
    name: 'agentStep',
    schema: stepSchema,
    partition: ({ organizationId, runId }) => agentRunPartition(organizationId, runId),
    sort: ({ index }) => ({ kind: 'state', parts: [String(index).padStart(4, '0')] }),
    expiresAtSeconds: expiry,
  },
);

const entrySchema = z.object({
  organizationId: z.string(),
  /** The agent's id, followed by the user's for a chat: a chat belongs to its user. */
  thread: z.string(),
  createdAt: z.string(),
  id: z.string(),
});

type AgentRunEntry = z.infer<typeof entrySchema>;

/** A run in the list of its agent, or of its user's chat. */
export const agentRunEntryEntity = defineEntity<AgentRunEntry, AgentRunEntry>({
  name: 'agentRunEntry',
  schema: entrySchema,
  partition: ({ organizationId, thread }) => threadPartition(organizationId, thread),
  sort: ({ createdAt, id }) => ({ kind: 'log', parts: [createdAt, id] }),
  expiresAtSeconds: expiry,
});

export function threadPartition(organizationId: string, thread: string): Partition {
  return { organizationId, type: 'agentRuns', id: thread };
}

/** The thread to which these runs belong. */
export function threadOf(agentId: string, type: AgentRun['startedBy']['type'], by: string | null): string {
  return type === 'chat' ? `${agentId}/${by}` : agentId;
}

const daySchema = z.object({ organizationId: z.string(), day: z.string(), runs: z.int() });

/** Number of runs that an organization started on a day. */
export const agentDayEntity = defineEntity<
  z.infer<typeof daySchema>,
  { organizationId: string; day: string }
>({
  name: 'agentDay',
  schema: daySchema,
  partition: ({ organizationId, day }) => ({ organizationId, type: 'agentDay', id: day }),
  sort: () => ({ kind: 'state', parts: [] }),
  expiresAtSeconds: ({ day }) => Math.floor(Date.parse(day) / 1000) + LIFE_SECONDS,
});

const requested = z.object({ runId: z.string() });

export const agentRunRequested = defineEvent<z.infer<typeof requested>>({
  name: 'agent.run_requested',
  schema: requested,
  summary: 'A run of an agent was requested.',
});

const completed = z.object({
  runId: z.string(),
  agentId: z.string(),
  agentName: z.string(),
  status: z.enum(AGENT_RUN_STATUSES),
  work: z.object({ runId: z.string(), nodeKey: z.string() }).nullable(),
  /** Its subject, where a trigger or a workflow handed one over. */
  jobId: z.string().nullish(),
  taskId: z.string().nullish(),
  deliveryId: z.string().nullish(),
  orderId: z.string().nullish(),
  /** Names of its output fields that are true. */
  findings: z.array(z.string()).optional(),
});

export const agentConversationCompleted = defineEvent<z.infer<typeof completed>>({
  name: 'agent.conversation_completed',
  schema: completed,
  summary: 'A run of an agent, or a turn of a chat with it, ended.',
});

const subject = z
  .object({
    jobId: z.string().nullish(),
    taskId: z.string().nullish(),
    deliveryId: z.string().nullish(),
    orderId: z.string().nullish(),
  })
  .catch({});

/** What the end of a run says about its subject: its ids, and the names of its output fields that are true. */
export function outcomeOf({
  material,
  fields,
}: Pick<AgentRun, 'material' | 'fields'>): Partial<z.infer<typeof completed>> {
  const findings = Object.entries(z.record(z.string(), z.unknown()).catch({}).parse(fields)).flatMap(
    ([name, value]) => (value === true ? [name] : []),
  );
  return { ...subject.parse(material === null ? {} : JSON.parse(material)), findings };
}

/** Whether a run has ended. */
export function isRunOver({ status }: Pick<AgentRun, 'status'>): boolean {
  return status === 'completed' || status === 'failed' || status === 'cancelled';
}
