import { describe, expect, it } from 'vitest';
import { checkSolution, defineProblem, solve } from '../../../../../../../lib/engines/optimization/index.ts';
import {
  compileModel,
  type Model,
} from '../../../../../../../lib/engines/optimization/search/compile-model.ts';
import { createCrossing } from '../../../../../../../lib/engines/optimization/search/genetic/cross-individuals.ts';
import { createVisitExchange } from '../../../../../../../lib/engines/optimization/search/genetic/exchange-visits.ts';
import { createFacing } from '../../../../../../../lib/engines/optimization/search/genetic/facing-visits.ts';
import { createImprovement } from '../../../../../../../lib/engines/optimization/search/genetic/improve-routes.ts';
import {
  brokenPairs,
  type Individual,
  isFeasible,
  keepRoutes,
} from '../../../../../../../lib/engines/optimization/search/genetic/individual.ts';
import { listPreceding } from '../../../../../../../lib/engines/optimization/search/genetic/list-preceding.ts';
import {
  createLooseRoutes,
  type LooseRoutes,
} from '../../../../../../../lib/engines/optimization/search/genetic/loose-routes.ts';
import { createVisitMoves } from '../../../../../../../lib/engines/optimization/search/genetic/move-visits.ts';
import { createPopulation } from '../../../../../../../lib/engines/optimization/search/genetic/population.ts';
import { listNeighbours } from '../../../../../../../lib/engines/optimization/search/neighbours.ts';
import { createRandom, type Random } from '../../../../../../../lib/engines/optimization/search/random.ts';
import { finish } from '../../../../../../../lib/engines/optimization/work.ts';
import { delivery, plane, road, van } from '../../support/line-problem.ts';
import { scattered, sequencesOf, VEHICLES, VISITS, walk } from '../../support/scattered-routes.ts';

const SEEDS = Array.from({ length: 60 }, (_, i) => i + 1);

function expectUpToDate(model: Model, routes: LooseRoutes): void {
  const sequences = sequencesOf(routes);
  expect(sequences.flat().sort((a, b) => a - b)).toEqual(Array.from({ length: VISITS }, (_, v) => v));
  const { cents, warp, excess } = keepRoutes(routes, model);
  expect({ cents, warp, excess }).toEqual(walk(model, sequences));
}

function crossingOf({
  model,
  routes,
  penalties,
  random,
}: Pick<ReturnType<typeof scattered>, 'model' | 'routes' | 'penalties' | 'random'>) {
  return createCrossing(model, routes, penalties, finish(listNeighbours(model, VISITS)), random);
}

describe('loose routes', () => {
  it('know the metres, the seconds turned back and the load too much of every route', () => {
    for (const seed of SEEDS) {
      const { model, routes } = scattered(seed);
      expectUpToDate(model, routes);
    }
  });

  it('tell in advance how many seconds a joined route turns back', () => {
    for (const seed of SEEDS) {
      const { random, model, routes } = scattered(seed);
      const [from, to] = [random.below(VEHICLES - 1), random.below(VEHICLES - 1)];
      const sequences = sequencesOf(routes);
      const others = sequences.filter((_, r) => r !== from && r !== to).flat();
      const count = Math.min(others.length, random.below(3));
      const cut = random.below(sequences[from]!.length + 1);
      const on = random.below(sequences[to]!.length + 1);
      const head = sequences[from]!.slice(0, cut);
      const tail = sequences[to]!.slice(on);
      const foretold = routes.warpOver(
        head.at(-1) ?? VISITS + 2 * from,
        count,
        others[0] ?? -1,
        others[1] ?? -1,
        tail[0] ?? VISITS + 2 * to + 1,
      );
      const joined = [...head, ...others.slice(0, count), ...tail];
      if (joined.length > 0) expect(foretold).toBe(walk(model, [joined]).warp);
    }
  });
});

