import type { Search } from './create-search.ts';

/**
 * Ends with no route that has a debt: jobs away from their locked places are taken off; then routes short of their
 * minimum of orders are dissolved and their jobs go wherever else they fit, as long as there is time.
 */
export function settleDebt(search: Search, mayLinger: () => boolean): void {
  const { model, plan, evaluator, recreate, ruin } = search;
  const { debt } = evaluator;
  if (debt === undefined) return;
  recreate.avoidMinimums(true);
  for (let rounds = 0; rounds <= model.typeOf.length; rounds++) {
    let chosen = -1;
    for (let i = 0; i < plan.size.used; i++) {
      const route = plan.used[i]!;
      if (debt[route]! > 0 && (chosen < 0 || plan.count[route]! < plan.count[chosen]!)) chosen = route;
    }
    if (chosen < 0) break;
    plan.begin();
    if (!removeMisplaced(search, chosen) || debt[chosen]! > 0) ruin.emptyRoute(chosen);
    if (mayLinger()) serveWhatFits(search, mayLinger);
  }
  search.addUp();
}

/**
 * Puts absent jobs on routes as long as there is time, on further vehicles where it needs them, unless the debts of
 * routes would grow.
 */
export function serveWhatFits({ plan, evaluator, recreate, model }: Search, mayLinger: () => boolean): void {
  if (plan.size.absent === 0) return;
  const { debt } = evaluator;
  const owed = (): number =>
    plan.used.subarray(0, plan.size.used).reduce((sum, route) => sum + (debt?.[route] ?? 0), 0);
  const before = owed();
  recreate.limitVehicles(model.typeOf.length);
  plan.begin();
  for (const _ of recreate.insertAll({ twice: true })) if (!mayLinger()) break;
  if (owed() > before) plan.undo();
}

/**
 * Takes off jobs that are not at the place to which they are locked. Returns false where that leaves the route
 * infeasible.
 */
function removeMisplaced(search: Search, route: number): boolean {
  const { model, plan, evaluator, ruin } = search;
  const start = model.visits + 2 * route;
  for (;;) {
    let misplaced = -1;
    let position = 0;
    for (let p = plan.next[start]!; p < model.visits; p = plan.next[p]!, position++) {
      const locked = model.lockedPosition[p]!;
      if (locked >= 0 && locked !== position) misplaced = model.jobOf[p]!;
    }
    if (misplaced < 0) return evaluator.refresh(route);
    ruin.removeJob(misplaced);
  }
}
