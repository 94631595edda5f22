import { VEHICLE_CHANCE } from './anneal.ts';
import type { Budget } from './budget.ts';
import type { Search } from './create-search.ts';

/** Settings of fleet reduction. */
export interface ReduceFleetOptions {
  readonly averageRemoved: number;
  readonly temperature: number;
  /** Temperature at which routes change their vehicles: their costs matter less than what they can serve. */
  readonly vehicleTemperature: number;
  /** Share of the whole run at which it gives up. */
  readonly to: number;
  /** Number of vehicles at which it stops. */
  readonly atLeast: number;
}

/**
 * Fewer vehicles by absence counters (Christiaens and Vanden Berghe 2020): the route whose jobs have been left out
 * least often is dissolved; then ruin and recreate continues without opening routes until every job is served,
 * accepting a plan if the jobs it leaves out have been left out less often. The best plan ends in `search.best`.
 */
export async function reduceFleet(
  search: Search,
  budget: Budget,
  options: ReduceFleetOptions,
): Promise<void> {
  const absences = new Float64Array(search.model.jobs);
  search.recreate.rankBy(absences);
  while (search.best.vehicles > options.atLeast) {
    search.load(search.best);
    dissolveRoute(search, absences);
    let verdict = reduceSlice(search, budget, options, absences);
    while (verdict === 'go on') {
      await budget.breathe(search.state.iterations);
      verdict = reduceSlice(search, budget, options, absences);
    }
    if (verdict === 'over') break;
  }
  search.recreate.rankBy(undefined);
  search.load(search.best);
}

function dissolveRoute(search: Search, absences: Float64Array): void {
  const { plan, model, ruin, recreate } = search;
  let chosen = -1;
  let least = Number.POSITIVE_INFINITY;
  for (let i = 0; i < plan.size.used; i++) {
    const route = plan.used[i]!;
    let sum = 0;
    for (let p = plan.next[model.visits + 2 * route]!; p < model.visits; p = plan.next[p]!)
      sum += 1 + absences[model.jobOf[p]!]!;
    if (sum < least) {
      least = sum;
      chosen = route;
    }
  }
  plan.begin();
  ruin.emptyRoute(chosen);
  recreate.limitVehicles(plan.size.used);
  recreate.insertAbsent();
  search.addUp();
}

function reduceSlice(
  search: Search,
  budget: Budget,
  options: ReduceFleetOptions,
  absences: Float64Array,
): 'go on' | 'fewer' | 'over' {
  const { plan, ruin, recreate, state, random, best, vehicles } = search;
  const { size, absent } = plan;
  const { weight } = search.model;
  const sumAbsences = (): number => {
    let sum = 0;
    for (let i = 0; i < size.absent; i++) sum += absences[absent[i]!]! + weight[absent[i]!]!;
    return sum;
  };
  let untilCheck = 0;
  const slice = budget.slice();
  for (;;) {
    if (size.absentWeight <= best.absentWeight) {
      search.consider();
      if (best.vehicles === size.used) return 'fewer';
    }
    if (untilCheck-- === 0) {
      if (budget.share(state.iterations) >= options.to) return 'over';
      if (slice.over()) return 'go on';
      untilCheck = budget.stride - 1;
    }
    state.iterations++;
    const before = sumAbsences();
    const countBefore = size.absent;
    plan.begin();
    ruin.remove(options.averageRemoved);
    recreate.insertAbsent();
    const delta = plan.addedCost();
    const after = sumAbsences();
    for (let i = 0; i < size.absent; i++) absences[absent[i]!]! += 1;
    const better = after < before || (after === before && size.absent < countBefore);
    const level = after === before && delta < -options.temperature * Math.log(random.unit());
    if (better || level) state.cost += delta;
    else plan.undo();
    if (vehicles === undefined || random.unit() >= VEHICLE_CHANCE) continue;
    plan.begin();
    const absentBefore = size.absent;
    if (!vehicles.attempt()) continue;
    recreate.insertAbsent();
    const added = plan.addedCost();
    const cheapEnough = added < -options.vehicleTemperature * Math.log(random.unit());
    if (size.absent < absentBefore || cheapEnough) state.cost += added;
    else plan.undo();
  }
}
