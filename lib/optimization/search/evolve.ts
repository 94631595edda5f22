import { AVERAGE_REMOVED, anneal, COLD } from './anneal.ts';
import type { Budget } from './budget.ts';
import type { Search } from './create-search.ts';
import { crossPlans } from './cross-plans.ts';
import { LONG_ROUTE } from './recreate.ts';
import { reorderRoutes } from './reorder-route.ts';
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
/**
 * Shares of the time in which the speed of the search is measured: stretches that double until one is hardly faster
 * than the one before. A process that has just started is several times as slow as it will be a tenth of a second later.
 */
const FIRST_STRETCH = 0.005;
const STEADY = 1.1;
const MOST_PROBED = 0.1;
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
  const share = (): number => (budget.share(state.iterations) - from) / (1 - from);
  const cool = (heat: number, routeBonus: number, begin: number, end: number, until = end): Promise<void> =>
    anneal(search, budget, {
      averageRemoved: AVERAGE_REMOVED,
      hot: heat * typical,
      cold: COLD * typical,
      from: from + (1 - from) * begin,
      to: from + (1 - from) * end,
      until: from + (1 - from) * until,
      routeBonus,
    });
  const run = async (heat: number, begin: number, end: number): Promise<Snapshot> => {
    const routeBonus = LEAST_BONUS + (MOST_BONUS - LEAST_BONUS) * random.unit();
    search.startOver();
    await cool(heat, routeBonus, begin, end);
    if (share() < 1) reorderRoutes(search);
    return { ...found, sequence: found.sequence.slice() };
  };

  if (model.problem.fleetUse === 'fewest') {
    await cool(HOT, 0, 0, 1);
    return;
  }
  const single = (until: number) => cool(HOT, (LEAST_BONUS + MOST_BONUS) / 2, 0, 1, until);
  const perVisit = (await measureSpeed(search, share, single)) / model.visits;
  const founders = Math.min(MOST_FOUNDERS, Math.floor((perVisit * FOUNDING_SHARE) / PER_FOUNDER));
  if (founders < 2) {
    await single(1);
    return;
  }
  const plans: Snapshot[] = [];
  const before = state.iterations;
  const begun = share();
  for (let n = 0; n < founders; n++) {
    // Few long routes are hardly changed by the first temperature: going on from the plan before would end the same.
    if (n === founders - 1) dropVehicle(search, plans, fewestVehicles);
    else if (model.visits > LONG_ROUTE * search.best.vehicles) search.rebuild();
    const begin = begun + ((FOUNDING_SHARE - begun) * n) / founders;
    plans.push(await run(HOT, begin, begin + (FOUNDING_SHARE - begun) / founders));
  }
  search.recreate.limitVehicles(model.typeOf.length);
  const rest = 1 - FOUNDING_SHARE;
  const speed = (state.iterations - before) / (FOUNDING_SHARE - begun) / model.visits;
  const children = Math.max(1, Math.min(MOST_CHILDREN, Math.round((speed * rest) / PER_CHILD)));
  for (let n = 0; n < children; n++) {
    const one = random.below(founders);
    const other = (one + 1 + random.below(founders - 1)) % founders;
    const inherited = LEAST_INHERITED + (MOST_INHERITED - LEAST_INHERITED) * random.unit();
    crossPlans(search, plans[one]!, plans[other]!, inherited);
    const begin = FOUNDING_SHARE + (rest * n) / children;
    const child = await run(WARM, begin, begin + rest / children);
    if (plans.some(({ cost }) => Math.abs(cost - child.cost) < SAME_CENTS)) continue;
    const worst = plans.reduce((w, plan) => (search.isBetter(w, plan) ? plan : w));
    if (search.isBetter(child, worst)) plans[plans.indexOf(worst)] = child;
  }
}

/**
 * Iterations that the whole time would be worth at the speed the search has come to, found by letting `anneal` go on
 * until given shares of the time.
 */
async function measureSpeed(
  { state }: Search,
  share: () => number,
  anneal: (until: number) => Promise<void>,
): Promise<number> {
  let speed = 0;
  for (let stretch = FIRST_STRETCH; ; stretch *= 2) {
    const before = state.iterations;
    const begin = share();
    await anneal(begin + stretch);
    const end = share();
    const slower = speed;
    speed = end > begin ? (state.iterations - before) / (end - begin) : 0;
    if (speed < STEADY * slower || end >= MOST_PROBED) return speed;
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
