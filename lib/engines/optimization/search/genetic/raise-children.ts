import type { Budget } from '../budget.ts';
import type { Search } from '../create-search.ts';
import type { MeanLeg } from '../mean-leg.ts';
import { routesOf, type Snapshot, servedIn } from '../snapshot.ts';
import { createCrossing } from './cross-individuals.ts';
import { createImprovement } from './improve-routes.ts';
import { type Individual, isFeasible, keepRoutes } from './individual.ts';
import { createLooseRoutes } from './loose-routes.ts';
import type { Penalties } from './penalties.ts';
import type { Population } from './population.ts';
import { createRecombining } from './recombine-routes.ts';
import { createRoutePool } from './route-pool.ts';
import { steerPenalties } from './steer-penalties.ts';

/** Share of the children with a broken rule that are repaired. */
const MENDED_SHARE = 0.5;
/** Cents by which a plan must be cheaper to become the best one. */
const MIN_GAIN = 1e-6;

/** Visits of each route of a plan. */
export type Sequences = readonly Int32Array[];

/** Improves plans and adds them to a population; the best one that keeps all rules becomes the best of the search. */
export interface Raising {
  readonly penalties: Penalties;
  /** The cheapest plan of this stage that keeps all rules, and the number of children since. */
  readonly progress: { best: number; since: number };
  /** Adds a plan unchanged, and once more improved. */
  found(population: Population, plan: Sequences): Promise<void>;
  /** Adds a child of two plans of the population on at most `most` vehicles, or on any number. */
  breed(population: Population, most?: number): Promise<void>;
  /** Adds the best plan, and the best one on few vehicles, recombined from the routes of all known plans. */
  recombine(population: Population): Promise<void>;
}

/**
 * Prepares breeding plans that serve the same jobs as the best plan, on up to `vehicles` vehicles. Work in progress
 * stops as it is when the budget is used up. Each plan counts as one iteration per visit. `leg` is the scale of the
 * first prices.
 */
export function createRaising(search: Search, budget: Budget, vehicles: number, leg: MeanLeg): Raising {
  const { model, random, state, neighbours, best } = search;
  const routes = createLooseRoutes(model, vehicles, servedIn(model, best));
  const steering = steerPenalties(model, leg);
  const { penalties } = steering;
  const improve = createImprovement(model, routes, penalties, random);
  const crossing = createCrossing(model, routes, penalties, neighbours, random);
  const pool = createRoutePool(model, routes, random);
  const recombining = createRecombining(model, pool, random);
  const progress = { best: Number.POSITIVE_INFINITY, since: 0 };
  const over = (): boolean => budget.share(state.iterations) >= 1;
  let slice = budget.slice();
  const pause = async (): Promise<void> => {
    if (!slice.over()) return;
    await budget.breathe(state.iterations);
    slice = budget.slice();
  };

  /** The plan that local search makes of the present loose routes. */
  const improved = async (): Promise<Individual> => {
    const steps = improve();
    for (let done = false; !done && !over(); ) {
      done = steps.next().done === true;
      await pause();
    }
    pool.note();
    const plan = keepRoutes(routes, model);
    if (!isFeasible(plan)) return plan;
    if (plan.cents < progress.best - MIN_GAIN) Object.assign(progress, { best: plan.cents, since: 0 });
    if (plan.cents < best.cost - MIN_GAIN) adopt(best, plan);
    return plan;
  };

  /** Adds the plan that results from the present loose routes. */
  const raise = async (population: Population): Promise<void> => {
    const child = await improved();
    state.iterations += model.visits;
    progress.since++;
    population.add(child);
    if (steering.note(child)) population.reprice();
    if (isFeasible(child) || random.unit() >= MENDED_SHARE) return;
    const mended = await steering.whileDear(improved);
    if (isFeasible(mended)) population.add(mended);
  };

  /** Rebuilds a plan that keeps all rules within the allowed number of vehicles, until no part becomes cheaper. */
  const recombinePlan = async (population: Population, plan: Sequences, allowed: number): Promise<void> => {
    routes.state.allowed = allowed;
    crossing.restore(plan);
    const recombination = recombining(pool.present(), allowed);
    const before = recombination.plan;
    for (let r = 0, since = 0; since < recombination.plan.length && !over(); r++) {
      since = recombination.improve(r % recombination.plan.length) ? 0 : since + 1;
      await pause();
    }
    if (recombination.plan === before) return;
    crossing.restore(recombination.plan.map(({ visits }) => visits));
    await raise(population);
  };

  return {
    penalties,
    progress,
    found: async (population, plan) => {
      routes.state.allowed = vehicles;
      crossing.restore(plan);
      population.add(keepRoutes(routes, model));
      await raise(population);
    },
    breed: async (population, most = vehicles) => {
      routes.state.allowed = most;
      crossing.cross(population.pick(), population.pick());
      await raise(population);
    },
    recombine: async (population) => {
      await recombinePlan(population, sequencesOf(best), vehicles);
      const few = population.onFew();
      if (few === undefined || few.cents < best.cost + MIN_GAIN) return;
      await recombinePlan(population, few.routes, few.routes.length);
    },
  };
}

/** Visits of each route of a kept plan. */
export function sequencesOf(plan: Snapshot): Sequences {
  return routesOf(plan).map(({ visits }) => visits);
}

/** Makes a plan that keeps all rules the best of the search. */
function adopt(best: Snapshot, plan: Individual): void {
  let at = 0;
  for (const [vehicle, visits] of plan.routes.entries()) {
    best.sequence[at] = vehicle;
    best.sequence[at + 1] = visits.length;
    best.sequence.set(visits, at + 2);
    at += 2 + visits.length;
  }
  Object.assign(best, { length: at, vehicles: plan.routes.length, cost: plan.cents });
}
