import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { defineProblem } from '../../../../../../../lib/engines/optimization/index.ts';
import { compileModel } from '../../../../../../../lib/engines/optimization/search/compile-model.ts';
import { createLooseRoutes } from '../../../../../../../lib/engines/optimization/search/genetic/loose-routes.ts';
import {
  type Columns,
  choosePartition,
} from '../../../../../../../lib/engines/optimization/search/genetic/partition.ts';
import { createRecombining } from '../../../../../../../lib/engines/optimization/search/genetic/recombine-routes.ts';
import { createRoutePool } from '../../../../../../../lib/engines/optimization/search/genetic/route-pool.ts';
import { createRandom } from '../../../../../../../lib/engines/optimization/search/random.ts';
import { propertyRuns } from '../../../../../../support/property-runs.ts';
import { delivery, road, van } from '../../support/line-problem.ts';
import { randomProblem, VEHICLES, VISITS, walk } from '../../support/scattered-routes.ts';

/** Some elements and their joint cost. */
interface Column {
  readonly cents: number;
  readonly elements: readonly number[];
}

function columnsOf(list: readonly Column[], elements: number): Columns {
  const start = [0];
  for (const column of list) start.push(start.at(-1)! + column.elements.length);
  return {
    elements,
    cents: Float64Array.from(list, ({ cents }) => cents),
    start: Int32Array.from(start),
    members: Int32Array.from(list.flatMap((column) => column.elements)),
  };
}

/** Cents of the cheapest partition into at most `most` columns, found by trying all; Infinity if there is none. */
function cheapestPartition(list: readonly Column[], elements: number, most: number): number {
  const full = 2 ** elements - 1;
  let cheapest = new Float64Array(full + 1).fill(Number.POSITIVE_INFINITY);
  cheapest[0] = 0;
  let best = Number.POSITIVE_INFINITY;
  for (let used = 0; used < most; used++) {
    const next = new Float64Array(full + 1).fill(Number.POSITIVE_INFINITY);
    for (const { cents, elements: of } of list) {
      const mask = of.reduce((sum, e) => sum | (1 << e), 0);
      for (let covered = full ^ mask; ; covered = (covered - 1) & (full ^ mask)) {
        next[covered | mask] = Math.min(next[covered | mask]!, cheapest[covered]! + cents);
        if (covered === 0) break;
      }
    }
    best = Math.min(best, next[full]!);
    cheapest = next;
  }
  return best;
}

