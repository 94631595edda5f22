import { describe, expect, it } from 'vitest';
import {
  checkSolution,
  defineProblem,
  type JobInput,
  type Problem,
  type ProblemInput,
  type Progress,
  solve,
  type VehicleInput,
} from '../../../../../../../lib/engines/optimization/index.ts';
import {
  compileModel,
  type Model,
} from '../../../../../../../lib/engines/optimization/search/compile-model.ts';
import { createSearch } from '../../../../../../../lib/engines/optimization/search/create-search.ts';
import { arcCents } from '../../../../../../../lib/engines/optimization/search/genetic/arc-cents.ts';
import { createVisitExchange } from '../../../../../../../lib/engines/optimization/search/genetic/exchange-visits.ts';
import { keepRoutes } from '../../../../../../../lib/engines/optimization/search/genetic/individual.ts';
import { listPreceding } from '../../../../../../../lib/engines/optimization/search/genetic/list-preceding.ts';
import {
  createLooseRoutes,
  type LooseRoutes,
} from '../../../../../../../lib/engines/optimization/search/genetic/loose-routes.ts';
import { createVisitMoves } from '../../../../../../../lib/engines/optimization/search/genetic/move-visits.ts';
import { createRandom, type Random } from '../../../../../../../lib/engines/optimization/search/random.ts';
import { createSimulator } from '../../../../../../../lib/engines/optimization/search/simulate-route.ts';
import { delivery, plane, road, van } from '../../support/line-problem.ts';
import {
  randomProblem,
  scattered,
  sequencesOf,
  type Variation,
  VEHICLES,
  VISITS,
} from '../../support/scattered-routes.ts';
import { tryEveryStart } from '../../support/try-every-start.ts';

const SEEDS = Array.from({ length: 40 }, (_, i) => i + 1);
const RUSH = Object.freeze({ from: 0, to: 3600, percent: 50 });

/** Everything that makes time matter, on a day that is short enough to try each of its seconds. */
const TIMED: Variation & { readonly vehicle: Partial<VehicleInput> } = {
  windowSeconds: 2500,
  ordersPerLocation: 2,
  vehicle: {
    shift: { from: 600, to: 4300 },
    departureDelay: 120,
    parkingTime: 60,
    maxDuration: 3000,
    cost: { fixedCents: 300, centsPerKilometre: 700, centsPerHour: 1800, centsPerStop: 40 },
  },
};
const ROOMY: Variation = { ...TIMED, vehicle: { ...TIMED.vehicle, capacity: [1000] } };

function pickup(id: string, location: number): JobInput {
  return { kind: 'pickup', id, stop: { location } };
}

/** Sequences of one to four visits each that share none, mostly in the order of their windows. */
function randomSequences(random: Random, { open }: Model, count: number): number[][] {
  const visits = Array.from({ length: VISITS }, (_, v) => v);
  return Array.from({ length: count }, () => {
    const some = Array.from(
      { length: 1 + random.below(4) },
      () => visits.splice(random.below(visits.length), 1)[0]!,
    );
    return random.below(4) === 0 ? some : some.sort((u, v) => open[u]! - open[v]!);
  });
}

/** The violations of a route and its waiting time, in seconds. */
function timeOf(routes: LooseRoutes, route: number) {
  return { warp: routes.warp[route]!, waited: routes.waited[route]! };
}

/** Compares all routes with the result of trying every start of each. */
function expectUpToDate(problem: Problem, routes: LooseRoutes): void {
  for (const [r, visits] of sequencesOf(routes).entries()) {
    if (visits.length === 0) {
      expect(timeOf(routes, r)).toEqual({ warp: 0, waited: 0 });
      continue;
    }
    const { cents, ...time } = tryEveryStart(problem, visits);
    expect(timeOf(routes, r)).toEqual(time);
    expect(routes.centsOf(r)).toBeCloseTo(cents, 6);
  }
}