describe('changes of loose routes', () => {
  it('save cents where they say so and leave everything as it was where they do not', () => {
    let made = 0;
    for (const seed of SEEDS) {
      const { random, model, routes, penalties, centsNow } = scattered(seed);
      const moves = createVisitMoves(model, routes, penalties);
      const exchange = createVisitExchange(model, routes, penalties, listPreceding(model, VISITS));
      for (let n = 0; n < 150; n++) {
        const before = { cents: centsNow(), sequences: sequencesOf(routes) };
        const u = random.below(VISITS);
        const kind = random.below(4);
        const route = random.below(VEHICLES);
        const place = kind === 0 ? VISITS + 2 * route : random.below(VISITS);
        if (place === u) continue;
        if (kind === 0 && routes.count[route] === 0) continue;
        const changed =
          kind === 3
            ? routes.routeOf[u] !== routes.routeOf[place] &&
              exchange(routes.routeOf[u]!, routes.routeOf[place]!)
            : kind === 2
              ? moves.open(u)
              : moves.follow(u, place);
        expectUpToDate(model, routes);
        if (!changed) {
          expect(sequencesOf(routes)).toEqual(before.sequences);
          continue;
        }
        made++;
        expect(centsNow()).toBeLessThan(before.cents);
      }
    }
    expect(made).toBeGreaterThan(500);
  });

  it('find the visits of two routes of which one had best precede the other, in the order of the routes', () => {
    const WIDTH = 2;
    let facingNone = 0;
    let facingAll = 0;
    for (const seed of SEEDS) {
      const { model, routes } = scattered(seed);
      const preceding = listPreceding(model, WIDTH);
      const facing = createFacing(routes, preceding);
      const sequences = sequencesOf(routes);
      const precedes = (u: number, v: number) =>
        preceding.list.subarray(v * WIDTH, (v + 1) * WIDTH).includes(u);
      for (const [one, ofOne] of sequences.entries())
        for (const [other, ofOther] of sequences.entries()) {
          if (one === other) continue;
          const faced = (visits: readonly number[], others: readonly number[]) =>
            visits.filter((u) => others.some((v) => precedes(u, v) || precedes(v, u)));
          const expected = [faced(ofOne, ofOther), faced(ofOther, ofOne)];
          expect(facing(one, other).map((visits) => Array.from(visits))).toEqual(expected);
          if (expected[0]!.length === 0) facingNone++;
          else if (expected[0]!.length === ofOne.length) facingAll++;
        }
    }
    expect(Math.min(facingNone, facingAll)).toBeGreaterThan(20);
  });

  it('exchange two visits of full vans that no single move could exchange', () => {
    const problem = defineProblem({
      travel: road([0, 1000, 1010, -1000, -1010]),
      dimensions: ['boxes'],
      jobs: [1, 3, 2, 4].map((location) => delivery(`at${location}`, location, { load: [1] })),
      vehicles: [van('east', { capacity: [2] }), van('west', { capacity: [2] })],
    });
    const model = compileModel(problem);
    const routes = createLooseRoutes(model, 2);
    routes.layOut(0, Int32Array.from([0, 1]));
    routes.layOut(1, Int32Array.from([2, 3]));
    expect(createVisitExchange(model, routes, { warp: 1, excess: 1e6 }, listPreceding(model, 3))(0, 1)).toBe(
      true,
    );
    expect(keepRoutes(routes, model).routes.map((visits) => Array.from(visits).sort())).toEqual([
      [1, 3],
      [0, 2],
    ]);
  });
});

