import { anneal } from './anneal.ts';
import type { Budget } from './budget.ts';
import type { Model } from './compile-model.ts';
import { createSearch, type Search } from './create-search.ts';
import type { Random } from './random.ts';
import { reduceFleet } from './reduce-fleet.ts';
import { settleDebt } from './settle-debt.ts';
import { warmStart } from './warm-start.ts';

/** Visits removed per iteration on average. */
const AVERAGE_REMOVED = 8;
/** Temperatures relative to the average cost of serving a visit. */
const HOT = 1;
const COLD = 0.02;
/** Share of the run after which the number of vehicles is taken as it is. */
const FLEET_SHARE = 0.5;
/** Cost of a unit of debt and of excess, relative to the average cost of serving a visit. */
const DEBT_FACTOR = 5;

/** A search about to run: what the caller needs to report progress. */
export interface SearchRun {
  readonly search: Search;
  run(budget: Budget): Promise<void>;
}

/**
 * Prepares the whole search: first plan (from the initial routes where there are any), fewer vehicles where they come
 * first, annealing, and at last no route that owes anything. The best plan is laid out in `search.plan`.
 */
export function prepareSearch(model: Model, random: Random, relax: number): SearchRun {
  const search = createSearch(model, random, relax);
  return { search, run: (budget) => runSearch(search, budget) };
}

async function runSearch(search: Search, budget: Budget): Promise<void> {
  const { model, plan, recreate, state, best, simulator } = search;
  if (model.visits === 0 || model.typeOf.length === 0) return;
  const typical = typicalCost(model);
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
  const unit =
    simulator.relax === 0 ? (state.cost + simulator.useBonus * plan.size.used) / model.visits || 1 : typical;
  let from = 0;
  if (model.problem.fleetUse === 'fewest') {
    await reduceFleet(search, budget, {
      averageRemoved: AVERAGE_REMOVED,
      temperature: COLD * unit,
      to: FLEET_SHARE,
      atLeast: fewestVehicles(model),
    });
    recreate.limitVehicles(best.vehicles);
    from = Math.min(1, budget.share(state.iterations));
  }
  await anneal(search, budget, {
    averageRemoved: AVERAGE_REMOVED,
    hot: HOT * unit,
    cold: COLD * unit,
    from,
    to: 1,
  });
  search.load(best);
  settleDebt(search);
}

/** Bonus that makes using one more vehicle outweigh any route's cost. */
const USE_BONUS = 1e6;
/** Price of a second or a unit of load too much that outweighs ordinary costs. */
const EXCESS_FACTOR = 10;

/** Lower bound of the vehicles a plan of all deliveries needs. */
function fewestVehicles(model: Model): number {
  if (model.shape !== 'single' || model.dimensions === 0) return 1;
  const capacity = model.types[0]!.vehicle.capacity[0]!;
  const sum = model.load.reduce((total, amount) => total + amount, 0);
  return Math.max(1, Math.ceil(sum / Math.max(1, capacity)));
}

/** Average cost in cents of going from a visit to its third-nearest neighbour or so: the scale of a move. */
function typicalCost(model: Model): number {
  const { visits, points, types } = model;
  const { travel, centsPerMetre, centsPerSecond } = types[0]!;
  const step = Math.max(1, Math.floor(visits / 64));
  let sum = 0;
  let count = 0;
  for (let a = 0; a < visits; a += step)
    for (let b = 0; b < visits; b += step) {
      if (a === b || travel.time[a * points + b]! > LONGEST_LEG) continue;
      sum += travel.distance[a * points + b]! * centsPerMetre + travel.time[a * points + b]! * centsPerSecond;
      count++;
    }
  return Math.max(1, count === 0 ? 1 : sum / count);
}

/** Seconds beyond which a leg says nothing of the usual scale. */
const LONGEST_LEG = 1_000_000;