describe('loose routes whose time costs', () => {
  it.each<[string, Partial<VehicleInput>]>([
    ['from where it is kept and back', {}],
    ['that begins and ends anywhere', { start: undefined, end: undefined }],
  ])(
    'know the cents, the broken seconds and the waiting of a route %s, as trying every start does',
    (_, ends) => {
      let kept = 0;
      let broken = 0;
      let waiting = 0;
      for (const seed of SEEDS) {
        const random = createRandom(seed);
        const problem = randomProblem(random, { ...ROOMY, vehicle: { ...ROOMY.vehicle, ...ends } });
        const model = compileModel(problem);
        const routes = createLooseRoutes(model, 1);
        const simulator = createSimulator(model);
        for (let n = 0; n < 12; n++) {
          const [visits] = randomSequences(random, model, 1);
          const sequence = Int32Array.from(visits!);
          routes.clear();
          routes.layOut(0, sequence);
          expectUpToDate(problem, routes);
          const { warp, waited } = timeOf(routes, 0);
          const simulated = simulator.simulate(0, sequence, sequence.length, false);
          if (warp === 0) {
            expect(routes.centsOf(0)).toBeCloseTo(simulated, 6);
            kept++;
          } else {
            expect(simulated).toBe(Number.POSITIVE_INFINITY);
            broken++;
          }
          if (waited > 0) waiting++;
        }
      }
      expect(Math.min(kept, broken, waiting)).toBeGreaterThan(100);
    },
  );

  it('tell in advance what a joined route breaks and waits', () => {
    let kept = 0;
    let broken = 0;
    let waiting = 0;
    for (const seed of SEEDS) {
      const random = createRandom(seed);
      const model = compileModel(randomProblem(random, ROOMY));
      const routes = createLooseRoutes(model, 3);
      for (let n = 0; n < 12; n++) {
        const [first, second, others] = randomSequences(random, model, 3) as [number[], number[], number[]];
        routes.clear();
        routes.layOut(0, Int32Array.from(first));
        routes.layOut(1, Int32Array.from(second));
        const head = first.slice(0, random.below(first.length + 1));
        const tail = second.slice(random.below(second.length + 1));
        const between = others.slice(0, random.below(3));
        const joined = [...head, ...between, ...tail];
        if (joined.length === 0) continue;
        const { over, waiting: ofAsked } = routes.durations!;
        const warp = over(
          head.at(-1) ?? VISITS,
          between.length,
          between[0] ?? -1,
          between[1] ?? -1,
          tail[0] ?? VISITS + 3,
        );
        const foretold = { warp, waited: ofAsked[0] };
        routes.clear();
        routes.layOut(2, Int32Array.from(joined));
        expect(foretold).toEqual(timeOf(routes, 2));
        if (warp === 0) kept++;
        else broken++;
        if (ofAsked[0]! > 0) waiting++;
      }
    }
    expect(Math.min(kept, broken, waiting)).toBeGreaterThan(100);
  });

  it('tell in advance what a route of which a part is turned round breaks and waits', () => {
    let changed = 0;
    for (const seed of SEEDS) {
      const random = createRandom(seed);
      const model = compileModel(randomProblem(random, ROOMY));
      const routes = createLooseRoutes(model, 1);
      for (let n = 0; n < 12; n++) {
        const [visits] = randomSequences(random, model, 1) as [number[]];
        routes.clear();
        routes.layOut(0, Int32Array.from(visits));
        const before = timeOf(routes, 0);
        const begin = random.below(visits.length);
        const end = begin + 1 + random.below(visits.length - begin);
        const from = visits[begin - 1] ?? VISITS;
        const to = visits[end] ?? VISITS + 1;
        const part = visits.slice(begin, end);
        for (const visit of part) routes.unlink(visit);
        // Each comes before those linked earlier.
        for (const visit of part) routes.link(visit, from);
        const warp = routes.durations!.between(from, to);
        const foretold = { warp, waited: routes.durations!.waiting[0]! };
        routes.update(0);
        expect(foretold).toEqual(timeOf(routes, 0));
        if (foretold.warp !== before.warp || foretold.waited !== before.waited) changed++;
      }
    }
    expect(changed).toBeGreaterThan(100);
  });
});

