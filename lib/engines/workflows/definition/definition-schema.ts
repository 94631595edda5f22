import * as z from 'zod';
import { isForbiddenName, isJsonObject, type Json } from '../json.ts';
import { limits } from '../limits.ts';
import { workflowStatuses } from './statuses.ts';
import { directions, triggerTypes } from './triggers.ts';

/** Types of node (specification 2.7, decision A7). */
export const nodeTypes = Object.freeze(['trigger', 'filter', 'action', 'switch'] as const);

/** Types of edge (specification 2.7). */
export const edgeTypes = Object.freeze(['default', 'success', 'negative', 'decision'] as const);

const key = z
  .string()
  .min(1)
  .max(limits.key)
  .regex(/^[A-Za-z0-9_-]+$/, 'may contain only letters, digits, "_" and "-"')
  .refine((name) => !isForbiddenName(name), 'is a reserved name');

/** A node as stored. Its type and action decide the meaning of its config. */
export const nodeSchema = z.object({
  nodeKey: key.describe('Unique in the workflow'),
  nodeType: z.enum(nodeTypes).describe('Kind of node'),
  nodeAction: z.string().max(limits.key).optional().describe('Required on action nodes'),
  nodeActionConfig: z.record(z.string(), z.unknown()).optional().describe('Settings of the action'),
  nodeFilterConfig: z
    .array(z.unknown())
    .max(limits.conditions)
    .optional()
    .describe('Conditions of a filter node, cases of a switch node'),
  nodeLabel: z.string().max(limits.label).optional().describe('Display name'),
  isEnabled: z.boolean().optional().describe('Whether the node is disabled; a disabled node is skipped'),
  isTrigger: z
    .boolean()
    .optional()
    .describe('Whether the node is the trigger; true only on the trigger node'),
});

/** A connection between two nodes. Absent `edgeType` is `default`. */
export const edgeSchema = z.object({
  edgeKey: z.string().min(1).max(128).describe('Unique in the workflow'),
  sourceNodeKey: z.string().max(limits.key).describe('Source node'),
  targetNodeKey: z.string().max(limits.key).describe('Target node'),
  executionOrder: z.int().min(0).describe('Order among the edges of one type from the same node'),
  edgeType: z.enum(edgeTypes).optional().describe('Exit of its source node; if absent, default'),
  branchKey: z
    .string()
    .max(limits.key)
    .optional()
    .describe('Branch; required on decision edges, not allowed on others'),
});

/** What starts the workflow. The event decides which of the optional fields are used. */
export const triggerSchema = z.object({
  triggerType: z.enum(triggerTypes).describe('How the workflow starts'),
  eventName: z.string().min(1).max(128).optional().describe('Built-in event, or key of a custom one'),
  customEventDefinitionId: z.string().min(1).max(128).optional().describe('Definition of a custom event'),
  deliveryStatuses: z
    .array(z.string().min(1).max(64))
    .min(1)
    .max(64)
    .optional()
    .describe('Fires separately for each status'),
  direction: z.enum(directions).optional().describe('Of a window-time trigger'),
  offset_minutes: z
    .int()
    .min(0)
    .max(limits.rescheduleMinutes)
    .optional()
    .describe('Minutes before or after the time'),
  eventTriggerType: z.string().min(1).max(256).optional().describe('Type of the notification trigger'),
  notificationTriggerParameters: z
    .record(z.string(), z.unknown())
    .optional()
    .describe('Parameters of the notification trigger'),
  cronExpression: z
    .string()
    .min(1)
    .max(128)
    .optional()
    .describe(
      'Minute, hour, day of the month, month, day of the week (0 or 7 is Sunday); with a year as sixth field, 1 is Sunday',
    ),
  timeZone: z.string().min(1).max(64).optional().describe('Time zone of the schedule; if absent, UTC'),
  isEnabled: z
    .boolean()
    .optional()
    .describe('Whether the trigger is disabled; a disabled trigger starts nothing'),
});

/** A part as clients send it: a null field counts as absent. */
const part = <Shape extends z.ZodType>(shape: Shape) => z.preprocess(withoutNulls, shape);

/** The structure of a workflow: the content of a version (specification 9.2). Unknown fields are left out. */
export const definitionSchema = z.object({
  nodes: z.array(part(nodeSchema)).max(limits.nodes),
  edges: z.array(part(edgeSchema)).max(limits.edges),
  trigger: z.preprocess((value) => withEventName(withoutNulls(value) as Json), triggerSchema),
});

/** A workflow as stored (decision B20). */
export const workflowRecordSchema = definitionSchema.extend({
  id: z.string().min(1),
  name: z.string().min(1).max(limits.label),
  description: z.string().max(2_000).optional(),
  status: z.enum(workflowStatuses),
  version: z.int().min(1),
});

/** A trigger that names a notification trigger listens to its firing, unless it names the event. */
export function withEventName(trigger: Json | undefined): Json | undefined {
  if (!isJsonObject(trigger)) return trigger;
  const { triggerType, eventTriggerType, eventName } = trigger;
  const isUnnamed =
    triggerType === 'event' && typeof eventTriggerType === 'string' && (eventName ?? '') === '';
  return isUnnamed ? { ...trigger, eventName: 'notification_trigger.tripped' } : trigger;
}

/** The value without its null properties, because clients send null for an optional field. */
export function withoutNulls(value: unknown): unknown {
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(Object.entries(value).filter(([, child]) => child !== null));
}

export type WorkflowNode = z.infer<typeof nodeSchema>;
export type WorkflowEdge = z.infer<typeof edgeSchema>;
export type WorkflowTrigger = z.infer<typeof triggerSchema>;
/** Nodes, edges and trigger of a workflow. */
export type WorkflowDefinition = z.infer<typeof definitionSchema>;
/** A workflow with its name, status and version. */
export type Workflow = z.infer<typeof workflowRecordSchema>;
