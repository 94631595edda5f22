import * as z from 'zod';
import { definitionSchema, workflowStatuses } from '../../engines/workflows/index.ts';
import { USED_KINDS } from '../../platform/core/used-kinds.ts';
import { defineEntity, type Partition } from '../../platform/table/index.ts';

const use = z.object({
  kind: z.enum(USED_KINDS),
  id: z.string(),
});

const workflowSchema = z.object({
  organizationId: z.string(),
  /** `wf_...` */
  id: z.string(),
  name: z.string(),
  description: z.string().nullable(),
  status: z.enum(workflowStatuses),
  /** Counts the changes of nodes, edges and trigger (decision B20). Runs pin it. */
  version: z.int().min(1),
  trigger: definitionSchema.shape.trigger,
  nodeCount: z.int(),
  /** References of its current version, by id. */
  uses: z.array(use),
  createdAt: z.string(),
  updatedAt: z.string(),
});

/** A workflow without its nodes and edges, which its versions have. */
export type Workflow = z.infer<typeof workflowSchema>;

/** What a list shows of a workflow. */
export const workflowRowSchema = workflowSchema.omit({ organizationId: true, uses: true });

/** A workflow in a list. */
export type WorkflowRow = z.infer<typeof workflowRowSchema>;

/** Maximum number of workflows of an organization, archived ones included. One page of the list has them all. */
export const MAX_WORKFLOWS = 1_000;

export const workflowEntity = defineEntity<Workflow, Pick<Workflow, 'organizationId' | 'id'>>({
  name: 'workflow',
  schema: workflowSchema,
  partition: ({ organizationId, id }) => workflowPartition(organizationId, id),
  sort: () => ({ kind: 'state', parts: [] }),
  audited: { type: 'workflow', id: ({ id }) => id },
  list: {
    name: 'workflowsByCreation',
    // Created by hand, a few a day at most: one partition is enough.
    shard: () => 0,
    at: ({ createdAt }) => createdAt,
    id: ({ id }) => id,
    row: (workflow) => workflowRowSchema.parse(workflow),
  },
});

const versionSchema = z.object({
  organizationId: z.string(),
  workflowId: z.string(),
  version: z.int().min(1),
  nodes: definitionSchema.shape.nodes,
  edges: definitionSchema.shape.edges,
  trigger: definitionSchema.shape.trigger,
  createdAt: z.string(),
});

/** One version of a workflow's structure. It never changes: runs finish with the version they started with. */
export type WorkflowVersion = z.infer<typeof versionSchema>;

export const workflowVersionEntity = defineEntity<
  WorkflowVersion,
  Pick<WorkflowVersion, 'organizationId' | 'workflowId' | 'version'>
>({
  name: 'workflowVersion',
  schema: versionSchema,
  partition: ({ organizationId, workflowId }) => workflowPartition(organizationId, workflowId),
  sort: ({ version }) => ({ kind: 'log', parts: [String(version).padStart(8, '0')] }),
});

const sweepSchema = z.object({
  /** Number of orders whose timers have been checked so far. */
  orders: z.int(),
  /** Last of them; null = none yet. */
  after: z.object({ at: z.string(), id: z.string() }).nullable(),
  /** Time at which all of them had been checked; null until then. */
  completedAt: z.string().nullable(),
});

/** Progress of setting the timers of orders that existed when a window-time workflow was activated. */
export type Sweep = z.infer<typeof sweepSchema>;

const listenerSchema = z.object({
  organizationId: z.string(),
  /** Name of the event; for a custom event its key. */
  event: z.string(),
  workflowId: z.string(),
  version: z.int().min(1),
  name: z.string(),
  trigger: definitionSchema.shape.trigger,
  /** Time from which this version listens; earlier due times start nothing. */
  since: z.string().optional(),
  sweep: sweepSchema.optional(),
});

/** An active workflow that listens to an event. */
export type WorkflowListener = z.infer<typeof listenerSchema>;

/** Maximum number of active workflows for one event: more would let one event start a flood of runs. */
export const MAX_LISTENERS = 50;

/** The same for a synchronous event: the journal must fit into the order's own transaction. */
export const MAX_SYNCHRONOUS = 5;

/** All listeners of one event are in one partition: one Query finds them. */
export const workflowListenerEntity = defineEntity<
  WorkflowListener,
  Pick<WorkflowListener, 'organizationId' | 'event' | 'workflowId'>
>({
  name: 'workflowListener',
  schema: listenerSchema,
  partition: ({ organizationId, event }) => listenersPartition(organizationId, event),
  sort: ({ workflowId }) => ({ kind: 'state', parts: [workflowId] }),
  isKept: true,
});

/** Partition of the listeners of an event. */
export function listenersPartition(organizationId: string, event: string): Partition {
  return { organizationId, type: 'workflowListeners', id: event };
}

/** Aggregate of a workflow: the workflow itself and its versions. */
export function workflowPartition(organizationId: string, id: string): Partition {
  return { organizationId, type: 'workflow', id };
}

/** Triggers that fire at a time of an order (specification 4.6.5). */
export const WINDOW_TRIGGERS: readonly string[] = [
  'order_pickup_start_time',
  'order_pickup_end_time',
  'order_dropoff_start_time',
  'order_dropoff_end_time',
  'order_cutoff_time',
];

/** Their common key among listeners, because setting the timers of an order needs all of them together. */
export const TIME_EVENT = 'order.moments';

/** The event to which an active workflow with this trigger listens; undefined when no event starts it. */
export function listenedEvent({ trigger, status }: Pick<Workflow, 'trigger' | 'status'>): string | undefined {
  const listens = status === 'active' && trigger.triggerType === 'event' && trigger.isEnabled !== false;
  if (!listens) return undefined;
  return WINDOW_TRIGGERS.includes(trigger.eventName ?? '') ? TIME_EVENT : trigger.eventName;
}
