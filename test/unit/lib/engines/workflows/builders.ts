import { deepEqual } from 'node:assert/strict';
import {
  type Advanced,
  type AdvanceInput,
  advance,
  compile,
  type Effect,
  type Plan,
  payloadOf,
  type Run,
  type StartRequest,
  type Step,
  startRun,
  type ValidationEnvironment,
  validateDefinition,
  type Workflow,
  type WorkflowEdge,
  type WorkflowNode,
  type WorkflowTrigger,
} from '../../../../../lib/engines/workflows/index.ts';
import type { JsonObject } from '../../../../../lib/engines/workflows/json.ts';
import { isRefusal } from '../../../../../lib/platform/core/refusal.ts';

/** Saturday noon in UTC; the instant every test runs at unless it says otherwise. */
export const NOW = Date.parse('2026-11-21T12:00:00.000Z');

/** An order as the wire shows it, valid and scheduled for the day after `NOW`. */
export function anyOrder(parts: JsonObject = {}): JsonObject {
  return {
    id: 'ord_1',
    externalId: 'A-1',
    status: 'valid',
    tags: ['cold'],
    requirements: [],
    valueCents: 5_000,
    tipAmountCents: 300,
    itemsCount: 2,
    currency: 'USD',
    deliveryMode: 'scheduled',
    description: 'Two boxes',
    pickupAddress: '1 Main Street, Springfield',
    pickupAddressNumber: '1',
    pickupAddressFormattedStreet: 'Main Street',
    pickupAddressCity: 'Springfield',
    pickupBusinessName: 'Corner Shop',
    pickupTimezoneId: 'America/New_York',
    pickupStartTime: '2026-11-22T15:00:00.000Z',
    pickupEndTime: '2026-11-22T16:00:00.000Z',
    dropoffFirstName: 'Ada',
    dropoffPhoneNumber: '+12125550100',
    dropoffEmail: 'ada@example.com',
    dropoffStartTime: '2026-11-22T17:00:00.000Z',
    dropoffEndTime: '2026-11-22T18:00:00.000Z',
    createdAt: '2026-11-21T11:00:00.000Z',
    orderMetadata: { tier: 'gold', boxes: 3, fragile: true },
    ...parts,
  };
}

/** The trigger node every workflow begins with. */
export const start: WorkflowNode = { nodeKey: 'start', nodeType: 'trigger' };

export function action(nodeKey: string, nodeAction: string, config: Record<string, unknown>): WorkflowNode {
  return { nodeKey, nodeType: 'action', nodeAction, nodeActionConfig: config };
}

export function filter(nodeKey: string, ...conditions: unknown[]): WorkflowNode {
  return { nodeKey, nodeType: 'filter', nodeFilterConfig: conditions };
}

export function tag(nodeKey: string, name: string = nodeKey): WorkflowNode {
  return action(nodeKey, 'add_tag', { tag: name });
}

/** An HTTP request through the connection `con_1`. */
export function request(parts: Record<string, unknown> = {}): WorkflowNode {
  return action('n', 'send_http_request', {
    connectionId: 'con_1',
    method: 'POST',
    path: 'orders',
    ...parts,
  });
}

/** Keys that are not for validation errors of workflows (4.6.10). */
export const RESERVED_KEYS = [
  'workflowValidation',
  'externalId',
  'id',
  'status',
  'validationErrors',
  'organizationId',
  'constructor',
  'prototype',
];

/** A condition that is true for `anyOrder`, and one that is not. */
export const holds = { field: 'order.status', operator: 'equals', value: 'valid' };
export const failing = { field: 'order.status', operator: 'equals', value: 'archived' };
/** A condition that cannot be evaluated: a number is not a text. */
export const unevaluable = { field: 'order.orderMetadata.boxes', operator: 'starts_with', value: 'three' };

/** `'a>b'` is a default edge, `'a+b'` success, `'a-b'` negative, `'a=key>b'` a decision. */
export function edge(text: string, executionOrder = 0): WorkflowEdge {
  const match = /^(\w+)(?:=(\w+))?([>+-])(\w+)$/.exec(text);
  if (match === null) throw new Error(`not an edge: ${text}`);
  const [, sourceNodeKey = '', branchKey, sign = '>', targetNodeKey = ''] = match;
  const ends = { edgeKey: text, sourceNodeKey, targetNodeKey, executionOrder };
  if (branchKey !== undefined) return { ...ends, edgeType: 'decision', branchKey };
  if (sign === '>') return ends;
  return { ...ends, edgeType: sign === '+' ? 'success' : 'negative' };
}

export function anyWorkflow(parts: {
  nodes: readonly WorkflowNode[];
  edges: readonly (string | WorkflowEdge)[];
  on?: string;
  trigger?: WorkflowTrigger;
}): Workflow {
  const trigger = parts.trigger ?? { triggerType: 'event', eventName: parts.on ?? 'order.created' };
  return {
    id: 'wf_1',
    name: 'Night orders',
    status: 'active',
    version: 1,
    nodes: [start, ...parts.nodes],
    edges: parts.edges.map((item, index) => (typeof item === 'string' ? edge(item, index) : item)),
    trigger,
  };
}

/** A workflow of one action behind the trigger. */
export function single(node: WorkflowNode, on = 'order.created'): Workflow {
  return anyWorkflow({ nodes: [node], edges: [`start>${node.nodeKey}`], on });
}

export function problemsOf(workflow: Workflow, environment: ValidationEnvironment = {}) {
  return validateDefinition(workflow, environment);
}

export function codesOf(workflow: Workflow, environment: ValidationEnvironment = {}): string[] {
  return problemsOf(workflow, environment).map(({ code }) => code);
}

export function begin(plan: Plan, parts: Partial<StartRequest> = {}): Run {
  const run = startRun(plan, {
    id: 'wfx_1',
    mode: plan.trigger.synchronous ? 'synchronous' : 'asynchronous',
    now: NOW,
    context: { order: anyOrder(), package: { id: 'pkg_1' } },
    ...parts,
  });
  if (isRefusal(run)) throw new Error(run.message);
  return run;
}

/** Starts a run of a workflow and advances it once. */
export function runOnce(
  workflow: Workflow,
  parts: Partial<StartRequest> = {},
  input: Partial<AdvanceInput> = {},
): Advanced {
  const plan = compile(workflow, input.environment);
  return advance(plan, begin(plan, parts), { now: parts.now ?? NOW, ...input });
}

export function stepOf(advanced: Advanced, nodeKey: string): Step {
  const step = advanced.steps.findLast((candidate) => candidate.nodeKey === nodeKey);
  if (step === undefined) throw new Error(`"${nodeKey}" left no step`);
  return step;
}

/** The effect of a node, with the content that its action declares. */
export function effectOf(advanced: Advanced, nodeKey: string): Effect {
  const effect = advanced.effects.find((candidate) => candidate.nodeKey === nodeKey);
  if (effect === undefined) throw new Error(`"${nodeKey}" had no effect: ${JSON.stringify(advanced.steps)}`);
  deepEqual(payloadOf(effect.action, effect.payload), effect.payload);
  return effect;
}

/** Keys of the nodes that left a step, in order, each once. */
export function pathOf(advanced: Advanced): string[] {
  return [...new Set(advanced.steps.map(({ nodeKey }) => nodeKey))];
}
