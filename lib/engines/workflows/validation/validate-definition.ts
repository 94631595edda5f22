import type { WorkflowNode } from '../definition/definition-schema.ts';
import type { Environment } from '../definition/environment.ts';
import { triggerOf } from '../definition/triggers.ts';
import { bindAction, nodeOutputs } from '../engine/node-outputs.ts';
import { edgesByTarget, upstreamOf } from '../engine/upstream-of.ts';
import { checkAction } from './check-action.ts';
import { checkConditions } from './check-conditions.ts';
import { checkEdges } from './check-edges.ts';
import { checkExclusive } from './check-exclusive.ts';
import { checkGraph } from './check-graph.ts';
import { checkTrigger } from './check-trigger.ts';
import { parseShape } from './parse-shape.ts';
import { collectProblems, type Problem, type Report } from './problem.ts';

/** What exists, and which nodes the save is about. */
export interface ValidationEnvironment extends Environment {
  /**
   * Keys of the nodes being edited: a variable that resolves to nothing is refused only there (specification
   * 4.6.14). Absent: every node.
   */
  readonly editedNodeKeys?: readonly string[];
  /** Milliseconds since the epoch: a schedule of years gone by is refused. Absent: none is for that. */
  readonly nowMs?: number;
}

/**
 * Every problem that keeps a definition from being saved or activated, all at once; none means that it can be
 * compiled and run. Takes any value and never throws.
 */
export function validateDefinition(
  definition: unknown,
  environment: ValidationEnvironment,
): readonly Problem[] {
  const { problems, report } = collectProblems();
  const shape = parseShape(definition, report);
  if (shape === undefined) return problems;
  const { nodes, edges } = shape;
  checkGraph(shape, report);
  if (shape.trigger !== undefined) checkTrigger(shape.trigger, environment, report);
  const bound = new Map(nodes.map((node) => [node.nodeKey, bindAction(node)]));
  checkEdges(nodes, edges, bound, report);
  const outputs = new Map(
    nodes.map((node) => [node.nodeKey, nodeOutputs(node, bound.get(node.nodeKey), environment)]),
  );
  const byTarget = edgesByTarget(edges);
  const upstreams = new Map<string, ReadonlySet<string>>();
  const around = {
    trigger: shape.trigger === undefined ? undefined : triggerOf(shape.trigger),
    environment,
    outputs,
    upstream: (nodeKey: string) => {
      const known = upstreams.get(nodeKey) ?? upstreamOf(nodeKey, byTarget);
      upstreams.set(nodeKey, known);
      return known;
    },
    edited: (nodeKey: string) => environment.editedNodeKeys?.includes(nodeKey) ?? true,
  };
  for (const node of nodes) {
    checkFields(node, report);
    if (node.nodeType === 'filter' || node.nodeType === 'switch') checkConditions(node, around, report);
    if (node.nodeType === 'action') checkAction(node, bound.get(node.nodeKey), around, report);
  }
  checkExclusive(nodes, edges, bound, report);
  return problems;
}

/** A field that the node's type does not act on is refused, as it would be ignored. */
function checkFields(node: WorkflowNode, report: Report): void {
  const { nodeKey, nodeType } = node;
  const unexpected = [
    ...(nodeType === 'action' ? [] : (['nodeAction', 'nodeActionConfig'] as const)),
    ...(nodeType === 'filter' || nodeType === 'switch' ? [] : (['nodeFilterConfig'] as const)),
  ];
  for (const field of unexpected) {
    const value = node[field];
    // Empty values are what a canvas leaves behind; they say nothing.
    if (value === undefined || Object.keys(value).length === 0) continue;
    const message = `A ${nodeType} node has no "${field}".`;
    report({ code: 'node.unexpected-field', nodeKey, field, message });
  }
}
