import type { Exit, PlanNode } from './plan.ts';
import type { Work } from './work.ts';

/**
 * Decides every edge that leaves a node: those of `exit` have arrived, the others never will. Undefined decides
 * that none has arrived. Nodes that can run now become ready: in a synchronous run before all others, so that
 * each path goes to its end before the next begins, else after them, so that the order of starting is kept
 * (decision 43).
 */
export function closeEdges(work: Work, node: PlanNode, exit: Exit | undefined): void {
  const ready: string[] = [];
  decideExits(work, node, exit, ready);
  if (ready.length === 0) return;
  if (isDepthFirst(work)) work.ready.unshift(...ready);
  else work.ready.push(...ready);
}

function isDepthFirst(work: Work): boolean {
  return work.run.mode === 'synchronous' || (work.isTest && work.plan.trigger.synchronous);
}

function decideExits(work: Work, node: PlanNode, exit: Exit | undefined, ready: string[]): void {
  for (const edge of node.exits) decideEdge(work, edge.target, edge.exit === exit, ready);
}

/** A node is decided with its last incoming edge: it runs if one arrived, else its own edges never will. */
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
  else decideExits(work, target, undefined, ready);
}
