import { describe, expect, it } from 'vitest';
import {
  checkSolution,
  defineProblem,
  type Problem,
  solve,
} from '../../../../../../../lib/engines/optimization/index.ts';
import {
  compileModel,
  type Model,
} from '../../../../../../../lib/engines/optimization/search/compile-model.ts';
import { createVisitExchange } from '../../../../../../../lib/engines/optimization/search/genetic/exchange-visits.ts';
import {
  isFeasible,
  keepRoutes,
  penalizedCents,
} from '../../../../../../../lib/engines/optimization/search/genetic/individual.ts';
import { listPreceding } from '../../../../../../../lib/engines/optimization/search/genetic/list-preceding.ts';
import { loadLimits } from '../../../../../../../lib/engines/optimization/search/genetic/load-limits.ts';
import { createLooseRoutes } from '../../../../../../../lib/engines/optimization/search/genetic/loose-routes.ts';
import { createVisitMoves } from '../../../../../../../lib/engines/optimization/search/genetic/move-visits.ts';
import { createRandom, type Random } from '../../../../../../../lib/engines/optimization/search/random.ts';
import { delivery, plane, van } from '../../support/line-problem.ts';

const SEEDS = Array.from({ length: 40 }, (_, i) => i + 1);
const VISITS = 12;
const VEHICLES = 5;
/** This many grams per litre on average, so that all limits bind about equally. */
const GRAMS = 100;
const CAPACITY = Object.freeze([9, 9 * GRAMS]);
const MAX_ORDERS = 3;

/** Orders with a volume, a weight of their own and no windows, which five vans can just carry. */
function problemOf(random: Random, visits = VISITS, vehicles = VEHICLES): Problem {
  const points = Array.from(
    { length: visits + 1 },
    () => [random.below(1000), random.below(1000)] as [number, number],
  );
  return defineProblem({
    travel: plane(points),
    dimensions: ['litres', 'grams'],
    jobs: Array.from({ length: visits }, (_, i) =>
      delivery(`j${i}`, i + 1, {
        load: [1 + random.below(4), GRAMS * (1 + random.below(4)) + random.below(GRAMS)],
      }),
    ),
    vehicles: Array.from({ length: vehicles }, (_, v) =>
      van(`v${v}`, { capacity: [...CAPACITY], maxOrders: MAX_ORDERS, cost: { centsPerKilometre: 1000 } }),
    ),
  });
}

function scattered(seed: number) {
  const random = createRandom(seed);
  const model = compileModel(problemOf(random));
  const routes = createLooseRoutes(model, VEHICLES);
  const sequences: number[][] = Array.from({ length: VEHICLES }, () => []);
  for (let v = 0; v < VISITS; v++) sequences[random.below(VEHICLES)]!.push(v);
  for (const [r, visits] of sequences.entries()) routes.layOut(r, Int32Array.from(visits));
  return { random, model, routes, sequences };
}

/** The amount by which a route exceeds all limits, each in units of the tightest one. */
function excessOf(model: Model, visits: readonly number[]): number {
  const [first, ...others] = loadLimits(model);
  const total = (demand: Int32Array) => demand.reduce((sum, one) => sum + one, 0);
  const above = (demand: Int32Array, capacity: number) =>
    Math.max(0, visits.reduce((sum, v) => sum + demand[v]!, 0) - capacity);
  return others.reduce(
    (sum, { demand, capacity }) => sum + (above(demand, capacity) * total(first!.demand)) / total(demand),
    above(first!.demand, first!.capacity),
  );
}

describe('the limits on what a vehicle carries', () => {
  it('are the dimensions and the number of orders, the one that takes most vehicles first', () => {
    const problem = (grams: number, most?: number) =>
      compileModel(
        defineProblem({
          travel: plane([
            [0, 0],
            [1, 1],
          ]),
          dimensions: ['litres', 'grams'],
          jobs: [1, 2, 3].map((i) => delivery(`j${i}`, 1, { load: [1, grams] })),
          vehicles: [van('v', { capacity: [2, 1000], ...(most === undefined ? {} : { maxOrders: most }) })],
        }),
      );
    const capacities = (model: Model) => loadLimits(model).map(({ capacity }) => capacity);
    expect(capacities(problem(100))).toEqual([2, 1000]);
    expect(capacities(problem(900))).toEqual([1000, 2]);
    expect(capacities(problem(900, 1))).toEqual([1, 1000, 2]);
    expect(capacities(problem(100, 3))).toEqual([2, 3, 1000]);
  });

  it('are no limit where a vehicle has none', () => {
    const model = compileModel(
      defineProblem({ travel: plane([[0, 0]]), jobs: [delivery('j', 0)], vehicles: [van('v')] }),
    );
    expect(loadLimits(model).map(({ capacity }) => capacity)).toEqual([Number.POSITIVE_INFINITY]);
  });
});

