import * as z from 'zod';
import type { Caller } from '../../../lib/platform/access/index.ts';
import { instantReply } from '../../../lib/platform/http/index.ts';
import {
  AGENT_RUN_STARTS,
  AGENT_RUN_STATUSES,
  type AgentRun,
  type AgentStep,
  isRunOver,
  PLAN_STATUSES,
  TOOL_CALL_OUTCOMES,
} from '../../../lib/reactions/agents/index.ts';

/** The `{id}` of an agent's path. */
export const agentPath = z.object({ id: z.string().meta({ description: 'Id of the agent, `agt_...`.' }) });

/** The `{id}` of a run's path. */
export const runPath = z.object({ id: z.string().meta({ description: 'Id of the run, `agr_...`.' }) });

const json = z.record(z.string(), z.unknown());

const run = {
  id: z.string(),
  agentId: z.string(),
  agentName: z.string(),
  agentVersion: z.int(),
  startedBy: z.object({
    type: z.enum(AGENT_RUN_STARTS),
    id: z
      .string()
      .nullable()
      .meta({ description: 'Key or user that started it; null when the service did.' }),
    name: z.string(),
  }),
  status: z.enum(AGENT_RUN_STATUSES),
  question: z.string(),
  report: z.string().nullable().meta({ description: 'Report of the run; null until it ends.' }),
  fields: json.nullable().meta({ description: "Values of the agent's output fields." }),
  problem: z.string().nullable().meta({ description: 'Reason of the failure.' }),
  plan: z
    .object({
      status: z.enum(PLAN_STATUSES),
      calls: z.array(
        z.object({
          tool: z.string(),
          arguments: json,
          outcome: z.enum(['done', 'refused']).nullable(),
          problem: z.string().nullable(),
        }),
      ),
      confirmedBy: z.string().nullable(),
      confirmedAt: instantReply.nullable(),
    })
    .nullable()
    .meta({
      description: 'Changes that the run proposes; `POST /v1/agent-runs/{id}/confirm` carries them out.',
    }),
  usage: z.object({
    inputTokens: z.int(),
    outputTokens: z.int(),
    costMicros: z
      .int()
      .nullable()
      .meta({ description: 'Millionths of a dollar; null for a model of unknown price.' }),
    toolCalls: z.int(),
  }),
  createdAt: instantReply,
  startedAt: instantReply.nullable(),
  completedAt: instantReply.nullable(),
};

/** A run in lists. */
export const runReply = z.object(run).meta({ id: 'AgentRun' });

const step = z.object({
  index: z.int(),
  at: instantReply,
  text: z.string().meta({ description: 'Text of the model before its calls.' }),
  inputTokens: z.int(),
  outputTokens: z.int(),
  calls: z.array(
    z.object({
      tool: z.string(),
      input: json,
      output: z.string().meta({ description: 'The reply as JSON, cut at 12,000 characters.' }),
      outcome: z.enum(TOOL_CALL_OUTCOMES),
    }),
  ),
});

/** A run with its steps. */
export const wholeRunReply = z.object({ ...run, steps: z.array(step) }).meta({ id: 'AgentRunWithSteps' });

export const runExample = {
  id: 'agr_01JD8Z6Q4T9V2N5X7C3B1M0K8H',
  agentId: 'agt_01JD8Z6Q4T9V2N5X7C3B1M0K8H',
  agentName: 'Late deliveries',
  agentVersion: 3,
  startedBy: { type: 'manual' as const, id: 'usr_01JD8Z6Q4T9V2N5X7C3B1M0K8H', name: 'Grace' },
  status: 'completed' as const,
  question: 'Which deliveries are late and why?',
  report: 'One: the courier of job_01JD8Z waits at the pickup.',
  fields: {},
  problem: null,
  plan: null,
  usage: { inputTokens: 1200, outputTokens: 90, costMicros: 1650, toolCalls: 1 },
  createdAt: '2026-03-05T01:11:51.000Z',
  startedAt: '2026-03-05T01:11:52.000Z',
  completedAt: '2026-03-05T01:11:58.000Z',
};

export const wholeRunExample = {
  ...runExample,
  steps: [
    {
      index: 0,
      at: '2026-03-05T01:11:55.000Z',
      text: '',
      inputTokens: 600,
      outputTokens: 40,
      calls: [{ tool: 'listJobs', input: {}, output: '{"results":[]}', outcome: 'done' as const }],
    },
  ],
};

/** A run in its wire form. */
export function renderRun(value: AgentRun): z.input<typeof runReply> {
  const { agent, startedBy, inputTokens, outputTokens, costMicros, toolCalls } = value;
  const { id, status, question, report, fields, problem, plan, createdAt, startedAt, completedAt } = value;
  return {
    id,
    agentId: agent.id,
    agentName: agent.name,
    agentVersion: agent.version,
    startedBy: { type: startedBy.type, id: startedBy.by, name: startedBy.name },
    status,
    question,
    report: isRunOver(value) ? report : null,
    fields,
    problem,
    plan,
    usage: { inputTokens, outputTokens, costMicros, toolCalls },
    createdAt,
    startedAt,
    completedAt,
  };
}

/** A step in its wire form. */
export function renderStep({
  index,
  at,
  text,
  inputTokens,
  outputTokens,
  calls,
}: AgentStep): z.input<typeof step> {
  return {
    index,
    at,
    text,
    inputTokens,
    outputTokens,
    calls: calls.map(({ tool, input, output, outcome }) => ({ tool, input, output, outcome })),
  };
}

/** What the reads of a run may see: what the caller who starts it may see. */
export function rightsOf({ permissions, storeLocationIds, driverGroupIds, principal }: Caller) {
  return {
    permissions: permissions.filter((one) => one.startsWith('READ_') || one === 'EXECUTE_VIEW'),
    storeLocationIds: copy(storeLocationIds),
    driverGroupIds: copy(driverGroupIds),
    ...(principal ? { principal } : {}),
  };
}

function copy(ids: readonly string[] | null): string[] | null {
  return ids === null ? null : [...ids];
}
