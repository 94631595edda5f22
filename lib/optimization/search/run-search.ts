import { AVERAGE_REMOVED, COLD } from './anneal.ts';
import type { Budget } from './budget.ts';
import type { Model } from './compile-model.ts';
import { createSearch, type Search } from './create-search.ts';
import { evolve } from './evolve.ts';
import { fewestVehicles } from './fewest-vehicles.ts';
import { meanLeg } from './mean-leg.ts';
import type { Random } from './random.ts';
import { reduceFleet } from './reduce-fleet.ts';
import { settleDebt } from './settle-debt.ts';
import { warmStart } from './warm-start.ts';

/** Share of the run after which the number of vehicles is taken as it is. */
const FLEET_SHARE = 0.5;
/** Cost of a unit of debt and of excess, relative to the cost of a leg between near visits. */
const DEBT_FACTOR = 5;

/** A search about to run: what the caller needs to report progress. */
export interface SearchRun {
  readonly search: Search;
  run(budget: Budget): Promise<void>;
}

/**
 * Prepares the whole search: first plan (from the initial routes where there are any), fewer vehicles where they come
 * first, annealing and recombination, and at last no route that owes anything. The best plan is laid out in
 * `search.plan`.
 */
export function prepareSearch(model: Model, random: Random, relax: number): SearchRun {
  const search = createSearch(model, random, relax);
  return { search, run: (budget) => runSearch(search, budget) };
}

async function runSearch(search: Search, budget: Budget): Promise<void> {
  const { model, plan, recreate, state, best, simulator } = search;
  if (model.visits === 0 || model.typeOf.length === 0) return;
  const leg = meanLeg(search);
  const typical = leg.cents;
  simulator.debtPrice = DEBT_FACTOR * typical;
  simulator.excessPrice = EXCESS_FACTOR * typical;
  simulator.useBonus = model.problem.fleetUse === 'all' ? USE_BONUS * typical : 0;
  warmStart(search);
  plan.begin();
  recreate.stopWhen(() => budget.share(state.iterations) >= 1);
  recreate.insertAbsent();
  recreate.stopWhen(undefined);
  search.addUp();
  search.consider();
  let from = 0;
  if (model.problem.fleetUse === 'fewest') {
    await reduceFleet(search, budget, {
      averageRemoved: AVERAGE_REMOVED,
      temperature: COLD * typical,
      to: FLEET_SHARE,
      atLeast: fewestVehicles(search),
    });
    recreate.limitVehicles(best.vehicles);
    from = Math.min(1, budget.share(state.iterations));
  }
  await evolve(search, budget, { leg, from });
  search.load(best);
  settleDebt(search);
}

/** Bonus that makes using one more vehicle outweigh any route's cost. */
const USE_BONUS = 1e6;
/** Price of a second or a unit of load too much that outweighs ordinary costs. */
const EXCESS_FACTOR = 10;