describe('loose routes with several limits', () => {
  it('know what each exceeds any of them by', () => {
    let exceeding = 0;
    for (const seed of SEEDS) {
      const { model, routes, sequences } = scattered(seed);
      for (const [r, visits] of sequences.entries()) {
        expect(routes.excessOf(r)).toBeCloseTo(excessOf(model, visits), 6);
        if (routes.excessOf(r) > 0) exceeding++;
      }
    }
    expect(exceeding).toBeGreaterThan(20);
    expect(exceeding).toBeLessThan(SEEDS.length * VEHICLES - 20);
  });

  it('tell in advance what two that exchange segments or tails exceed them by', () => {
    for (const seed of SEEDS) {
      const { random, model, routes, sequences } = scattered(seed);
      const further = routes.further!;
      const one = random.below(VEHICLES);
      const other = (one + 1 + random.below(VEHICLES - 1)) % VEHICLES;
      const [mine, theirs] = [sequences[one]!, sequences[other]!];
      const { demand, capacity } = loadLimits(model)[0]!;
      const first = (visits: readonly number[]) =>
        Math.max(0, visits.reduce((sum, v) => sum + demand[v]!, 0) - capacity);
      const both = (x: readonly number[], y: readonly number[]) =>
        excessOf(model, x) + excessOf(model, y) - first(x) - first(y);
      const n = Math.min(mine.length, random.below(3));
      const m = Math.min(theirs.length, random.below(3));
      expect(
        further.exchanged(one, other, n, mine[0] ?? -1, mine[1] ?? -1, m, theirs[0] ?? -1, theirs[1] ?? -1),
      ).toBeCloseTo(
        both([...mine.slice(n), ...theirs.slice(0, m)], [...theirs.slice(m), ...mine.slice(0, n)]),
        6,
      );
      expect(
        further.crossed(
          one,
          n === 0 ? VISITS + 2 * one : mine[n - 1]!,
          other,
          m === 0 ? VISITS + 2 * other : theirs[m - 1]!,
        ),
      ).toBeCloseTo(
        both([...mine.slice(0, n), ...theirs.slice(m)], [...theirs.slice(0, m), ...mine.slice(n)]),
        6,
      );
      if (mine.length > 0)
        expect(further.withVisit(other, mine[0]!)).toBeCloseTo(
          excessOf(model, [...theirs, mine[0]!]) - first([...theirs, mine[0]!]),
          6,
        );
    }
  });

  it('save cents with every change, and stay as they were where none does', () => {
    let made = 0;
    for (const seed of SEEDS) {
      const { random, model, routes } = scattered(seed);
      const penalties = { warp: 1, excess: 10 + random.below(1000) };
      const centsNow = () => penalizedCents(keepRoutes(routes, model), penalties);
      const moves = createVisitMoves(model, routes, penalties);
      const exchange = createVisitExchange(model, routes, penalties, listPreceding(model, VISITS));
      for (let n = 0; n < 100; n++) {
        const before = centsNow();
        const u = random.below(VISITS);
        const v = random.below(VISITS);
        if (u === v) continue;
        const [one, other] = [routes.routeOf[u]!, routes.routeOf[v]!];
        const changed = n % 3 === 0 && one !== other ? exchange(one, other) : moves.follow(u, v);
        if (changed) {
          made++;
          expect(centsNow()).toBeLessThan(before);
        } else expect(centsNow()).toBe(before);
      }
    }
    expect(made).toBeGreaterThan(300);
  });
});

describe('a problem with several limits', () => {
  it('is one to breed for, and its plan keeps them all at the price that breeding knows', async () => {
    const random = createRandom(5);
    const problem = problemOf(random, 30, 14);
    const model = compileModel(problem);
    expect(model).toMatchObject({ breeds: true, shape: 'rich' });
    const solution = await solve(problem, { seed: 1, iterations: 60_000 });
    expect(solution.unassigned).toEqual([]);
    expect(checkSolution(problem, solution)).toEqual([]);
    const routes = createLooseRoutes(model, 14);
    const visitOf = new Map(problem.jobs.map(({ id }, j) => [id, model.visitOf[j]!]));
    for (const [r, { visits }] of solution.routes.entries())
      routes.layOut(
        r,
        Int32Array.from(visits, ({ job }) => visitOf.get(job)!),
      );
    const kept = keepRoutes(routes, model);
    expect(isFeasible(kept)).toBe(true);
    expect(Math.abs(kept.cents - solution.costs.total)).toBeLessThan(solution.routes.length);
  });
});