describe('the local search', () => {
  it('ends where no change around near visits saves anything, serving every visit once', () => {
    for (const seed of SEEDS.slice(0, 30)) {
      const { random, model, routes, penalties, centsNow } = scattered(seed);
      const before = centsNow();
      const steps = createImprovement(model, routes, penalties, random)();
      while (!steps.next().done);
      expectUpToDate(model, routes);
      expect(centsNow()).toBeLessThanOrEqual(before);
      const moves = createVisitMoves(model, routes, penalties);
      for (let u = 0; u < VISITS; u++) {
        expect(moves.open(u)).toBe(false);
        for (let v = 0; v < VISITS; v++) if (v !== u) expect(moves.follow(u, v)).toBe(false);
      }
    }
  });

  it('breaks a rule where that is cheap and keeps it where it is dear', () => {
    const improvedAt = (excess: number) => {
      const problem = defineProblem({
        travel: road([0, 1000, 1010]),
        dimensions: ['boxes'],
        jobs: [delivery('a', 1, { load: [2] }), delivery('b', 2, { load: [2] })],
        vehicles: [van('v0', { capacity: [3] }), van('v1', { capacity: [3] })],
      });
      const model = compileModel(problem);
      const routes = createLooseRoutes(model, 2);
      routes.layOut(0, Int32Array.from([0]));
      routes.layOut(1, Int32Array.from([1]));
      const steps = createImprovement(model, routes, { warp: 1, excess }, createRandom(1))();
      while (!steps.next().done);
      return keepRoutes(routes, model);
    };
    expect(improvedAt(0.001)).toMatchObject({ routes: { length: 1 }, excess: 1 });
    expect(improvedAt(1e6)).toMatchObject({ routes: { length: 2 }, excess: 0 });
  });

  it('tries routes taken over from one plan against routes of another only', () => {
    const model = compileModel(
      defineProblem({
        travel: road([0, 1000, 1010]),
        jobs: [delivery('a', 1), delivery('b', 2)],
        vehicles: [van('v0'), van('v1')],
      }),
    );
    const routesAfter = (origins: readonly number[]) => {
      const routes = createLooseRoutes(model, 2);
      for (const [r, from] of origins.entries()) {
        routes.layOut(r, Int32Array.of(r));
        routes.changed[r] = 0;
        routes.origin[r] = from;
      }
      const steps = createImprovement(model, routes, { warp: 1, excess: 1 }, createRandom(1))();
      while (!steps.next().done);
      return keepRoutes(routes, model).routes;
    };
    expect(routesAfter([0, 0])).toHaveLength(2);
    expect(routesAfter([0, 1])).toHaveLength(1);
  });

  it('tries a visit first after those from which a vehicle comes neither early nor late', () => {
    const window = (from: number, to: number) => ({ windows: [{ from, to }] });
    const model = compileModel(
      defineProblem({
        travel: road([0, 100, 110, 120, 130]),
        jobs: [
          delivery('noon', 1, window(5000, 5100)),
          delivery('long before', 2, window(0, 100)),
          delivery('just before', 3, window(4900, 5000)),
          delivery('after', 4, window(9000, 9100)),
        ],
        vehicles: [van('v')],
      }),
    );
    const { list, width } = listPreceding(model, 3);
    expect(Array.from(list.subarray(0, width))).toEqual([2, 1, 3]);
  });
});

