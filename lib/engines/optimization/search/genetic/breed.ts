import type { Budget } from '../budget.ts';
import type { Search } from '../create-search.ts';
import { fewestVehicles } from '../fewest-vehicles.ts';
import type { MeanLeg } from '../mean-leg.ts';
import type { Snapshot } from '../snapshot.ts';
import { beginPopulations } from './begin-populations.ts';
import { createPopulation, type Sparing } from './population.ts';
import { createRaising, type Sequences, sequencesOf } from './raise-children.ts';
import { scatterVisits } from './scatter-visits.ts';

/** Vehicles that a plan may use beyond those of the first plan with the most. */
const SPARE_VEHICLES = 3;
/** Plans of a kind that survive a selection: at first, factor after every standstill, maximum. */
const LEAST = 25;
const GROWTH = 1.6;
const MOST = 150;
/**
 * Children without a better plan after which plans with fewer vehicles are bred as well, and their share of the
 * children.
 */
const IDLE = 1_000;
const SPARING_SHARE = 0.4;
/** Children without a better plan that count as a standstill. */
const STANDSTILL = 2_500;
/** Children after which the best plan, and the best one on few vehicles, are recombined from all known routes. */
const RECOMBINED = 250;

/**
 * Hybrid genetic search over deliveries (Vidal et al., Operations Research 60, 2012; Computers & Operations Research
 * 40, 2013): children of two plans each, improved by a local search that may break windows and capacity at a price,
 * because the way between two good plans usually leads through plans that break a rule. Once better plans become rare,
 * plans with fewer vehicles than the best are bred as well: with tight loads they form a separate valley, deeper but
 * found later. From time to time the best plans are recombined from the routes of all known plans. At a standstill the
 * feasible plans restart in a larger population. Since they are alike by then, problems with few visits add the plans
 * of a second population that started from scattered plans and has also come to a standstill. Starts with plans that
 * serve the same jobs as the best one and uses up the budget; the best plan is `search.best`. `leg` is the scale of the
 * first prices.
 */
export async function breed(
  search: Search,
  budget: Budget,
  founders: readonly Snapshot[],
  leg: MeanLeg,
): Promise<void> {
  const { model, random, state, best } = search;
  const fewest = fewestVehicles(search);
  const mostUsed = founders.reduce((most, { vehicles }) => Math.max(most, vehicles), 0);
  const vehicles = Math.min(model.typeOf.length, mostUsed + SPARE_VEHICLES);
  const raising = createRaising(search, budget, vehicles, leg);
  const { progress } = raising;
  const over = (): boolean => budget.share(state.iterations) >= 1;
  const sparing: Sparing = { most: 0 };
  const oneLess = (): number => (best.vehicles > fewest ? best.vehicles - 1 : 0);
  const first = founders.map(sequencesOf);
  const served = first[0]!.flatMap((visits) => Array.from(visits));
  const scatter = (count: number): Sequences[] =>
    Array.from({ length: count }, () =>
      scatterVisits(model, served, Math.min(vehicles, best.vehicles + random.below(2)), random),
    );
  const beginnings = beginPopulations(served.length, first, scatter);
  let parents: readonly Sequences[] = beginnings.next([]).value;
  for (let stage = 0; !over(); stage++) {
    if (sparing.most > 0) sparing.most = oneLess();
    const size = Math.min(MOST, LEAST * GROWTH ** stage);
    const population = createPopulation(raising.penalties, random, size, sparing);
    progress.best = Number.POSITIVE_INFINITY;
    for (const parent of parents) await raising.found(population, parent);
    progress.since = 0;
    for (let children = 1; !over() && progress.since < STANDSTILL; children++) {
      if (sparing.most === 0 && progress.since >= IDLE) sparing.most = oneLess();
      const spares = sparing.most > 0 && random.unit() < SPARING_SHARE;
      await raising.breed(population, spares ? sparing.most : undefined);
      if (children % RECOMBINED === 0) await raising.recombine(population);
    }
    parents = beginnings.next(population.feasible().map(({ routes }) => routes)).value;
  }
}
