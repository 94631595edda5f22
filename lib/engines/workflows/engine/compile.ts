import type { KnownAction } from '../actions/action-catalogue.ts';
import type { BoundAction } from '../actions/define-action.ts';
import type { Workflow, WorkflowEdge, WorkflowNode } from '../definition/definition-schema.ts';
import type { Environment } from '../definition/environment.ts';
import { triggerOf } from '../definition/triggers.ts';
import { compileConditions, type NeededOccurrence } from '../filters/compile-conditions.ts';
import { caseSchema } from '../filters/condition-schema.ts';
import { type CompiledTemplate, compileTemplate } from '../variables/compile-template.ts';
import type { NodeOutputs, Reference } from '../variables/resolve-variable.ts';
import { bindAction, nodeOutputs } from './node-outputs.ts';
import { branchExit, type Exit, type NodeWork, type Plan, type PlanEdge, type PlanNode } from './plan.ts';
import { edgesByTarget, upstreamOf } from './upstream-of.ts';

/** The part of a workflow from which a plan is made. */
export type CompilableWorkflow = Pick<Workflow, 'id' | 'name' | 'version' | 'nodes' | 'edges' | 'trigger'>;

/** A node while its edges are being connected. */
interface Draft extends PlanNode {
  work: NodeWork;
  incoming: number;
  readonly exits: PlanEdge[];
}

interface Compiled {
  readonly work: NodeWork;
  readonly references: readonly Pick<Reference, 'path' | 'read'>[];
}

/**
 * Makes a workflow version ready to run: patterns compiled, variables bound, conditions turned into closures, edges
 * indexed. Total: what validation would refuse becomes a node that fails when it is reached, so that a version saved
 * under older rules cannot crash a run. `environment` only adds the output formats of agents.
 */
export function compile(workflow: CompilableWorkflow, environment: Environment = {}): Plan {
  const trigger = triggerOf(workflow.trigger);
  const bound = new Map<string, BoundAction<KnownAction> | undefined>();
  const outputs = new Map<string, NodeOutputs>();
  for (const node of workflow.nodes) {
    if (bound.has(node.nodeKey)) continue;
    const action = bindAction(node);
    bound.set(node.nodeKey, action);
    outputs.set(node.nodeKey, nodeOutputs(node, action, environment));
  }
  const occurrences: NeededOccurrence[] = [];
  const asynchronousNodes: string[] = [];
  const strict = trigger.key === 'order.validating';
  const nodes = new Map<string, Draft>();
  for (const node of workflow.nodes) {
    if (nodes.has(node.nodeKey)) continue;
    const { work, references } = compileNode(node, bound.get(node.nodeKey), outputs, strict, occurrences);
    const enabled = node.isEnabled !== false;
    if (enabled && work.kind === 'action' && !work.action.synchronous) asynchronousNodes.push(node.nodeKey);
    const reads = [...new Map(references.map(({ path, read }) => [path, { path, read }])).values()];
    nodes.set(node.nodeKey, { key: node.nodeKey, enabled, incoming: 0, exits: [], work, reads });
  }
  connect(workflow.edges, nodes);
  for (const node of nodes.values()) {
    if (node.work.kind !== 'action' || !node.work.action.readsUpstream) continue;
    node.work = { ...node.work, upstream: [...upstreamOf(node.key, edgesByTarget(workflow.edges))] };
  }
  const start = workflow.nodes.find(({ nodeType }) => nodeType === 'trigger');
  return Object.freeze({
    workflowId: workflow.id,
    workflowName: workflow.name,
    version: workflow.version,
    trigger,
    nodes,
    start: start === undefined ? undefined : nodes.get(start.nodeKey),
    occurrences: uniqueOccurrences(occurrences),
    asynchronousNodes,
  });
}

function compileNode(
  node: WorkflowNode,
  bound: BoundAction<KnownAction> | undefined,
  outputs: ReadonlyMap<string, NodeOutputs>,
  strict: boolean,
  occurrences: NeededOccurrence[],
): Compiled {
  switch (node.nodeType) {
    case 'trigger':
      return { work: { kind: 'trigger' }, references: [] };
    case 'filter': {
      const compiled = compileConditions(node.nodeFilterConfig, { nodes: outputs, strict });
      occurrences.push(...compiled.occurrences);
      return { work: { kind: 'filter', evaluate: compiled.evaluate }, references: compiled.references };
    }
    case 'switch': {
      const references: Reference[] = [];
      const cases = (node.nodeFilterConfig ?? []).flatMap((raw) => {
        const parsed = caseSchema.safeParse(raw);
        if (!parsed.success) return [];
        const compiled = compileConditions(parsed.data.conditions, { nodes: outputs, strict });
        occurrences.push(...compiled.occurrences);
        references.push(...compiled.references);
        return [{ key: parsed.data.key, evaluate: compiled.evaluate }];
      });
      if (cases.length < (node.nodeFilterConfig ?? []).length) {
        return { work: { kind: 'broken', reason: 'A case of the switch is malformed.' }, references: [] };
      }
      return { work: { kind: 'switch', cases }, references };
    }
    case 'action':
      return compileAction(node, bound, outputs);
  }
}

function compileAction(
  node: WorkflowNode,
  bound: BoundAction<KnownAction> | undefined,
  outputs: ReadonlyMap<string, NodeOutputs>,
): Compiled {
  if (bound === undefined) {
    const reason = `The action "${node.nodeAction ?? ''}" does not exist or its config does not fit.`;
    return { work: { kind: 'broken', reason }, references: [] };
  }
  const templates = new Map<string, CompiledTemplate>();
  const references: Pick<Reference, 'path' | 'read'>[] = [];
  for (const { source, field } of bound.templates) {
    if (!source.includes('{{') || templates.has(source)) continue;
    const compiled = compileTemplate(source, outputs);
    if ('errors' in compiled) {
      const reason = `The text of "${field}" cannot be used: ${compiled.errors[0]?.message}`;
      return { work: { kind: 'broken', reason }, references: [] };
    }
    templates.set(source, compiled);
    for (const part of compiled.parts) if (typeof part !== 'string') references.push(part);
  }
  const { action } = bound;
  return { work: { kind: 'action', action, bound, templates, upstream: [] }, references };
}

/** Edges in `executionOrder`, ties by key, so that a run does not depend on the order of storage. */
function connect(edges: readonly WorkflowEdge[], nodes: ReadonlyMap<string, Draft>): void {
  const ordered = [...edges].sort(
    (a, b) => a.executionOrder - b.executionOrder || (a.edgeKey < b.edgeKey ? -1 : 1),
  );
  for (const edge of ordered) {
    const source = nodes.get(edge.sourceNodeKey);
    const target = nodes.get(edge.targetNodeKey);
    if (source === undefined || target === undefined) continue;
    source.exits.push({ exit: exitOf(edge), target });
    target.incoming += 1;
  }
}

/** The exit of its source to which an edge is connected. */
function exitOf(edge: WorkflowEdge): Exit {
  return edge.edgeType === 'decision' ? branchExit(edge.branchKey ?? '') : (edge.edgeType ?? 'default');
}

function uniqueOccurrences(occurrences: readonly NeededOccurrence[]): readonly NeededOccurrence[] {
  return [...new Map(occurrences.map((item) => [`${item.entity}:${item.event}`, item])).values()];
}
