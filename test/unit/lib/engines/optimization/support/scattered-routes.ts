import {
  defineProblem,
  type Problem,
  type VehicleInput,
} from '../../../../../../lib/engines/optimization/index.ts';
import { compileModel, type Model } from '../../../../../../lib/engines/optimization/search/compile-model.ts';
import {
  keepRoutes,
  penalizedCents,
} from '../../../../../../lib/engines/optimization/search/genetic/individual.ts';
import {
  createLooseRoutes,
  type LooseRoutes,
} from '../../../../../../lib/engines/optimization/search/genetic/loose-routes.ts';
import type { Penalties } from '../../../../../../lib/engines/optimization/search/genetic/penalties.ts';
import { createRandom, type Random } from '../../../../../../lib/engines/optimization/search/random.ts';
import { delivery, straight, travelBetween, van } from './line-problem.ts';

export const VISITS = 14;
export const VEHICLES = 6;
export const CAPACITY = 8;
export const FIXED = 300;
export const DAY = 20_000;

/** How a random problem differs from the plain one. */
export interface Variation {
  /** Of every van. */
  readonly vehicle?: Partial<VehicleInput>;
  /** Every window is shorter than this. */
  readonly windowSeconds?: number;
  /** Number of orders at each location; with several, the vans start where the first order is. */
  readonly ordersPerLocation?: number;
}

/**
 * Orders at random places, with ways that differ by direction, narrow windows, and loads that six vans can just carry.
 */
export function randomProblem(
  random: Random,
  { vehicle = {}, windowSeconds = 1500, ordersPerLocation = 1 }: Variation = {},
): Problem {
  const points = Array.from({ length: VISITS + 1 }, () => [random.below(1000), random.below(1000)] as const);
  return defineProblem({
    travel: travelBetween(points, (from, to) => straight(from, to) + (to[0] > from[0] ? 10 : 0)),
    dimensions: ['boxes'],
    jobs: Array.from({ length: VISITS }, (_, i) => {
      const from = random.below(4000);
      return delivery(`j${i}`, Math.floor((i + 1) / ordersPerLocation), {
        load: [1 + random.below(4)],
        service: random.below(100),
        windows: [{ from, to: from + random.below(windowSeconds) }],
      });
    }),
    vehicles: Array.from({ length: VEHICLES }, (_, v) =>
      van(`v${v}`, {
        capacity: [CAPACITY],
        shift: { from: 0, to: DAY },
        cost: { centsPerKilometre: 1000, fixedCents: FIXED },
        ...vehicle,
      }),
    ),
  });
}

/** Cents, seconds turned back and excess of some sequences, computed one visit after another. */
export function walk(model: Model, sequences: readonly (readonly number[])[]) {
  const { time, distance } = model.types[0]!.travel;
  const depot = model.types[0]!.startPoint;
  let cents = 0;
  let warp = 0;
  let excess = 0;
  for (const visits of sequences) {
    if (visits.length === 0) continue;
    let now = 0;
    let at = depot;
    let load = 0;
    let metres = 0;
    for (const v of visits) {
      now = Math.max(now + time[at * model.points + v]!, model.open[v]!);
      warp += Math.max(0, now - model.close[v]!);
      now = Math.min(now, model.close[v]!) + model.service[v]!;
      metres += distance[at * model.points + v]!;
      load += model.load[v]!;
      at = v;
    }
    warp += Math.max(0, now + time[at * model.points + depot]! - DAY);
    metres += distance[at * model.points + depot]!;
    cents += FIXED + metres;
    excess += Math.max(0, load - CAPACITY);
  }
  return { cents, warp, excess };
}

export function sequencesOf(routes: LooseRoutes): number[][] {
  return Array.from({ length: routes.vehicles }, (_, r) => {
    const visits: number[] = [];
    for (let p = routes.next[VISITS + 2 * r]!; p < VISITS; p = routes.next[p]!) visits.push(p);
    return visits;
  });
}

/** Arbitrary routes that contain every visit, with one vehicle idle. */
export function scattered(seed: number, variation: Variation = {}) {
  const random = createRandom(seed);
  const problem = randomProblem(random, variation);
  const model = compileModel(problem);
  const routes = createLooseRoutes(model, VEHICLES);
  const penalties: Penalties = { warp: 0.2 + 3 * random.unit(), excess: 1 + random.below(300) };
  const sequences: number[][] = Array.from({ length: VEHICLES - 1 }, () => []);
  for (let v = 0; v < VISITS; v++) sequences[random.below(VEHICLES - 1)]!.splice(0, 0, v);
  for (const [r, visits] of sequences.entries()) routes.layOut(r, Int32Array.from(visits));
  const centsNow = () => penalizedCents(keepRoutes(routes, model), penalties);
  return { random, problem, model, routes, penalties, centsNow };
}
