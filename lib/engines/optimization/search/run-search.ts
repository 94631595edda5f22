import type { InitialRouteInput } from '../problem.ts';
import { finish, inStretches, leave, type Work } from '../work.ts';
import { AVERAGE_REMOVED, anneal, COLD } from './anneal.ts';
import type { Budget } from './budget.ts';
import { type ClosingTimes, NO_CLOSING } from './closing-times.ts';
import type { Search } from './create-search.ts';
import { dearestRoute } from './dearest-route.ts';
import { evolve, hotOf } from './evolve.ts';
import { fewestVehicles } from './fewest-vehicles.ts';
import { type MeanLeg, meanLeg } from './mean-leg.ts';
import { reduceFleet } from './reduce-fleet.ts';
import { serveWhatFits, settleDebt } from './settle-debt.ts';
import { warmStart } from './warm-start.ts';

/** Share of the run in which to serve more first, where the first plan leaves something out. */
const SERVING_SHARE = 0.15;
/** Share of the run after which the number of vehicles is settled. */
const FLEET_SHARE = 0.5;
/** Cost of a unit of debt and of excess, relative to the cost of a leg between near visits. */
const DEBT_FACTOR = 5;

/**
 * Runs the whole search: first plan (from the initial routes where there are any, or a plan drafted before where that
 * is better), fewer vehicles where they come first, annealing and recombination, and at the end no route with a debt.
 * The best plan is laid out in `search.plan`. `resumeAt` is the share of an annealing that the initial routes have behind
 * them.
 */
export async function runSearch(
  search: Search,
  budget: Budget,
  closing: ClosingTimes = NO_CLOSING,
  drafted: readonly InitialRouteInput[] = [],
  resumeAt = 0,
): Promise<void> {
  const { model, plan, recreate } = search;
  if (model.visits === 0 || model.typeOf.length === 0) return;
  const leg = setPrices(search);
  // Then no saving justifies one unit of a broken rule.
  if (search.simulator.relax !== 0) search.simulator.excessPrice += dearestRoute(model, model.types[0]!);
  await makeFirstPlan(search, budget, closing);
  if (drafted.length > 0) considerDraft(search, budget, drafted);
  budget.keepBack(closing.afterSearch(model.jobs, plan.size.absent));
  recreate.stopWhen(budget.over);
  const searched = !budget.over();
  if (searched) await improve(search, budget, leg, resumeAt);
  search.load(search.best);
  budget.keepBack(closing.afterSettling(model.jobs));
  settleDebt(search, budget.mayLinger);
  if (searched && search.untried.size === 0 && !budget.over()) serveWhatFits(search, budget.mayLinger);
}

async function makeFirstPlan(search: Search, budget: Budget, closing: ClosingTimes): Promise<void> {
  const { model, plan, recreate } = search;
  budget.keepBack(closing.afterSearch(0, 0));
  const beginning = warmStart(search, model.problem.initialRoutes);
  await inStretches(beginning, budget, budget.late);
  leave(beginning);
  search.addUp();
  // Jobs added to initial routes may lead to debts; then the routes were better as they were.
  if (model.problem.initialRoutes.length > 0) search.consider();
  plan.begin();
  const inserting = recreate.insertAll({ untried: search.untried });
  await inStretches(inserting, budget, () => {
    budget.keepBack(closing.afterSearch(model.jobs - plan.size.absent, 0));
    return budget.over();
  });
  leave(inserting);
  search.addUp();
  search.consider();
}

/** Continues from a drafted plan where it is better than the present one. */
function considerDraft(search: Search, budget: Budget, drafted: readonly InitialRouteInput[]): void {
  const { plan, untried } = search;
  search.clear();
  finish(warmStart(search, drafted));
  search.addUp();
  search.consider();
  search.load(search.best);
  if (!budget.over()) return;
  for (const job of plan.absent.subarray(0, plan.size.absent)) untried.add(job);
}

async function improve(search: Search, budget: Budget, leg: MeanLeg, resumeAt: number): Promise<void> {
  const { model, recreate, state, best } = search;
  let from = 0;
  if (model.problem.fleetUse === 'fewest') {
    if (best.absentWeight > 0) {
      await anneal(search, budget, {
        averageRemoved: AVERAGE_REMOVED,
        hot: hotOf(search) * leg.cents,
        cold: COLD * leg.cents,
        routeBonus: 0,
        from: 0,
        to: SERVING_SHARE,
        until: SERVING_SHARE,
      });
      search.load(best);
    }
    await reduceFleet(search, budget, {
      averageRemoved: AVERAGE_REMOVED,
      temperature: COLD * leg.cents,
      vehicleTemperature: hotOf(search) * leg.cents,
      to: FLEET_SHARE,
      atLeast: fewestVehicles(search),
    });
    recreate.limitVehicles(best.vehicles);
    from = Math.min(1, budget.share(state.iterations));
  }
  await evolve(search, budget, { leg, from, resumeAt });
}

/**
 * Creates only a first plan, urgent jobs first and without debts, and lays it out in `search.plan`. Inserts no further
 * jobs once `isLate` returns true. A unit of the work is a job.
 */
export function* planOnce(
  search: Search,
  urgency: (job: number) => number,
  isLate: () => boolean,
): Work<void> {
  setPrices(search);
  yield* warmStart(search, search.model.problem.initialRoutes);
  search.plan.begin();
  for (const jobs of search.recreate.insertAll({ urgency, twice: true })) {
    if (isLate()) break;
    yield jobs;
  }
  settleDebt(search, () => !isLate());
}

/**
 * Sets the prices of debts, excess and unused vehicles in proportion to a leg between near visits, which is returned.
 */
function setPrices(search: Search): MeanLeg {
  const { simulator, model } = search;
  const leg = meanLeg(search);
  simulator.debtPrice = DEBT_FACTOR * leg.cents;
  simulator.excessPrice = EXCESS_FACTOR * leg.cents;
  simulator.useBonus = model.problem.fleetUse === 'all' ? USE_BONUS * leg.cents : 0;
  return leg;
}

/** Bonus that makes using one more vehicle outweigh any route's cost. */
const USE_BONUS = 1e6;
/** Price of a second or unit of load in excess that outweighs ordinary costs. */
const EXCESS_FACTOR = 10;
