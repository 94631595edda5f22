import * as z from 'zod';
import { runStatuses, type Step } from '../../../lib/engines/workflows/index.ts';
import { instantReply } from '../../../lib/platform/http/index.ts';
import type { RunEntry, RunWithSteps, StepUsage } from '../../../lib/reactions/automations/index.ts';

/** A definition to try instead of a saved version. */
export const proposedDefinition = z.unknown().optional().meta({
  description: 'Nodes, edges and trigger to try, as for POST /v1/workflows; if absent, a saved version.',
});

const anyObject = z.record(z.string(), z.unknown());

/** A run as lists show it. */
export const runReply = z
  .object({
    id: z.string(),
    workflowId: z.string(),
    workflowName: z.string(),
    version: z.int(),
    status: z.enum(runStatuses),
    startedBy: z.object({
      type: z.string(),
      name: z.string(),
      eventId: z.string().nullable(),
      by: z.string().nullable(),
    }),
    orderIds: z.array(z.string()),
    jobIds: z.array(z.string()),
    deliveryIds: z.array(z.string()),
    routeIds: z.array(z.string()),
    createdAt: instantReply,
    completedAt: instantReply.nullable(),
    runtimeSeconds: z
      .number()
      .nullable()
      .meta({ description: 'Seconds from start to end; null until it ends.' }),
    problem: z.string().nullable().meta({ description: 'Reason of the failure.' }),
  })
  .meta({ id: 'WorkflowExecution' });

/** A step of a run. */
export const stepReply = z
  .object({
    id: z.string(),
    nodeId: z.string(),
    nodeKey: z.string(),
    status: z.string(),
    createdAt: instantReply,
    nodeVariables: anyObject.meta({ description: 'Data available when the node was processed.' }),
    output: anyObject,
    reason: z.string().nullable(),
    stage: z
      .string()
      .nullable()
      .meta({ description: 'Stage at which the step failed, for actions that distinguish stages.' }),
    missing: z.array(z.string()).meta({ description: 'Variables that resolved to nothing.' }),
    sent: z
      .boolean()
      .nullable()
      .meta({ description: 'Whether the message was sent; false for one that was held back.' }),
    usage: z
      .object({
        inputTokens: z.int(),
        outputTokens: z.int(),
        costMicros: z.int().nullable().meta({
          description: 'Price in millionths of a dollar; null for a model of unknown price.',
        }),
      })
      .nullable()
      .meta({ description: 'Tokens and price of the models that the step asked; null if it asked none.' }),
  })
  .meta({ id: 'WorkflowStep' });

export const wholeRunReply = runReply.extend({ steps: z.array(stepReply) });

export const runExample = {
  id: 'wfx_0a1b2c3d4e5f6g7h8j9k0m1n2p',
  workflowId: 'wf_01JD8Z6Q4T9V2N5X7C3B1M0K8H',
  workflowName: 'Tag high-value orders',
  version: 2,
  status: 'completed' as const,
  startedBy: { type: 'event', name: 'order.created', eventId: 'evt_0a1b2c', by: null },
  orderIds: ['ord_01JD8Z6Q4T9V2N5X7C3B1M0K8H'],
  jobIds: [],
  deliveryIds: [],
  routeIds: [],
  createdAt: '2026-03-05T01:11:51.000Z',
  completedAt: '2026-03-05T01:11:51.120Z',
  runtimeSeconds: 0.12,
  problem: null,
};

export const stepExample = {
  id: 'wfx_0a1b2c3d4e5f6g7h8j9k0m1n2p:tag',
  nodeId: 'tag',
  nodeKey: 'tag',
  status: 'completed',
  createdAt: '2026-03-05T01:11:51.000Z',
  nodeVariables: { 'order.valueCents': 60_000 },
  output: {},
  reason: null,
  stage: null,
  missing: [],
  sent: null,
  usage: null,
};

export const wholeRunExample = { ...runExample, steps: [stepExample] };

export function renderRun(entry: RunEntry): z.input<typeof runReply> {
  const { id, workflowId, workflowName, version, status, startedBy, problem } = entry;
  const { orderIds, jobIds, deliveryIds, routeIds, createdAt, completedAt } = entry;
  const runtimeSeconds =
    completedAt === null ? null : Math.max(0, Date.parse(completedAt) - Date.parse(createdAt)) / 1000;
  return {
    id,
    workflowId,
    workflowName,
    version,
    status,
    startedBy,
    orderIds,
    jobIds,
    deliveryIds,
    routeIds,
    createdAt,
    completedAt,
    runtimeSeconds,
    problem,
  };
}

export function renderStep(step: Step, usage: StepUsage | undefined): z.input<typeof stepReply> {
  const { id, nodeKey, status, createdAt, nodeVariables, outputs, reason, stage, missing, sent } = step;
  return {
    id,
    nodeId: nodeKey,
    nodeKey,
    status,
    createdAt,
    nodeVariables: { ...nodeVariables },
    output: { ...outputs },
    reason,
    stage,
    missing: [...missing],
    sent,
    usage: usage ? { ...usage } : null,
  };
}

export function renderWholeRun({ run, steps, usages }: RunWithSteps): z.input<typeof wholeRunReply> {
  return { ...renderRun(run), steps: steps.map((step) => renderStep(step, usages.get(step.nodeKey))) };
}

/** The `{id}` of a run's path. */
export const runPath = z.object({ id: z.string().meta({ description: 'Id of the run, `wfx_...`.' }) });

/** The `{id}` of a workflow's path. */
export const workflowPath = z.object({
  id: z.string().meta({ description: 'Id of the workflow, `wf_...`.' }),
});