describe('visits that nobody serves', () => {
  it('stay aside in a crossing and in the local search', () => {
    for (const seed of SEEDS.slice(0, 20)) {
      const { random, model, penalties, routes: all } = scattered(seed);
      const served = new Uint8Array(VISITS).fill(1);
      served[random.below(VISITS)] = 0;
      served[random.below(VISITS)] = 0;
      const expected = Array.from(served.keys()).filter((v) => served[v] === 1);
      const parents = [sequencesOf(all), [...sequencesOf(all)].reverse()].map((sequences) =>
        sequences.map((visits) => Int32Array.from(visits.filter((v) => served[v] === 1))),
      );
      const routes = createLooseRoutes(model, VEHICLES, served);
      const { cross, restore } = crossingOf({ model, routes, penalties, random });
      const [mother, father] = parents.map((sequences) => {
        restore(sequences);
        return keepRoutes(routes, model);
      });
      cross(mother!, father!);
      const steps = createImprovement(model, routes, penalties, random)();
      while (!steps.next().done);
      const visits = sequencesOf(routes)
        .flat()
        .sort((a, b) => a - b);
      expect(visits).toEqual(expected);
      expect(brokenPairs(keepRoutes(routes, model), keepRoutes(routes, model))).toBe(0);
    }
  });

  it('are named with the reason, and do not keep the others from the plan they have without them', async () => {
    const points = Array.from({ length: 31 }, (_, i) => [(i * 37) % 100, (i * 61) % 100] as [number, number]);
    const jobs = points
      .slice(1)
      .map((_, i) =>
        delivery(`j${i}`, i + 1, { load: [1], windows: [{ from: (i % 5) * 200, to: (i % 5) * 200 + 300 }] }),
      );
    const problemOf = (all: typeof jobs) =>
      defineProblem({
        travel: plane(points),
        dimensions: ['boxes'],
        jobs: all,
        vehicles: Array.from({ length: 9 }, (_, v) => van(`v${v}`, { capacity: [5] })),
      });
    const planOf = async (problem: ReturnType<typeof problemOf>) => {
      const solution = await solve(problem, { seed: 1, iterations: 60_000 });
      expect(checkSolution(problem, solution)).toEqual([]);
      return solution;
    };
    const without = await planOf(problemOf(jobs));
    const beside = await planOf(problemOf([...jobs, delivery('heavy', 1, { load: [6] })]));
    expect(beside.unassigned.map(({ job }) => job)).toEqual(['heavy']);
    expect(beside.costs.total).toBe(without.costs.total);
  });
});

describe('a crossing', () => {
  const crossing = (seed: number) => {
    const one = scattered(seed);
    const { model, routes } = one;
    const mother = keepRoutes(routes, model);
    routes.clear();
    const order = Array.from({ length: VISITS }, (_, v) => v);
    for (let r = 0; r < VEHICLES - 1; r++)
      routes.layOut(r, Int32Array.from(order.filter((v) => v % (VEHICLES - 1) === r)));
    const father = keepRoutes(routes, model);
    const { cross, restore } = crossingOf(one);
    return { ...one, mother, father, cross, restore };
  };

  it('makes a child that serves every visit once and has routes of both parents', () => {
    for (const seed of SEEDS) {
      const { model, routes, mother, father, cross } = crossing(seed);
      cross(mother, father);
      expectUpToDate(model, routes);
      const texts = (plan: Individual) => plan.routes.map((visits) => visits.join());
      const child = texts(keepRoutes(routes, model));
      // Visits that are on no route are put into routes of either parent and keep their order.
      const inherited = texts(father).filter((text) =>
        child.some((route) => text.split(',').every((visit) => route.split(',').includes(visit))),
      );
      expect(inherited.length).toBeGreaterThan(0);
    }
  });

  it('tells the plan that a whole route was taken over from', () => {
    const whole = [0, 0];
    for (const seed of SEEDS) {
      const { routes, mother, father, cross } = crossing(seed);
      cross(mother, father);
      for (const [r, visits] of sequencesOf(routes).entries()) {
        if (visits.length === 0 || routes.changed[r] !== 0) continue;
        const origin = routes.origin[r]!;
        whole[origin]!++;
        const parent = [mother, father][origin]!;
        expect(parent.routes.map((route) => route.join())).toContain(visits.join());
      }
    }
    expect(Math.min(...whole)).toBeGreaterThan(20);
  });

  it('makes a child on no more vehicles than are allowed', () => {
    for (const seed of SEEDS) {
      const { model, routes, mother, father, cross } = crossing(seed);
      routes.state.allowed = 3;
      cross(mother, father);
      expectUpToDate(model, routes);
      expect(sequencesOf(routes).flat()).toHaveLength(VISITS);
      expect(keepRoutes(routes, model).routes.length).toBeLessThanOrEqual(3);
    }
  });

  it('leaves a plan crossed with itself as it is', () => {
    for (const seed of SEEDS) {
      const { model, routes, mother, cross } = crossing(seed);
      cross(mother, mother);
      expect(brokenPairs(keepRoutes(routes, model), mother)).toBe(0);
    }
  });

  it('lays a plan out again, on fewer vehicles with the visits of its shortest routes on the others', () => {
    for (const seed of SEEDS) {
      const { model, routes, mother, restore } = crossing(seed);
      restore(mother.routes);
      expect(brokenPairs(keepRoutes(routes, model), mother)).toBe(0);
      routes.state.allowed = 2;
      restore(mother.routes);
      expectUpToDate(model, routes);
      const sequences = sequencesOf(routes);
      expect(sequences.map((visits) => visits.length > 0)).toEqual(sequences.map((_, r) => r < 2));
      const longest = mother.routes.toSorted((x, y) => y.length - x.length).slice(0, 2);
      for (const [r, visits] of longest.entries())
        expect(sequences[r]!.filter((v) => visits.includes(v))).toEqual(Array.from(visits));
      for (let v = 0; v < VISITS; v++)
        expect(createVisitMoves(model, routes, { warp: 1, excess: 1e6 }).open(v)).toBe(false);
    }
  });
});

