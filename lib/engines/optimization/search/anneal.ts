import type { Budget } from './budget.ts';
import type { Search } from './create-search.ts';

/** Visits removed per iteration, on average, and the last temperature relative to the cost of a leg between near visits. */
export const AVERAGE_REMOVED = 7;
export const COLD = 0.12;

/** Chance that a route changes its vehicle after an iteration. */
export const VEHICLE_CHANCE = 0.1;

/** Settings of one round of annealing. */
export interface AnnealOptions {
  /** Visits removed per iteration, on average. */
  readonly averageRemoved: number;
  /** Temperatures in cents at the start and the end of the round. */
  readonly hot: number;
  readonly cold: number;
  /**
   * Makes every used route look cheaper by this many temperatures. Early on, chance favours plans with few routes,
   * because there are more ways to put a job on a route than to open one; a late plan cannot open a route any more.
   */
  readonly routeBonus: number;
  /** Shares of the whole run between which the temperature falls. */
  readonly from: number;
  readonly to: number;
  /** Share of the whole run at which to stop, `to` at the latest. */
  readonly until: number;
}

/**
 * Ruin and recreate under simulated annealing (Kirkpatrick et al. 1983; Christiaens and Vanden Berghe 2020). Better
 * plans than before are kept in `search.found` and `search.best`. Ends when the budget's share reaches `until`.
 */
export async function anneal(search: Search, budget: Budget, options: AnnealOptions): Promise<void> {
  while (annealSlice(search, budget, options)) await budget.breathe(search.state.iterations);
  search.recreate.favourRoutes(0);
  if (search.owing?.attend(0) === true) search.addUp();
}

/** One stretch of iterations without interruption. Returns false at the end of the round. */
function annealSlice(search: Search, budget: Budget, options: AnnealOptions): boolean {
  const { plan, ruin, recreate, state, random, tails, vehicles, owing, model, firstRoutes } = search;
  const { size } = plan;
  /** Whether reinserted jobs may earn more than they cost, so that a partial sum is no bound for the total. */
  const mayEarn = model.owes || model.problem.fleetUse === 'all' || model.isOptional.includes(1);
  const { averageRemoved, hot, cold, from, to, until, routeBonus } = options;
  let bonus = 0;
  let temperature = hot;
  let weightBefore = 0;
  let usedBefore = 0;
  let freeBefore = 0;
  const weightNow = (): number => size.absentWeight + (owing?.weightAtPresent() ?? 0);
  const bonusGained = (): number => bonus * (size.used - usedBefore);
  const drawLimit = (): number => -temperature * Math.log(random.unit());
  const begin = (): void => {
    plan.begin();
    weightBefore = weightNow();
    usedBefore = size.used;
    if (firstRoutes !== undefined) freeBefore = firstRoutes();
  };
  /** Accepts the change since `begin`, or undoes it if it leaves out more jobs or costs more than the limit. */
  const settle = (limit: number): void => {
    const delta = plan.addedCost();
    const weight = weightNow();
    const gained = bonusGained() + (firstRoutes === undefined ? 0 : firstRoutes() - freeBefore);
    if (weight > weightBefore || (weight === weightBefore && delta - gained >= limit)) {
      plan.undo();
      return;
    }
    state.cost += delta;
    search.consider();
  };
  let untilCheck = 0;
  const slice = budget.slice();
  for (;;) {
    if (untilCheck-- === 0) {
      const share = budget.share(state.iterations);
      if (!(share < until)) return false;
      if (slice.over()) return true;
      temperature = hot * (cold / hot) ** ((share - from) / (to - from));
      bonus = routeBonus * temperature;
      recreate.favourRoutes(bonus);
      if (owing?.attend(state.iterations) === true) search.addUp();
      untilCheck = budget.stride - 1;
    }
    state.iterations++;
    begin();
    ruin.remove(averageRemoved);
    const limit = drawLimit();
    recreate.insertAbsent(
      weightBefore > 0 || mayEarn ? Number.POSITIVE_INFINITY : limit - plan.addedCost() + bonusGained(),
      weightBefore,
    );
    settle(limit);
    if (tails !== undefined) {
      begin();
      const limit = drawLimit();
      if (tails.attempt(limit)) settle(limit);
    }
    if (vehicles === undefined || random.unit() >= VEHICLE_CHANCE) continue;
    begin();
    if (!vehicles.attempt()) continue;
    if (size.absent > 0) recreate.insertAbsent();
    settle(drawLimit());
  }
}
