import type { Exit, PlanNode } from './plan.ts';
import type { Work } from './work.ts';

/**
 * Decides every edge that leaves a node: those of `exit` have arrived, the others never will. Undefined decides that
 * none has arrived. Nodes that can run now become ready: in a synchronous run before all others, so that each path is
 * finished before the next begins, otherwise after them, so that the order of starting is kept (decision 43).
 *
 * The edges that never arrive are decided first: a node to which two edges of this one lead would otherwise wait for
 * the second and lose its place in `executionOrder`. Nodes that waited for nothing but those come last.
 */
export function closeEdges(work: Work, node: PlanNode, exit: Exit | undefined): void {
  const freed: string[] = [];
  const ready: string[] = [];
  for (const edge of node.exits) if (edge.exit !== exit) decideEdge(work, edge.target, false, freed);
  for (const edge of node.exits) if (edge.exit === exit) decideEdge(work, edge.target, true, ready);
  if (freed.length > 0) ready.push(...freed);
  if (ready.length === 0) return;
  if (isDepthFirst(work)) work.ready.unshift(...ready);
  else work.ready.push(...ready);
}

function isDepthFirst(work: Work): boolean {
  return work.run.mode === 'synchronous' || (work.isTest && work.plan.trigger.synchronous);
}

/** A node is decided by its last incoming edge: it runs if one arrived, otherwise its own edges never will. */
function decideEdge(work: Work, target: PlanNode, arrives: boolean, ready: string[]): void {
  let arrived = arrives ? 1 : 0;
  if (target.incoming > 1) {
    const before = Object.hasOwn(work.joins, target.key) ? work.joins[target.key] : undefined;
    const left = (before?.left ?? target.incoming) - 1;
    arrived += before?.arrived ?? 0;
    if (left > 0) {
      work.joins[target.key] = { left, arrived };
      return;
    }
    delete work.joins[target.key];
  }
  if (arrived > 0) ready.push(target.key);
  else for (const edge of target.exits) decideEdge(work, edge.target, false, ready);
}