describe('changes of loose routes whose time costs', () => {
  it('save cents where they say so and leave everything as it was where they do not', () => {
    let made = 0;
    for (const seed of SEEDS.slice(0, 20)) {
      const { random, problem, model, routes, penalties, centsNow } = scattered(seed, TIMED);
      const moves = createVisitMoves(model, routes, penalties);
      const exchange = createVisitExchange(model, routes, penalties, listPreceding(model, VISITS));
      const tries = [
        (u: number) => moves.follow(u, VISITS + 2 * random.below(VEHICLES)),
        (u: number, v: number) => moves.follow(u, v),
        (u: number) => moves.open(u),
        (u: number, v: number) =>
          routes.routeOf[u] !== routes.routeOf[v] && exchange(routes.routeOf[u]!, routes.routeOf[v]!),
      ];
      for (let n = 0; n < 100; n++) {
        const before = { cents: centsNow(), kept: keepRoutes(routes, model) };
        const u = random.below(VISITS);
        const v = (u + 1 + random.below(VISITS - 1)) % VISITS;
        const changed = tries[random.below(tries.length)]!(u, v);
        if (!changed) {
          expect(keepRoutes(routes, model)).toEqual(before.kept);
          continue;
        }
        made++;
        expect(sequencesOf(routes).flat()).toHaveLength(VISITS);
        expectUpToDate(problem, routes);
        expect(centsNow()).toBeLessThan(before.cents);
      }
    }
    expect(made).toBeGreaterThan(200);
  });

  it('find what saves nothing but waiting', () => {
    const window = (from: number, to: number) => ({ windows: [{ from, to }] });
    // All next door to each other, at a cent per second.
    const model = compileModel(
      defineProblem({
        travel: road([0, 10]),
        jobs: [
          delivery('early', 1, window(0, 100)),
          delivery('late', 1, window(1000, 1100)),
          delivery('any time', 1, { service: 500 }),
        ],
        vehicles: ['v0', 'v1'].map((id) => van(id, { cost: { centsPerHour: 3600 } })),
      }),
    );
    const [early, late, anyTime] = [0, 1, 2] as const;
    const routes = createLooseRoutes(model, 2);
    const penalties = { warp: 1, excess: 1 };
    const moves = createVisitMoves(model, routes, penalties);
    routes.layOut(0, Int32Array.of(early, late, anyTime));
    expect(routes.waited[0]).toBe(900);
    expect(moves.follow(anyTime, early)).toBe(true);
    expect(keepRoutes(routes, model).routes.map((visits) => Array.from(visits))).toEqual([
      [early, anyTime, late],
    ]);
    expect(routes.waited[0]).toBe(400);
    expect(moves.open(late)).toBe(true);
    expect(keepRoutes(routes, model).routes.map((visits) => Array.from(visits))).toEqual([
      [early, anyTime],
      [late],
    ]);
    expect(Array.from(routes.waited)).toEqual([0, 0]);
  });
});

describe('solving for long where time costs', () => {
  const ORDERS = 30;
  /** A little more than evolution needs to start. */
  const ITERATIONS_PER_ORDER = 850;
  /** Full vans and narrow windows, so that annealing leaves something to breeding. */
  const town = (vehicle: Partial<VehicleInput>, orders = ORDERS) => {
    const random = createRandom(2);
    const points = Array.from(
      { length: orders + 1 },
      () => [random.below(2000), random.below(2000)] as const,
    );
    return defineProblem({
      travel: plane(points),
      dimensions: ['boxes'],
      jobs: Array.from({ length: orders }, (_, i) => {
        const from = 3600 + random.below(4 * 3600);
        return delivery(`j${i}`, i + 1, {
          load: [1 + random.below(4)],
          service: 120,
          windows: [{ from, to: from + 300 + random.below(2400) }],
        });
      }),
      vehicles: Array.from({ length: 14 }, (_, v) => van(`v${v}`, { capacity: [10], ...vehicle })),
    });
  };
  const solveTold = async (problem: Problem) => {
    const told: Progress[] = [];
    const solution = await solve(problem, {
      seed: 1,
      iterations: problem.jobs.length * ITERATIONS_PER_ORDER,
      onProgress: (progress) => told.push(progress),
    });
    expect(checkSolution(problem, solution)).toEqual([]);
    expect(solution.unassigned).toEqual([]);
    return { told, solution };
  };

  // A metre and a second cost whole cents, so that no cost is rounded.
  it.each<[string, Partial<VehicleInput>]>([
    ['time costs', { cost: { centsPerKilometre: 1000, centsPerHour: 3600 } }],
    ['stops cost', { cost: { centsPerKilometre: 1000, centsPerStop: 150, fixedCents: 1500 } }],
    ['the duration is limited', { maxDuration: 7200, cost: { centsPerKilometre: 1000, fixedCents: 1500 } }],
  ])('breeds a plan that costs what progress said, where %s', async (_, vehicle) => {
    const problem = town(vehicle);
    expect(createSearch(compileModel(problem), createRandom(1), 0).breeds).toBe(true);
    const { told, solution } = await solveTold(problem);
    expect(told.at(-1)!.cost).toBe(solution.costs.total);
    // Of all search methods, only breeding counts an iteration per order for each plan.
    const bred = told.filter(({ share }) => share > 0.5);
    const counts = bred.map(({ iterations }) => solution.statistics.iterations - iterations);
    expect(counts.length).toBeGreaterThan(0);
    expect(counts.filter((count) => count % ORDERS !== 0)).toEqual([]);
  });

  it('makes the same plan of the same seed and iterations', async () => {
    const cost = { centsPerKilometre: 1000, centsPerHour: 1800 };
    const problem = town({ maxDuration: 7200, cost }, 12);
    const [one, other] = [await solveTold(problem), await solveTold(problem)];
    expect(other.solution.routes).toEqual(one.solution.routes);
    expect(other.solution.statistics.iterations).toBe(one.solution.statistics.iterations);
  });
});

