import { describe, expect, it } from 'vitest';
import { defineProblem, type JobInput } from '../../../../lib/optimization/index.ts';
import { compileModel } from '../../../../lib/optimization/search/compile-model.ts';
import { createSearch, type Search } from '../../../../lib/optimization/search/create-search.ts';
import { createRandom } from '../../../../lib/optimization/search/random.ts';
import { reorderRoutes } from '../../../../lib/optimization/search/reorder-route.ts';
import { delivery, van } from './support/line-problem.ts';

/** A route in the plane: lengths in metres, a metre takes a second; visit i is at location i + 1. */
interface Route {
  readonly lengths: readonly number[];
  readonly windows: readonly { from: number; to: number }[];
  readonly service: number;
}

const DAY = 100_000;

const inTurn = (count: number) => Array.from({ length: count }, (_, i) => i);

/** A route that visits 0, 1, 2, ... in time, with windows of random width around the times it comes at. */
function randomRoute(visits: number, seed: number): Route {
  const random = createRandom(seed);
  const points = Array.from({ length: visits + 1 }, () => [random.below(1000), random.below(1000)] as const);
  const lengths = points.flatMap(([x, y]) => points.map(([u, v]) => Math.round(Math.hypot(x - u, y - v))));
  let now = 0;
  const windows = Array.from({ length: visits }, (_, i) => {
    now += lengths[i * points.length + i + 1]! + 60;
    const arrived = now - 60;
    return {
      from: Math.max(0, arrived - random.below(2000)),
      to: arrived + (random.below(4) === 0 ? DAY : random.below(2000)),
    };
  });
  return { lengths, windows, service: 60 };
}

/** A search whose plan is that route, on one vehicle. */
function laidOut({ lengths, windows, service }: Route, more: Partial<JobInput> = {}): Search {
  const problem = defineProblem({
    travel: {
      locationCount: windows.length + 1,
      tables: { car: { durations: lengths, distances: lengths } },
    },
    jobs: windows.map((window, i) => delivery(`j${i}`, i + 1, { service, windows: [window], ...more })),
    vehicles: [van('v', { shift: { from: 0, to: 2 * DAY } })],
  });
  const search = createSearch(compileModel(problem), createRandom(1), 0);
  search.plan.layOut(0, inTurn(windows.length));
  search.evaluator.refresh(0);
  search.addUp();
  search.consider();
  return search;
}

/** Metres of an order, Infinity where it comes too late somewhere. */
function lengthOf({ lengths, windows, service }: Route, order: ArrayLike<number>): number {
  const count = windows.length + 1;
  let metres = 0;
  let now = 0;
  let before = 0;
  for (const visit of Array.from(order)) {
    const leg = lengths[before * count + visit + 1]!;
    metres += leg;
    now = Math.max(now + leg, windows[visit]!.from);
    if (now > windows[visit]!.to) return Number.POSITIVE_INFINITY;
    now += service;
    before = visit + 1;
  }
  return metres + lengths[before * count]!;
}

function* permutations(rest: number[], chosen: number[] = []): Generator<number[]> {
  if (rest.length === 0) yield chosen;
  for (const visit of rest)
    yield* permutations(
      rest.filter((other) => other !== visit),
      [...chosen, visit],
    );
}

describe('improve', () => {
  it('finds the shortest order in time of routes of up to six visits, compared with all orders', () => {
    let improved = 0;
    for (let seed = 1; seed <= 150; seed++) {
      const visits = 3 + (seed % 4);
      const route = randomRoute(visits, seed);
      const order = laidOut(route).reorder!.improve(0);
      if (order !== undefined) improved++;
      const shortest = Math.min(
        ...Array.from(permutations(inTurn(visits)), (other) => lengthOf(route, other)),
      );
      expect(lengthOf(route, order ?? inTurn(visits)), `seed ${seed}`).toBe(shortest);
    }
    expect(improved).toBeGreaterThan(50);
  });

  it('makes long routes shorter in time, serves every visit once and moves none before one seven places earlier', () => {
    let improved = 0;
    for (let seed = 1; seed <= 30; seed++) {
      const route = randomRoute(40, seed);
      const order = laidOut(route).reorder!.improve(0);
      if (order === undefined) continue;
      improved++;
      const found = Array.from(order);
      expect(found.toSorted((a, b) => a - b)).toEqual(inTurn(40));
      expect(lengthOf(route, found)).toBeLessThan(lengthOf(route, inTurn(40)));
      for (const [place, visit] of found.entries())
        for (const earlier of found.slice(place + 1)) expect(visit - earlier).toBeLessThan(7);
    }
    expect(improved).toBeGreaterThan(10);
  });

  it('finds nothing better than what it found, nor for routes of two visits', () => {
    const route = randomRoute(6, 4);
    const search = laidOut(route);
    reorderRoutes(search);
    expect(search.reorder!.improve(0)).toBeUndefined();
    expect(laidOut(randomRoute(2, 1)).reorder!.improve(0)).toBeUndefined();
  });
});

describe('reorderRoutes', () => {
  it('leaves the better order as the plan found, with its cost', () => {
    const route = randomRoute(6, 4);
    const search = laidOut(route);
    const before = search.found.cost;
    reorderRoutes(search);
    expect(search.found.cost).toBeLessThan(before);
    expect(search.found.cost).toBe(lengthOf(route, search.found.sequence.slice(2, 8)));
    expect(search.best.cost).toBe(search.found.cost);
  });

  it('is left out where the cost of a route is not a matter of its metres alone', () => {
    expect(laidOut(randomRoute(6, 4), { sequencePriority: 3 }).reorder).toBeUndefined();
  });
});
