import * as z from 'zod';
import {
  definitionSchema,
  edgeSchema,
  nodeSchema,
  triggerSchema,
  workflowStatuses,
} from '../../../lib/engines/workflows/index.ts';
import { instantReply, shortText } from '../../../lib/platform/http/index.ts';
import type { WorkflowRow, WorkflowWithVersions } from '../../../lib/reactions/automations/index.ts';

/**
 * Shows a part of a definition in the document. Parts are parsed one by one, so that every problem is
 * reported at once.
 */
const documented =
  (schema: z.ZodType, asList: boolean) =>
  ({ jsonSchema }: { readonly jsonSchema: object }) => {
    const { $schema: _, ...shown } = z.toJSONSchema(schema, { io: 'input' });
    Object.assign(jsonSchema, asList ? { type: 'array', items: shown } : shown);
  };

const nodes = z.unknown().meta({
  override: documented(nodeSchema, true),
  description:
    'Nodes of the workflow, including its trigger; GET /v1/workflows/schema lists what they can do.',
});
const edges = z
  .unknown()
  .meta({ override: documented(edgeSchema, true), description: 'Connections between nodes.' });
const trigger = z
  .unknown()
  .meta({ override: documented(triggerSchema, false), description: 'Trigger of the workflow.' });

export const workflowStatus = z
  .enum(workflowStatuses)
  .meta({ description: 'Status; only `active` workflows run on their triggers.' });

const name = shortText(200).meta({ description: 'Name of the workflow.' });
const description = z.string().max(2_000).nullish().meta({ description: 'Purpose of the workflow.' });
const editedNodeKeys = z.array(z.string().max(64)).max(200).optional().meta({
  description:
    'Keys of the edited nodes: variables that resolve to nothing are refused only there. If absent, every node.',
});

/** Body of a new workflow. */
export const newWorkflow = z.object({
  name,
  description,
  status: z
    .enum(['draft', 'active', 'inactive', 'template'])
    .nullish()
    .meta({ description: 'Initial status; default `draft`.' }),
  nodes,
  edges,
  trigger,
  editedNodeKeys,
});

/** Body of a change. */
export const workflowChange = z.object({
  name: name.optional(),
  description,
  status: workflowStatus.optional(),
  nodes: nodes.optional(),
  edges: edges.optional(),
  trigger: trigger.optional(),
  editedNodeKeys,
});

/** A workflow in lists. */
export const workflowRowReply = z
  .object({
    id: z.string(),
    name: z.string(),
    description: z.string().nullable(),
    status: z.enum(workflowStatuses),
    version: z.int(),
    trigger: definitionSchema.shape.trigger,
    nodeCount: z.int(),
    createdAt: instantReply,
    updatedAt: instantReply,
  })
  .meta({ id: 'WorkflowRow' });

/** A workflow with its nodes and edges. */
export const workflowReply = workflowRowReply
  .extend({
    nodes: definitionSchema.shape.nodes,
    edges: definitionSchema.shape.edges,
    sweep: z
      .object({
        orders: z.int().meta({ description: 'Number of orders looked at so far.' }),
        completedAt: instantReply.nullable(),
      })
      .nullable()
      .meta({
        description:
          'Progress of setting timers for the orders that existed when a window-time workflow was activated or got ' +
          'this version; null for other triggers and while it is not active.',
      }),
  })
  .meta({ id: 'Workflow' });

/** A version of a workflow. */
export const versionReply = z
  .object({
    workflowId: z.string(),
    version: z.int(),
    nodes: definitionSchema.shape.nodes,
    edges: definitionSchema.shape.edges,
    trigger: definitionSchema.shape.trigger,
    createdAt: instantReply,
  })
  .meta({ id: 'WorkflowVersion' });

export function renderRow(row: WorkflowRow): z.input<typeof workflowRowReply> {
  return row;
}

export function renderWorkflow({
  workflow,
  definition,
  sweep,
}: WorkflowWithVersions): z.input<typeof workflowReply> {
  const { organizationId: _, uses: __, ...row } = workflow;
  const { trigger, nodes, edges } = definition;
  const progress = sweep ? { orders: sweep.orders, completedAt: sweep.completedAt } : null;
  return { ...row, trigger, nodes, edges, sweep: progress };
}

export function renderVersion({ definition }: WorkflowWithVersions): z.input<typeof versionReply> {
  const { organizationId: _, ...shown } = definition;
  return shown;
}

/** The `{id}` of a workflow's path. */
export const workflowPath = z.object({
  id: z.string().meta({ description: 'Id of the workflow, `wf_...`.' }),
});

/** Path of one version. */
export const versionPath = workflowPath.extend({
  version: z
    .string()
    // Anything but a number is 404, like a version that does not exist.
    .transform((text) => (/^[1-9]\d{0,6}$/.test(text) ? Number(text) : 0))
    .meta({ override: { type: 'integer', minimum: 1 }, description: 'Number of the version, from 1.' }),
});
