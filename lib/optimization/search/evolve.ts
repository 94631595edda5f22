import { AVERAGE_REMOVED, anneal, COLD } from './anneal.ts';
import type { Budget } from './budget.ts';
import type { Search } from './create-search.ts';
import { crossPlans } from './cross-plans.ts';
import type { Snapshot } from './snapshot.ts';

/** Temperatures relative to the cost of a leg between near visits; `WARM` is where a child begins. */
const HOT = 2.5;
const WARM = 0.375;
/** Range from which the bonus of a route, in temperatures, is drawn; a single run takes the middle. */
const LEAST_BONUS = -1;
const MOST_BONUS = 3;
/** Share of the time in which the first plans are made. */
const FOUNDING_SHARE = 0.5;
/** Iterations per visit that a first plan is worth, and a child; more time makes them longer beyond so many. */
const PER_FOUNDER = 200;
const PER_CHILD = 50;
const MOST_FOUNDERS = 8;
const MOST_CHILDREN = 40;
/** Share of the time spent on finding out how many iterations there will be. */
const PROBE_SHARE = 0.01;
/** Shares of a parent's routes that a child inherits as they are. */
const LEAST_INHERITED = 0.15;
const MOST_INHERITED = 0.5;

/** Where in the run to evolve, and how. */
export interface EvolveOptions {
  /** Cost in cents of a leg between near visits. */
  readonly typical: number;
  /** Share of the whole run that is over already. */
  readonly from: number;
  /** Vehicles that no plan goes without; 1 where nothing is known. */
  readonly fewestVehicles: number;
}

/**
 * Annealing from several beginnings, then children of two plans each, annealed from a low temperature; a child
 * replaces the worst plan where it is better. One annealing ends where chance has led it early on, mostly at another
 * number of routes than the best plan has, however long it takes; plans that ended differently have different parts
 * right. A run too short for that is a single annealing, and so is one whose number of vehicles is settled. The best plan
 * is `search.best`.
 */
export async function evolve(search: Search, budget: Budget, options: EvolveOptions): Promise<void> {
  const { model, state, random, found } = search;
  const { typical, from, fewestVehicles } = options;
  const run = async (heat: number, routeBonus: number, begin: number, end: number): Promise<Snapshot> => {
    search.startOver();
    await anneal(search, budget, {
      averageRemoved: AVERAGE_REMOVED,
      hot: heat * typical,
      cold: COLD * typical,
      from: from + (1 - from) * begin,
      to: from + (1 - from) * end,
      routeBonus,
    });
    return { ...found, sequence: found.sequence.slice() };
  };
  const anyBonus = () => LEAST_BONUS + (MOST_BONUS - LEAST_BONUS) * random.unit();

  if (model.problem.fleetUse === 'fewest') {
    await run(HOT, 0, 0, 1);
    return;
  }
  const before = state.iterations;
  await run(HOT, 1, 0, PROBE_SHARE);
  const expected = (state.iterations - before) / PROBE_SHARE;
  const perVisit = expected / model.visits;
  const founders = Math.min(MOST_FOUNDERS, Math.floor((perVisit * FOUNDING_SHARE) / PER_FOUNDER));
  if (founders < 2) {
    await run(HOT, (LEAST_BONUS + MOST_BONUS) / 2, PROBE_SHARE, 1);
    return;
  }
  const plans: Snapshot[] = [];
  const founding = FOUNDING_SHARE - PROBE_SHARE;
  for (let n = 0; n < founders; n++) {
    if (n === founders - 1) dropVehicle(search, plans, fewestVehicles);
    const begin = PROBE_SHARE + (founding * n) / founders;
    plans.push(await run(HOT, anyBonus(), begin, begin + founding / founders));
  }
  search.recreate.limitVehicles(model.typeOf.length);
  const children = Math.min(MOST_CHILDREN, Math.round((perVisit * (1 - FOUNDING_SHARE)) / PER_CHILD));
  for (let n = 0; n < children; n++) {
    const one = random.below(founders);
    const other = (one + 1 + random.below(founders - 1)) % founders;
    const inherited = LEAST_INHERITED + (MOST_INHERITED - LEAST_INHERITED) * random.unit();
    crossPlans(search, plans[one]!, plans[other]!, inherited);
    const begin = FOUNDING_SHARE + ((1 - FOUNDING_SHARE) * n) / children;
    const child = await run(WARM, anyBonus(), begin, begin + (1 - FOUNDING_SHARE) / children);
    if (plans.some(({ cost }) => Math.abs(cost - child.cost) < SAME_CENTS)) continue;
    const worst = plans.reduce((w, plan) => (search.isBetter(w, plan) ? plan : w));
    if (search.isBetter(child, worst)) plans[plans.indexOf(worst)] = child;
  }
}

/** Plans whose costs differ by less are taken for the same. */
const SAME_CENTS = 0.01;

/** Vehicles over the fewest possible, as a factor and one more, up to which capacity is what binds. */
const TIGHT = 1.05;

/**
 * Where one vehicle less can just carry everything, brings the plan with the fewest vehicles down by one and lets no
 * further route be opened: such a plan is worth a try of its own.
 */
function dropVehicle(search: Search, plans: readonly Snapshot[], fewestVehicles: number): void {
  const { plan, ruin, recreate } = search;
  const fewest = plans.reduce((least, one) => (one.vehicles < least.vehicles ? one : least));
  const wanted = fewest.vehicles - 1;
  if (wanted < fewestVehicles || wanted > fewestVehicles * TIGHT + 1) return;
  search.load(fewest);
  recreate.limitVehicles(wanted);
  plan.begin();
  while (plan.size.used > wanted) {
    const used = plan.used.subarray(0, plan.size.used);
    ruin.emptyRoute(used.reduce((least, route) => (plan.count[route]! < plan.count[least]! ? route : least)));
  }
  recreate.insertAbsent();
  search.addUp();
}
