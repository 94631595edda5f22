import type { WorkflowEdge } from '../definition/definition-schema.ts';

/** Edges by the node to which they lead. */
export type EdgesByTarget = ReadonlyMap<string, readonly WorkflowEdge[]>;

/** Indexes edges by the node to which they lead, for walking upstream. */
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
  // A set that grows while it is iterated yields the added members, so this ends with everything upstream.
  for (const key of found) visit(key);
  return found;
}