describe('the price of the way between points', () => {
  const cents = (vehicle: Partial<VehicleInput>) => {
    const model = compileModel(
      defineProblem({
        travel: road([0, 100, 300]),
        jobs: [
          delivery('here', 0, { service: 30 }),
          delivery('near', 1, { service: 50, doorstep: 10 }),
          delivery('also near', 1),
          delivery('far', 2),
        ],
        vehicles: [van('v', vehicle)],
      }),
    );
    const { startPoint, endPoint } = model.types[0]!;
    const prices = arcCents(model);
    const points = { here: 0, near: 1, alsoNear: 2, far: 3, start: startPoint, end: endPoint };
    return (from: keyof typeof points, to: keyof typeof points) =>
      prices[points[from] * model.points + points[to]]!;
  };

  it('has a stop in it only where the location changes and the route does not end', () => {
    const arc = cents({ cost: { centsPerStop: 40 } });
    expect(arc('start', 'near')).toBe(40);
    expect(arc('near', 'far')).toBe(40);
    expect(arc('far', 'here')).toBe(40);
    expect(arc('start', 'here')).toBe(0);
    expect(arc('near', 'alsoNear')).toBe(0);
    expect(arc('alsoNear', 'near')).toBe(0);
    expect(arc('far', 'end')).toBe(0);
    expect(arc('here', 'end')).toBe(0);
  });

  it('has a stop at the first order of a vehicle that appears there', () => {
    const arc = cents({ start: undefined, cost: { centsPerStop: 40 } });
    expect(arc('start', 'here')).toBe(40);
    expect(arc('start', 'near')).toBe(40);
  });

  it('has the metres, the seconds of the way with parking, and those of the service there', () => {
    // A cent a second and two a metre.
    const arc = cents({ parkingTime: 7, cost: { centsPerHour: 3600, centsPerKilometre: 2000 } });
    expect(arc('start', 'near')).toBeCloseTo(100 + 7 + 60 + 2 * 100);
    expect(arc('start', 'here')).toBeCloseTo(30);
    expect(arc('far', 'near')).toBeCloseTo(200 + 7 + 60 + 2 * 200);
    expect(arc('near', 'end')).toBeCloseTo(100 + 2 * 100);
  });
});

describe('whether a problem is bred', () => {
  const breeds = (change: (input: ProblemInput) => Partial<ProblemInput>) => {
    const input: ProblemInput = {
      travel: road([0, 100, 200]),
      jobs: [delivery('a', 1), delivery('b', 2)],
      vehicles: [van('v0'), van('v1')],
    };
    return compileModel(defineProblem({ ...input, ...change(input) })).breeds;
  };
  const vans = (more: Partial<VehicleInput>) => () => ({ vehicles: [van('v0', more), van('v1', more)] });

  it.each([
    ['only metres cost', () => ({})],
    ['time costs', vans({ cost: { centsPerHour: 1800 } })],
    ['stops cost', vans({ cost: { centsPerStop: 50 } })],
    ['the duration is limited', vans({ maxDuration: 3600 })],
    ['orders are limited', vans({ maxOrders: 5 })],
    ['vehicles leave late and park', vans({ departureDelay: 60, parkingTime: 60 })],
  ])('is so where %s', (_, change) => {
    expect(breeds(change)).toBe(true);
  });

  it.each<[string, (input: ProblemInput) => Partial<ProblemInput>]>([
    ['there are pauses', vans({ breaks: [{ kind: 'after-work', after: 3600, duration: 600 }] })],
    [
      'there are two kinds of vehicles',
      () => ({ vehicles: [van('v0'), van('v1', { cost: { centsPerHour: 1800 } })] }),
    ],
    ['something is picked up', () => ({ jobs: [delivery('a', 1), pickup('b', 2)] })],
    ['traffic slows', () => ({ travel: road([0, 100, 200], { speedPeriods: [RUSH] }) })],
    ['routes are evened out', () => ({ balance: { by: 'orders', weightCents: 10 } })],
    ['vehicles have a least number of orders', vans({ minOrders: 1 })],
    ['the distance is limited', vans({ maxDistance: 5000 })],
    ['stops are limited', vans({ maxStops: 5 })],
    ['all vehicles are to be used', () => ({ fleetUse: 'all' })],
  ])('is not so where %s', (_, change) => {
    expect(breeds(change)).toBe(false);
  });
});