describe('a population', () => {
  const plan = (cents: number, order: readonly number[], warp = 0): Individual => {
    const before = new Int32Array(order.length);
    const after = new Int32Array(order.length);
    for (const [i, v] of order.entries()) {
      before[v] = order[i - 1] ?? -1;
      after[v] = order[i + 1] ?? -1;
    }
    return { routes: [Int32Array.from(order)], before, after, cents, warp, excess: 0 };
  };
  const shuffled = (random: Random) => {
    const order = Array.from({ length: 30 }, (_, v) => v);
    for (let i = 29; i > 0; i--) {
      const j = random.below(i + 1);
      [order[i], order[j]] = [order[j]!, order[i]!];
    }
    return order;
  };

  it('keeps its cheapest plans through every selection and mostly picks them', () => {
    const random = createRandom(1);
    const population = createPopulation({ warp: 1, excess: 1 }, random, 25, { most: 0 });
    population.add(plan(10, shuffled(random)));
    for (let n = 0; n < 300; n++) population.add(plan(1000 + n, shuffled(random)));
    const picked = Array.from({ length: 2000 }, () => population.pick().cents);
    const cheapest = picked.filter((cents) => cents === 10).length;
    expect(cheapest).toBeGreaterThan(2000 / 65);
    expect(new Set(picked).size).toBeLessThan(65);
  });

  it('drops copies of a plan before plans that are dearer', () => {
    const random = createRandom(2);
    const population = createPopulation({ warp: 1, excess: 1 }, random, 25, { most: 0 });
    const same = shuffled(random);
    for (let n = 0; n < 40; n++) population.add(plan(10, same));
    for (let n = 0; n < 25; n++) population.add(plan(100 + n, shuffled(random)));
    const picked = Array.from({ length: 3000 }, () => population.pick().cents);
    expect(new Set(picked.filter((cents) => cents >= 100)).size).toBeGreaterThan(20);
  });

  it('keeps plans with few vehicles beside the others, however dear', () => {
    const random = createRandom(4);
    const onTwo = (cents: number) => {
      const order = shuffled(random);
      return {
        ...plan(cents, order),
        routes: [order.slice(0, 15), order.slice(15)].map((r) => Int32Array.from(r)),
      };
    };
    const countOnOne = (most: number) => {
      const population = createPopulation({ warp: 1, excess: 1 }, random, 25, { most });
      for (let n = 0; n < 30; n++) population.add(plan(5000 + n, shuffled(random)));
      for (let n = 0; n < 300; n++) population.add(onTwo(100 + n));
      const picked = Array.from({ length: 500 }, () => population.pick());
      expect(picked.some(({ routes }) => routes.length === 2)).toBe(true);
      expect(picked.some(({ routes }) => routes.length === 1)).toBe(most > 0);
      expect(population.onFew()?.cents).toBe(most > 0 ? 5000 : undefined);
      return population.feasible().filter(({ routes }) => routes.length === 1).length;
    };
    expect(countOnOne(0)).toBe(0);
    expect(countOnOne(1)).toBe(30);
  });

  it('prices plans that break a rule by the present penalties', () => {
    const penalties = { warp: 1, excess: 1 };
    const random = createRandom(3);
    const population = createPopulation(penalties, random, 25, { most: 0 });
    const orders = [shuffled(random), shuffled(random)];
    population.add(plan(100, orders[0]!, 10));
    population.add(plan(50, orders[1]!, 80));
    const best = () => {
      const counts = new Map<number, number>();
      for (let n = 0; n < 400; n++) {
        const { cents } = population.pick();
        counts.set(cents, (counts.get(cents) ?? 0) + 1);
      }
      return [...counts].sort(([, a], [, b]) => b - a)[0]![0];
    };
    expect(best()).toBe(100);
    penalties.warp = 0.1;
    population.reprice();
    expect(best()).toBe(50);
  });

  it('tells plans that keep all rules from those that do not', () => {
    expect(isFeasible(plan(1, [0, 1]))).toBe(true);
    expect(isFeasible(plan(1, [0, 1], 5))).toBe(false);
  });
});

