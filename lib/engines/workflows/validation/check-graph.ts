import { nearestMatch } from '../../../platform/core/nearest-match.ts';
import type { WorkflowEdge, WorkflowNode } from '../definition/definition-schema.ts';
import type { Shape } from './parse-shape.ts';
import type { Report } from './problem.ts';

/** Checks the graph as such: unique keys, one trigger node, known ends, no cycle, everything reachable. */
export function checkGraph(shape: Shape, report: Report): void {
  const { nodes, edges } = shape;
  reportTwice(
    nodes.map(({ nodeKey }) => nodeKey),
    (nodeKey) =>
      report({ code: 'node.duplicate-key', nodeKey, message: `Two nodes have the key "${nodeKey}".` }),
  );
  reportTwice(
    edges.map(({ edgeKey }) => edgeKey),
    (edgeKey) =>
      report({ code: 'edge.duplicate-key', edgeKey, message: `Two edges have the key "${edgeKey}".` }),
  );
  const starts = nodes.filter(({ nodeType }) => nodeType === 'trigger');
  if (starts.length !== 1) {
    const message = `A workflow has exactly one trigger node; this one has ${starts.length}.`;
    report({ code: 'node.trigger-count', nodeKey: starts[1]?.nodeKey, message });
  }
  for (const { nodeKey, nodeType, isTrigger } of nodes) {
    if (isTrigger === undefined || isTrigger === (nodeType === 'trigger')) continue;
    const message = `"isTrigger" of "${nodeKey}" contradicts its type ${nodeType}.`;
    report({ code: 'node.trigger-flag', nodeKey, field: 'isTrigger', message });
  }
  checkEnds(shape, starts, report);
  const cyclic = cyclicNodes(nodes, edges);
  if (cyclic.length > 0) {
    const message = `These nodes form a cycle: ${cyclic.join(', ')}.`;
    report({ code: 'graph.cycle', nodeKey: cyclic[0], message });
  }
  const reached = reachable(
    starts.map(({ nodeKey }) => nodeKey),
    edges,
  );
  for (const { nodeKey } of nodes) {
    if (starts.length === 0 || reached.has(nodeKey)) continue;
    const message = `"${nodeKey}" cannot be reached from the trigger.`;
    report({ code: 'node.orphan', nodeKey, message });
  }
}

function checkEnds({ edges, nodeKeys }: Shape, starts: readonly WorkflowNode[], report: Report): void {
  const seen = new Set<string>();
  for (const edge of edges) {
    const { edgeKey } = edge;
    for (const field of ['sourceNodeKey', 'targetNodeKey'] as const) {
      const key = edge[field];
      if (nodeKeys.has(key)) continue;
      const message = `There is no node "${key}".`;
      report({
        code: 'edge.unknown-node',
        edgeKey,
        field,
        message,
        suggestion: () => nearestMatch(key, nodeKeys),
      });
    }
    if (starts.some(({ nodeKey }) => nodeKey === edge.targetNodeKey)) {
      const message = 'No edge may lead to the trigger node.';
      report({ code: 'edge.into-trigger', edgeKey, field: 'targetNodeKey', message });
    }
    const { sourceNodeKey, targetNodeKey, edgeType = 'default', branchKey = '' } = edge;
    const same = JSON.stringify([sourceNodeKey, targetNodeKey, edgeType, branchKey]);
    if (seen.has(same)) {
      const message = `Another edge already connects "${sourceNodeKey}" to "${targetNodeKey}" in the same way.`;
      report({ code: 'edge.duplicate', edgeKey, message });
    }
    seen.add(same);
  }
}

function reportTwice(keys: readonly string[], found: (key: string) => void): void {
  const seen = new Set<string>();
  const told = new Set<string>();
  for (const key of keys) {
    if (seen.has(key) && !told.has(key)) {
      told.add(key);
      found(key);
    }
    seen.add(key);
  }
}

/** Nodes on a cycle: the rest after repeatedly removing nodes without incoming or without outgoing edges. */
function cyclicNodes(nodes: readonly WorkflowNode[], edges: readonly WorkflowEdge[]): readonly string[] {
  const left = new Set(nodes.map(({ nodeKey }) => nodeKey));
  let inside = edges.filter((edge) => left.has(edge.sourceNodeKey) && left.has(edge.targetNodeKey));
  for (let before = -1; before !== left.size; ) {
    before = left.size;
    const targets = new Set(inside.map((edge) => edge.targetNodeKey));
    const sources = new Set(inside.map((edge) => edge.sourceNodeKey));
    for (const key of left) if (!targets.has(key) || !sources.has(key)) left.delete(key);
    inside = inside.filter((edge) => left.has(edge.sourceNodeKey) && left.has(edge.targetNodeKey));
  }
  return [...left];
}

function reachable(from: readonly string[], edges: readonly WorkflowEdge[]): ReadonlySet<string> {
  const targets = Map.groupBy(edges, ({ sourceNodeKey }) => sourceNodeKey);
  const reached = new Set(from);
  for (const key of reached) {
    for (const { targetNodeKey } of targets.get(key) ?? []) reached.add(targetNodeKey);
  }
  return reached;
}
