import type { Budget } from './budget.ts';
import type { Search } from './create-search.ts';

/** How one round of annealing is run. */
export interface AnnealOptions {
  /** Visits removed per iteration, on average. */
  readonly averageRemoved: number;
  /** Temperatures in cents at the begin and the end of the round. */
  readonly hot: number;
  readonly cold: number;
  /** Share of the whole run at which the round begins and ends. */
  readonly from: number;
  readonly to: number;
}

/**
 * Ruin and recreate under simulated annealing (Kirkpatrick et al. 1983; Christiaens and Vanden Berghe 2020). Better
 * plans than the best are kept in `search.best`. Ends when the budget's share reaches `to`.
 */
export async function anneal(search: Search, budget: Budget, options: AnnealOptions): Promise<void> {
  while (annealSlice(search, budget, options)) await budget.breathe(search.state.iterations);
}

/** One stretch of iterations without interruption. Returns false when the round is over. */
function annealSlice(search: Search, budget: Budget, options: AnnealOptions): boolean {
  const { plan, ruin, recreate, state, random, tails } = search;
  const { size, cost } = plan;
  const { averageRemoved, hot, cold, from, to } = options;
  /** Takes the change since `begin`, or undoes it where it leaves out more or is dearer than the limit. */
  const settle = (weightBefore: number, limit: number): void => {
    let delta = 0;
    const { list, count } = plan.touchedRoutes();
    for (let i = 0; i < count; i++) delta += cost[list[i]!]! - plan.costBefore(i);
    const weight = size.absentWeight;
    if (weight > weightBefore || (weight === weightBefore && delta >= limit)) {
      plan.undo();
      return;
    }
    state.cost += delta;
    search.consider();
  };
  let temperature = hot;
  let untilCheck = 0;
  const slice = budget.slice();
  for (;;) {
    if (untilCheck-- === 0) {
      const share = budget.share(state.iterations);
      if (share >= to) return false;
      if (slice.over()) return true;
      temperature = hot * (cold / hot) ** ((share - from) / (to - from));
      untilCheck = budget.stride - 1;
    }
    state.iterations++;
    plan.begin();
    const weightBefore = size.absentWeight;
    ruin.remove(averageRemoved);
    recreate.insertAbsent();
    settle(weightBefore, -temperature * Math.log(random.unit()));
    if (tails === undefined) continue;
    plan.begin();
    const limit = -temperature * Math.log(random.unit());
    if (tails.attempt(limit)) settle(size.absentWeight, limit);
  }
}