describe('solving plain deliveries for long', () => {
  /** Vans that hold three boxes, loads of one and two: only the right pairs fit into the smallest number of vans. */
  const tight = (vans: number) =>
    defineProblem({
      travel: road([0, ...Array.from({ length: 12 }, (_, i) => 100 * (i + 1))]),
      dimensions: ['boxes'],
      jobs: Array.from({ length: 12 }, (_, i) => delivery(`j${i}`, i + 1, { load: [i % 2 === 0 ? 1 : 2] })),
      vehicles: Array.from({ length: vans }, (_, v) =>
        van(`v${v}`, { capacity: [3], cost: { centsPerKilometre: 10, fixedCents: 1000 } }),
      ),
    });

  it('packs the vans to the last box', async () => {
    const problem = tight(8);
    const solution = await solve(problem, { seed: 1, iterations: 12 * 3000 });
    expect(checkSolution(problem, solution)).toEqual([]);
    expect(solution.unassigned).toEqual([]);
    expect(solution.routes).toHaveLength(6);
  });

  it('serves as many orders as it can where not all find a place', async () => {
    const problem = tight(5);
    const solution = await solve(problem, { seed: 1, iterations: 12 * 3000 });
    expect(checkSolution(problem, solution)).toEqual([]);
    expect(solution.routes).toHaveLength(5);
    expect(solution.unassigned.length).toBeLessThanOrEqual(3);
  });

  it('begins anew at every standstill, also where no plan has a vehicle less', async () => {
    const nine = { windows: [{ from: 1000, to: 1100 }] };
    const problem = defineProblem({
      travel: road([0, 300, 600, 900, -300, -600, -900]),
      jobs: [1, 2, 3, 4, 5, 6].map((location) => delivery(`at${location}`, location, nine)),
      vehicles: Array.from({ length: 8 }, (_, v) => van(`v${v}`, { cost: { centsPerKilometre: 1000 } })),
    });
    // Several stagnations of 2,500 children; a child counts as an iteration per order.
    const solution = await solve(problem, { seed: 1, iterations: 6 * 12_000 });
    expect(checkSolution(problem, solution)).toEqual([]);
    expect(solution.unassigned).toEqual([]);
    expect(solution.routes).toHaveLength(6);
  });

  it('stops on abort with its best plan', async () => {
    const problem = tight(8);
    const controller = new AbortController();
    const solution = await solve(problem, {
      seed: 1,
      iterations: 12 * 20_000,
      signal: controller.signal,
      onProgress: ({ share }) => {
        if (share > 0.45) controller.abort();
      },
    });
    expect(solution.statistics.iterations).toBeLessThan(12 * 15_000);
    expect(checkSolution(problem, solution)).toEqual([]);
    expect(solution.unassigned).toEqual([]);
  });
});