describe('a partition', () => {
  const problem = fc.integer({ min: 1, max: 9 }).chain((elements) =>
    fc.record({
      elements: fc.constant(elements),
      list: fc.array(
        fc.record({
          cents: fc.integer({ min: 0, max: 200 }),
          elements: fc.uniqueArray(fc.integer({ min: 0, max: elements - 1 }), { minLength: 1, maxLength: 4 }),
        }),
        { maxLength: 60 },
      ),
      below: fc.integer({ min: 1, max: 800 }),
      most: fc.integer({ min: 1, max: 9 }),
      price: fc.integer({ min: 0, max: 100 }),
    }),
  );

  it('is the cheapest of all that cost less than what is given and use no more columns than allowed', () => {
    let found = 0;
    fc.assert(
      fc.property(problem, ({ elements, list, below, most, price }) => {
        const prices = new Float64Array(elements).fill(price);
        const chosen = choosePartition(columnsOf(list, elements), prices, below, most);
        const cheapest = cheapestPartition(list, elements, most);
        if (chosen === undefined) {
          expect(cheapest).toBeGreaterThan(below - 1e-6);
          return;
        }
        found++;
        expect(chosen.length).toBeLessThanOrEqual(most);
        const covered = chosen.flatMap((j) => [...list[j]!.elements]).sort((a, b) => a - b);
        expect(covered).toEqual(Array.from({ length: elements }, (_, e) => e));
        expect(chosen.reduce((sum, j) => sum + list[j]!.cents, 0)).toBe(cheapest);
      }),
      { numRuns: 400, seed: 5 },
    );
    expect(found).toBeGreaterThan(40);
  });

  it('is the cheapest of all where many are nearly as cheap', () => {
    const size = 12;
    const column = fc
      .uniqueArray(fc.integer({ min: 0, max: size - 1 }), { minLength: 1, maxLength: 4 })
      .chain((elements) =>
        fc
          .integer({ min: 0, max: 200 })
          .map((extra): Column => ({ cents: 100 * elements.length + extra, elements })),
      );
    const alone = Array.from({ length: size }, (_, e): Column => ({ cents: 300, elements: [e] }));
    fc.assert(
      fc.property(
        fc.array(column, { minLength: 60, maxLength: 60 }),
        fc.constantFrom(1.001, 1.02, 1.5, 3),
        (some, factor) => {
          const list = [...some, ...alone];
          const cheapest = cheapestPartition(list, size, size);
          const prices = new Float64Array(size).fill(100);
          const chosen = choosePartition(columnsOf(list, size), prices, factor * cheapest, size);
          expect(chosen?.reduce((sum, j) => sum + list[j]!.cents, 0)).toBe(cheapest);
        },
      ),
      { numRuns: propertyRuns(40, 120), seed: 5 },
    );
  });

  it('covers more elements than a machine word has bits', () => {
    const pairs = Array.from({ length: 50 }, (_, i) => ({ cents: 3, elements: [2 * i, 2 * i + 1] }));
    const shifted = Array.from({ length: 49 }, (_, i) => ({ cents: 2, elements: [2 * i + 1, 2 * i + 2] }));
    const ends = [0, 99].map((e) => ({ cents: 2, elements: [e] }));
    const list = [...pairs, ...shifted, ...ends];
    const chosen = choosePartition(columnsOf(list, 100), new Float64Array(100), 150, 100);
    expect(chosen?.map((j) => list[j]!.cents)).toEqual(Array.from({ length: 51 }, () => 2));
  });

  it('leaves prices under which no choice can cost less than their sum and all that columns undercut them by', () => {
    fc.assert(
      fc.property(problem, ({ elements, list, most, price }) => {
        const cheapest = cheapestPartition(list, elements, elements);
        fc.pre(Number.isFinite(cheapest));
        const prices = new Float64Array(elements).fill(price);
        choosePartition(columnsOf(list, elements), prices, 800, most);
        const undercut = list.map(({ cents, elements: of }) =>
          Math.min(
            0,
            of.reduce((sum, e) => sum - prices[e]!, cents),
          ),
        );
        const bound = [...prices, ...undercut].reduce((sum, cents) => sum + cents, 0);
        expect(bound).toBeLessThanOrEqual(cheapest + 1e-6);
      }),
      { numRuns: propertyRuns(70, 200), seed: 5 },
    );
  });
});

/** Random plans for this many vehicles; most have some routes that break rules. */
function prepare(seed: number, vehicles = VEHICLES) {
  const random = createRandom(seed);
  const model = compileModel(randomProblem(random));
  const loose = createLooseRoutes(model, vehicles);
  const pool = createRoutePool(model, loose, random);
  const layOutAny = (): number[][] => {
    const sequences: number[][] = Array.from({ length: vehicles }, () => []);
    for (let v = 0; v < VISITS; v++) {
      const sequence = sequences[random.below(vehicles)]!;
      sequence.splice(random.below(sequence.length + 1), 0, v);
    }
    loose.clear();
    for (const [r, visits] of sequences.entries()) loose.layOut(r, Int32Array.from(visits));
    return sequences;
  };
  const keepsRules = (visits: readonly number[]): boolean => {
    const { warp, excess } = walk(model, [visits]);
    return warp === 0 && excess === 0;
  };
  return { random, model, loose, pool, layOutAny, keepsRules };
}

const setOf = (visits: Iterable<number>): string => [...visits].sort((a, b) => a - b).join();

