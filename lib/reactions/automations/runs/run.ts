import * as z from 'zod';
import {
  type KeyOfKind,
  type PayloadOf,
  type Run,
  type RunContext,
  runModes,
  runStatuses,
  type Step,
} from '../../../engines/workflows/index.ts';
import { defineEntity, type Partition } from '../../../platform/table/index.ts';

/** Runs are kept for 90 days. */
const LIFE_SECONDS = 90 * 24 * 3600;

const expiry = ({ createdAt }: { readonly createdAt: string }) =>
  Math.floor(Date.parse(createdAt) / 1000) + LIFE_SECONDS;

const ids = z.array(z.string());

const startedBy = z.object({
  type: z.enum(['event', 'timer', 'manual', 'test', 'cron', 'webhook']),
  /** Name of the event, or another cause. */
  name: z.string(),
  /** Event that started it. */
  eventId: z.string().nullable(),
  /** Key or user that started it by hand. */
  by: z.string().nullable(),
});

const summary = {
  organizationId: z.string(),
  /** `wfx_...`, derived from the workflow and its cause, so that one event starts it once. */
  id: z.string(),
  workflowId: z.string(),
  workflowName: z.string(),
  /** Version of the workflow from the start of the run to its end. */
  version: z.int(),
  status: z.enum(runStatuses),
  startedBy,
  orderIds: ids,
  jobIds: ids,
  deliveryIds: ids,
  routeIds: ids,
  createdAt: z.string(),
  completedAt: z.string().nullable(),
  /** Why it failed. */
  problem: z.string().nullable(),
};

const runSchema = z.object({
  ...summary,
  mode: z.enum(runModes),
  chainDepth: z.int(),
  /** Number of legs written; each one contains the steps of one transaction. */
  legs: z.int(),
  /** Number of effects that its actions had so far: changes, messages, and requests or questions. */
  did: z.object({ changes: z.int(), messages: z.int(), work: z.int() }).optional(),
  /** It is paused, and results wait until it is resumed. */
  isHeld: z.boolean(),

  /** State of the engine; null once the run has ended. */
  state: z.custom<Run>((value) => typeof value === 'object').nullable(),
});

/** A run of a workflow. */
export type RunRow = z.infer<typeof runSchema>;

export const runEntity = defineEntity<RunRow, Pick<RunRow, 'organizationId' | 'id'>>({
  name: 'workflowRun',
  schema: runSchema,
  partition: ({ organizationId, id }) => runPartition(organizationId, id),
  sort: () => ({ kind: 'state', parts: [] }),
  expiresAtSeconds: expiry,
});

const entrySchema = z.object(summary);

/** A run in the list of its workflow. */
export type RunEntry = z.infer<typeof entrySchema>;

/** A workflow's runs are in one partition in the order of their start. */
export const runEntryEntity = defineEntity<
  RunEntry,
  Pick<RunEntry, 'organizationId' | 'workflowId' | 'createdAt' | 'id'>
>({
  name: 'workflowRunEntry',
  schema: entrySchema,
  partition: ({ organizationId, workflowId }) => runsPartition(organizationId, workflowId),
  sort: ({ createdAt, id }) => ({ kind: 'log', parts: [createdAt, id] }),
  expiresAtSeconds: expiry,
});

/** What a run is about. */
export const RUN_SUBJECTS = Object.freeze(['order', 'job', 'route'] as const);

const linkSchema = z.object({
  organizationId: z.string(),
  entityType: z.enum(RUN_SUBJECTS),
  entityId: z.string(),
  runId: z.string(),
  workflowId: z.string(),
  createdAt: z.string(),
});

/** A run in the partition of its order, job or route. */
export const runLinkEntity = defineEntity<
  z.infer<typeof linkSchema>,
  Pick<z.infer<typeof linkSchema>, 'organizationId' | 'entityType' | 'entityId' | 'runId' | 'createdAt'>
>({
  name: 'workflowRunLink',
  schema: linkSchema,
  partition: ({ organizationId, entityType: type, entityId: id }) => ({ organizationId, type, id }),
  sort: ({ createdAt, runId }) => ({ kind: 'log', parts: [createdAt, runId] }),
  expiresAtSeconds: expiry,
});

const legSchema = z.object({
  organizationId: z.string(),
  runId: z.string(),
  leg: z.int(),
  createdAt: z.string(),
  steps: z.array(z.custom<Step>((value) => typeof value === 'object')),
  /** Data at the start of the run; stored with its first leg. */
  context: z.custom<RunContext>((value) => typeof value === 'object').nullable(),
  /** Custom events that had occurred at its start; stored with its first leg (specification 4.6.8). */
  occurred: z.record(z.string(), z.boolean().nullable()).optional(),
});

/** The steps of one transaction and the effects that it wrote. */
export type RunLeg = z.infer<typeof legSchema>;

export const runLegEntity = defineEntity<RunLeg, Pick<RunLeg, 'organizationId' | 'runId' | 'leg'>>({
  name: 'workflowRunLeg',
  schema: legSchema,
  partition: ({ organizationId, runId }) => runPartition(organizationId, runId),
  sort: ({ leg }) => ({ kind: 'state', parts: [String(leg).padStart(4, '0')] }),
  expiresAtSeconds: expiry,
});

/** Tokens and price of the models that a step asked; the price is null for a model of unknown price. */
export interface StepUsage {
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** In millionths of a dollar. */
  readonly costMicros: number | null;
}

const workSchema = z.object({
  organizationId: z.string(),
  runId: z.string(),
  nodeKey: z.string(),
  effectKey: z.string(),
  action: z.custom<KeyOfKind<'work'>>((value) => typeof value === 'string'),
  payload: z.custom<PayloadOf<KeyOfKind<'work'>>>((value) => typeof value === 'object'),
  status: z.enum(['due', 'under_way', 'done']),
  createdAt: z.string(),
  /** Time by which the worker that took it up has certainly ended. */
  leaseUntil: z.string().nullable(),
  /** Result of the work. */
  result: z.unknown(),
});

/** Work that a run started and waits for: an HTTP request, a question to a model. */
export type RunWork = z.infer<typeof workSchema>;

export const runWorkEntity = defineEntity<RunWork, Pick<RunWork, 'organizationId' | 'runId' | 'nodeKey'>>({
  name: 'workflowRunWork',
  schema: workSchema,
  partition: ({ organizationId, runId }) => runPartition(organizationId, runId),
  sort: ({ nodeKey }) => ({ kind: 'state', parts: [nodeKey] }),
  expiresAtSeconds: expiry,
});

const onceSchema = z.object({
  organizationId: z.string(),
  key: z.string(),
  runId: z.string(),
  createdAt: z.string(),
});

/** A message that is sent once per order: the first to write this sends it (specification 4.6.14). */
export const sentOnceEntity = defineEntity<
  z.infer<typeof onceSchema>,
  { organizationId: string; key: string }
>({
  name: 'workflowSentOnce',
  schema: onceSchema,
  partition: ({ organizationId, key }) => ({ organizationId, type: 'workflowSentOnce', id: key }),
  sort: () => ({ kind: 'state', parts: [] }),
});

/** Aggregate of a run: itself, its legs, its work. */
export function runPartition(organizationId: string, id: string): Partition {
  return { organizationId, type: 'workflowRun', id };
}

/** Partition of a workflow's list of runs. */
export function runsPartition(organizationId: string, workflowId: string): Partition {
  return { organizationId, type: 'workflowRuns', id: workflowId };
}

/** The list entry of a run. */
export function entryOf(row: RunRow): RunEntry {
  return entrySchema.parse(row);
}
