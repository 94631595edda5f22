import type { Budget } from '../budget.ts';
import type { Model } from '../compile-model.ts';
import type { Search } from '../create-search.ts';
import { fewestVehicles } from '../fewest-vehicles.ts';
import type { MeanLeg } from '../mean-leg.ts';
import { routesOf, type Snapshot } from '../snapshot.ts';
import { createCrossing } from './cross-individuals.ts';
import { createImprovement } from './improve-routes.ts';
import { type Individual, isFeasible, keepRoutes } from './individual.ts';
import { createLooseRoutes } from './loose-routes.ts';
import type { Penalties } from './penalties.ts';
import { createPopulation, type Population, type Sparing } from './population.ts';
import { createRecombining } from './recombine-routes.ts';
import { createRoutePool } from './route-pool.ts';

/** Vehicles a plan may use beyond those of the plan with most to begin with. */
const SPARE_VEHICLES = 3;
/** First prices: a second late in seconds on the way, a mean load too much in legs between near visits. */
const FIRST_WARP = 6;
const FIRST_EXCESS = 3;
/** Children after which prices are set anew, the share of them that should break no rule of a kind, and the factors. */
const REVIEWED = 50;
const LEAST_KEPT = 0.38;
const MOST_KEPT = 0.48;
const DEARER = 1.34;
const CHEAPER = 0.8;
/** Plans of a kind that a selection leaves: at first, how many times as many after every standstill, at most. */
const LEAST = 25;
const GROWTH = 1.6;
const MOST = 150;
/** Children without a better plan after which plans with fewer vehicles are raised, too, and the share of children for that. */
const IDLE = 1_000;
const SPARING_SHARE = 0.4;
/** Children without a better plan that are a standstill. */
const STANDSTILL = 2_500;
/** Children after which the best plan, and the best one on few vehicles, are put together anew from the routes met. */
const RECOMBINED = 250;
/** How much dearer breaking rules is while a child is mended, and how many of those that break any are. */
const MENDING = 12;
const MENDED_SHARE = 0.5;

/**
 * Hybrid genetic search over plain deliveries (Vidal et al., Operations Research 60, 2012; Computers & Operations Research
 * 40, 2013): children of two plans each, improved by a local search that may break windows and capacity at a price. The
 * price is set so that about four in ten children break no rule of a kind; the way between two good plans mostly leads
 * over plans that break one. Once better plans become rare, plans with fewer vehicles than the best are raised beside the
 * others: where loads are tight they are a valley of its own, deeper but found later. Now and then the best plans are put
 * together anew from routes of all plans met. At a standstill the plans that keep all rules begin anew in a larger
 * population. Begins with complete plans and uses the budget up; the best plan is `search.best`. `leg` is the scale of the
 * first prices. A child counts as an iteration per visit.
 */
