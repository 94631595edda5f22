import type { WorkflowEdge } from '../definition/definition-schema.ts';

/** Edges by the node they lead to. */
export type EdgesByTarget = ReadonlyMap<string, readonly WorkflowEdge[]>;

/** Indexes edges by the node they lead to, for walking upstream. */
export function edgesByTarget(edges: readonly WorkflowEdge[]): EdgesByTarget {
  return Map.groupBy(edges, ({ targetNodeKey }) => targetNodeKey);
}

/** Keys of the nodes from which `nodeKey` can be reached. */
export function upstreamOf(nodeKey: string, edges: EdgesByTarget): ReadonlySet<string> {
  const found = new Set<string>();
  const visit = (target: string): void => {
    for (const { sourceNodeKey } of edges.get(target) ?? []) found.add(sourceNodeKey);
  };
  visit(nodeKey);
  // A set that grows while it is walked yields what was added, so this ends with everything upstream.
  for (const key of found) visit(key);
  return found;
}
