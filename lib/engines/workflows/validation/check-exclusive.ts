import type { BoundAction } from '../actions/define-action.ts';
import type { WorkflowEdge, WorkflowNode } from '../definition/definition-schema.ts';
import type { Report } from './problem.ts';

/**
 * Of the nodes that change the same field, one may run in a run (specification 4.6.11). Disabled nodes do not run, and of
 * nodes behind different exits of a filter, a switch or a decision only one is reached.
 */
export function checkExclusive(
  nodes: readonly WorkflowNode[],
  edges: readonly WorkflowEdge[],
  bound: ReadonlyMap<string, BoundAction | undefined>,
  report: Report,
): void {
  const byKey = Map.groupBy(
    nodes.filter(({ isEnabled }) => isEnabled !== false),
    ({ nodeKey }) => bound.get(nodeKey)?.exclusive,
  );
  byKey.delete(undefined);
  const rivals = [...byKey.values()].filter(({ length }) => length > 1);
  if (rivals.length === 0) return;
  const paths = new Paths(nodes, edges);
  for (const group of rivals) {
    const alive = group.map(({ nodeKey }) => nodeKey).filter((key) => paths.canRun(key));
    for (const [index, nodeKey] of alive.entries()) {
      const other = alive.slice(0, index).find((earlier) => paths.canBothRun(earlier, nodeKey));
      if (other === undefined) continue;
      const message = `"${other}" already changes the same field; only one node may do so in a run.`;
      report({ code: 'action.exclusive', nodeKey, message });
    }
  }
}

/** Which nodes a run can reach, and which decisions keep two of them apart. */
class Paths {
  readonly #start: string;
  readonly #exits: ReadonlyMap<string, readonly WorkflowEdge[]>;
  readonly #deciding: readonly string[];
  readonly #all: ReadonlySet<string>;

  constructor(nodes: readonly WorkflowNode[], edges: readonly WorkflowEdge[]) {
    const disabled = new Set(
      nodes.filter(({ isEnabled }) => isEnabled === false).map(({ nodeKey }) => nodeKey),
    );
    // A disabled node is passed over by its default or success edge (decision 44).
    const live = edges.filter(
      ({ sourceNodeKey, edgeType = 'default' }) =>
        !disabled.has(sourceNodeKey) || edgeType === 'default' || edgeType === 'success',
    );
    this.#start = nodes.find(({ nodeType }) => nodeType === 'trigger')?.nodeKey ?? '';
    this.#exits = Map.groupBy(live, ({ sourceNodeKey }) => sourceNodeKey);
    this.#deciding = [...this.#exits]
      .filter(([key, own]) => !disabled.has(key) && new Set(own.map(exitOf)).size > 1)
      .map(([key]) => key);
    this.#all = this.#reach([this.#start]);
  }

  canRun(nodeKey: string): boolean {
    return this.#all.has(nodeKey);
  }

  /** Whether no decision that both come through sends a run to one of them only. */
  canBothRun(one: string, other: string): boolean {
    return !this.#deciding.some((decision) => {
      if (decision === one || decision === other) return false;
      const around = this.#reach([this.#start], decision);
      if (around.has(one) || around.has(other)) return false;
      const behind = Map.groupBy(this.#exits.get(decision) ?? [], exitOf);
      return [...behind.values()].every((edges) => {
        const reached = this.#reach(edges.map(({ targetNodeKey }) => targetNodeKey));
        return !(reached.has(one) && reached.has(other));
      });
    });
  }

  #reach(from: readonly string[], without?: string): ReadonlySet<string> {
    const reached = new Set(from.filter((key) => key !== without));
    for (const key of reached) {
      for (const { targetNodeKey } of this.#exits.get(key) ?? []) {
        if (targetNodeKey !== without) reached.add(targetNodeKey);
      }
    }
    return reached;
  }
}

function exitOf({ edgeType = 'default', branchKey = '' }: WorkflowEdge): string {
  return `${edgeType}:${branchKey}`;
}