export async function breed(
  search: Search,
  budget: Budget,
  founders: readonly Snapshot[],
  leg: MeanLeg,
): Promise<void> {
  const { model, random, state, neighbours } = search;
  const fewest = fewestVehicles(search);
  const mostUsed = founders.reduce((most, { vehicles }) => Math.max(most, vehicles), 0);
  const routes = createLooseRoutes(model, Math.min(model.typeOf.length, mostUsed + SPARE_VEHICLES));
  const penalties = firstPenalties(model, leg);
  const improve = createImprovement(model, routes, penalties, random);
  const crossing = createCrossing(model, routes, penalties, neighbours, random);
  const pool = createRoutePool(model, routes, random);
  const recombining = createRecombining(model, pool, random);
  /** The cheapest plan of the present stage that keeps all rules, and the children since it was found. */
  const progress = { best: Number.POSITIVE_INFINITY, since: 0 };
  const over = (): boolean => budget.share(state.iterations) >= 1;
  let slice = budget.slice();
  const pause = async (): Promise<void> => {
    if (!slice.over()) return;
    await budget.breathe(state.iterations);
    slice = budget.slice();
  };
  const improved = async (): Promise<Individual> => {
    const steps = improve();
    for (let done = false; !done && !over(); ) {
      done = steps.next().done === true;
      await pause();
    }
    pool.note();
    const plan = keepRoutes(routes, model);
    if (!isFeasible(plan)) return plan;
    if (plan.cents < progress.best - LEAST_GAIN) Object.assign(progress, { best: plan.cents, since: 0 });
    if (plan.cents < search.best.cost - LEAST_GAIN) adopt(search.best, plan);
    return plan;
  };
  const review = { children: 0, inCapacity: 0, inTime: 0 };
  const raise = async (population: Population): Promise<void> => {
    const child = await improved();
    state.iterations += model.visits;
    progress.since++;
    population.add(child);
    if (child.excess === 0) review.inCapacity++;
    if (child.warp === 0) review.inTime++;
    if (++review.children === REVIEWED) {
      penalties.excess *= correction(review.inCapacity);
      penalties.warp *= correction(review.inTime);
      population.reprice();
      Object.assign(review, { children: 0, inCapacity: 0, inTime: 0 });
    }
    if (isFeasible(child) || random.unit() >= MENDED_SHARE) return;
    const { warp, excess } = penalties;
    Object.assign(penalties, { warp: warp * MENDING, excess: excess * MENDING });
    const mended = await improved();
    Object.assign(penalties, { warp, excess });
    if (isFeasible(mended)) population.add(mended);
  };

  /**
   * Puts a plan that keeps all rules together anew, on no more vehicles than are allowed, until no part of it becomes
   * cheaper.
   */
  const recombine = async (population: Population, plan: readonly Int32Array[], allowed: number) => {
    routes.state.allowed = allowed;
    crossing.restore(plan);
    if (!isFeasible(keepRoutes(routes, model))) return;
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
  const recombineBest = async (population: Population): Promise<void> => {
    await recombine(population, sequencesOf(search.best), routes.vehicles);
    const few = population.onFew();
    if (few === undefined || few.cents < search.best.cost + LEAST_GAIN) return;
    await recombine(population, few.routes, few.routes.length);
  };

  let parents: (readonly Int32Array[])[] = founders.map(sequencesOf);
  const sparing: Sparing = { most: 0 };
  const oneLess = (): number => (search.best.vehicles > fewest ? search.best.vehicles - 1 : 0);
  for (let stage = 0; !over(); stage++) {
    if (sparing.most > 0) sparing.most = oneLess();
    const size = Math.min(MOST, LEAST * GROWTH ** stage);
    const population = createPopulation(penalties, random, size, sparing);
    progress.best = Number.POSITIVE_INFINITY;
    for (const parent of parents) {
      crossing.restore(parent);
      population.add(keepRoutes(routes, model));
      await raise(population);
    }
    progress.since = 0;
    for (let children = 1; !over() && progress.since < STANDSTILL; children++) {
      if (sparing.most === 0 && progress.since >= IDLE) sparing.most = oneLess();
      const spares = sparing.most > 0 && random.unit() < SPARING_SHARE;
      routes.state.allowed = spares ? sparing.most : routes.vehicles;
      crossing.cross(population.pick(), population.pick());
      await raise(population);
      if (children % RECOMBINED === 0) await recombineBest(population);
    }
    routes.state.allowed = routes.vehicles;
    const kept = population.feasible();
    if (kept.length > 0) parents = kept.map((plan) => plan.routes);
  }
}

/** Cents a plan must be cheaper by to be the best. */
const LEAST_GAIN = 1e-6;

/** Factor for the price of a rule that so many of the reviewed children kept. */
function correction(kept: number): number {
  const share = kept / REVIEWED;
  return share < LEAST_KEPT ? DEARER : share > MOST_KEPT ? CHEAPER : 1;
}

function firstPenalties({ visits, load }: Model, leg: MeanLeg): Penalties {
  const loads = load.reduce((sum, one) => sum + one, 0);
  return {
    warp: (FIRST_WARP * leg.cents) / leg.seconds,
    excess: (FIRST_EXCESS * leg.cents) / Math.max(1, loads / visits),
  };
}

/** Visits of each route of a plan. */
function sequencesOf(plan: Snapshot): Int32Array[] {
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