describe('a pool of routes', () => {
  it('keeps of each set of visits the cheapest order met that breaks no rule', () => {
    for (let seed = 1; seed <= 10; seed++) {
      const { model, pool, layOutAny, keepsRules } = prepare(seed);
      const cheapest = new Map<string, number>();
      for (let n = 0; n < 60; n++) {
        for (const visits of layOutAny()) {
          if (visits.length === 0 || !keepsRules(visits)) continue;
          const { cents } = walk(model, [visits]);
          cheapest.set(setOf(visits), Math.min(cents, cheapest.get(setOf(visits)) ?? cents));
        }
        pool.note();
      }
      const { routes } = pool.index();
      for (const { visits, cents } of routes) {
        expect(keepsRules([...visits])).toBe(true);
        expect(walk(model, [[...visits]]).cents).toBe(cents);
      }
      expect(new Map(routes.map(({ visits, cents }) => [setOf(visits), cents]))).toEqual(cheapest);
    }
  });

  it('names for each visit the routes through it', () => {
    const { pool, layOutAny } = prepare(3);
    for (let n = 0; n < 60; n++) {
      layOutAny();
      pool.note();
    }
    const { routes, from, through } = pool.index();
    for (let v = 0; v < VISITS; v++) {
      const listed = [...through.subarray(from[v], from[v + 1])];
      expect(listed).toEqual([...routes.keys()].filter((i) => routes[i]!.visits.includes(v)));
    }
  });

  it('does not look again at routes that were taken over whole', () => {
    const { loose, pool, layOutAny, keepsRules } = prepare(5);
    const sequences = layOutAny();
    const kept = sequences.findIndex((visits) => visits.length > 0 && keepsRules(visits));
    expect(kept).toBeGreaterThanOrEqual(0);
    loose.changed[kept] = 0;
    pool.note();
    expect(pool.index().routes.map(({ visits }) => setOf(visits))).not.toContain(setOf(sequences[kept]!));
  });

  it('forgets the routes met longest ago, unless they were met again', () => {
    const visits = 40;
    const { loose, pool } = line(visits);
    const lay = (sequence: readonly number[]): void => {
      loose.clear();
      loose.layOut(0, Int32Array.from(sequence));
      pool.note();
    };
    const random = createRandom(1);
    const knows = (set: string): boolean => pool.index().routes.some((route) => setOf(route.visits) === set);
    lay([0]);
    lay([1]);
    // Many different routes with half of the visits each, several times as many as are kept.
    for (let n = 0; n < 2_000; n++) {
      lay([...Array(visits).keys()].filter(() => random.unit() < 0.5));
      if (n % 50 === 0) lay([1]);
    }
    expect(knows('0')).toBe(false);
    expect(knows('1')).toBe(true);
    const kept = pool.index().routes.reduce((sum, route) => sum + route.visits.length, 0);
    expect(kept).toBeLessThanOrEqual(2 * 250 * visits);
  });
});

function line(visits: number) {
  const model = compileModel(
    defineProblem({
      travel: road(Array.from({ length: visits + 1 }, (_, i) => i)),
      dimensions: [],
      jobs: Array.from({ length: visits }, (_, v) => delivery(`j${v}`, v + 1)),
      vehicles: [van('one'), van('two')],
    }),
  );
  const loose = createLooseRoutes(model, 2);
  return { loose, pool: createRoutePool(model, loose, createRandom(1)) };
}

/**
 * A pool of the routes of this many random plans, and of the visits that can be served alone, each on its own vehicle.
 */
function meet(seed: number, plans: number) {
  const { random, model, loose, pool, layOutAny } = prepare(seed, VISITS);
  loose.clear();
  for (let v = 0; v < VISITS; v++) loose.layOut(v, Int32Array.of(v));
  const alone = pool.present();
  for (let n = 0; n < plans; n++) {
    layOutAny();
    pool.note();
  }
  return { pool, alone, recombining: createRecombining(model, pool, random) };
}

describe('a plan put together anew', () => {
  it('divides its visits among the routes met as cheaply as possible', () => {
    let improved = 0;
    for (let seed = 1; seed <= 12; seed++) {
      const { pool, alone, recombining } = meet(seed, 30);
      if (alone.length < VISITS) continue;
      const recombination = recombining(alone, VISITS);
      for (let r = 0; r < 40; r++) if (recombination.improve(r % recombination.plan.length)) improved++;
      const { routes } = pool.index();
      const list = routes.map((route) => ({ cents: route.cents, elements: [...route.visits] }));
      const cents = recombination.plan.reduce((sum, route) => sum + route.cents, 0);
      expect(cents).toBe(cheapestPartition(list, VISITS, VISITS));
      const served = recombination.plan.flatMap(({ visits }) => [...visits]).sort((a, b) => a - b);
      expect(served).toEqual(Array.from({ length: VISITS }, (_, v) => v));
    }
    expect(improved).toBeGreaterThan(5);
  });

  it('uses no more vehicles than allowed', () => {
    let improved = 0;
    for (let seed = 1; seed <= 12; seed++) {
      const { alone, recombining } = meet(seed, 200);
      const recombination = recombining(alone, 9);
      for (let r = 0; alone.length === VISITS && r < 40; r++) {
        if (!recombination.improve(r % recombination.plan.length)) continue;
        improved++;
        expect(recombination.plan.length).toBeLessThanOrEqual(9);
      }
    }
    expect(improved).toBeGreaterThan(5);
  });
});
