import { describe, expect, it } from 'vitest';
import {
  checkSolution,
  defineProblem,
  estimateTravel,
  type JobInput,
  type ProblemInput,
  type Progress,
  type SolveOptions,
  solve,
  UNREACHABLE,
} from '../../../../../lib/engines/optimization/index.ts';
import { delivery, plan, reasonsOf, road, van } from './support/line-problem.ts';

/** Orders scattered over a city by a fixed rule. */
function city(count: number): ProblemInput {
  const locations = Array.from({ length: count + 1 }, (_, i) => ({
    lat: 52.5 + ((i * 7919) % 1000) / 10_000,
    lng: 13.4 + ((i * 104_729) % 1000) / 8_000,
  }));
  return {
    travel: { model: estimateTravel(), locations },
    dimensions: ['boxes'],
    jobs: Array.from({ length: count }, (_, i) =>
      delivery(`j${i}`, i + 1, {
        load: [1],
        service: 120,
        windows: [{ from: 3600 * (i % 6), to: 3600 * (i % 6) + 14_400 }],
      }),
    ),
    vehicles: Array.from({ length: Math.ceil(count / 20) }, (_, v) =>
      van(`v${v}`, {
        capacity: [40],
        shift: { from: 0, to: 36_000 },
        cost: { centsPerKilometre: 30, centsPerHour: 2000 },
      }),
    ),
  };
}

describe('solve', () => {
  it('gives the same plan for the same seed and number of iterations', async () => {
    const problem = defineProblem(city(60));
    const run = async (seed: number) => (await solve(problem, { seed, iterations: 400 })).routes;
    const first = await run(7);
    expect(await run(7)).toEqual(first);
    expect(await run(8)).not.toEqual(first);
  });

  it('gets better, never worse, with more iterations', async () => {
    const problem = defineProblem(city(80));
    const few = await solve(problem, { iterations: 10 });
    const many = await solve(problem, { iterations: 3000 });
    expect(many.costs.total).toBeLessThan(few.costs.total);
  });

  it('reports cost and share of time, both monotonic', async () => {
    const told: Progress[] = [];
    const solution = await solve(defineProblem(city(40)), {
      iterations: 8_000,
      onProgress: (progress) => told.push(progress),
    });
    expect(told.length).toBeGreaterThan(2);
    for (const [i, progress] of told.entries()) {
      if (i === 0) continue;
      expect(progress.share).toBeGreaterThanOrEqual(told[i - 1]!.share);
      expect(progress.cost).toBeLessThanOrEqual(told[i - 1]!.cost);
    }
    expect(told.at(-1)!.cost).toBeGreaterThanOrEqual(solution.costs.total - 40);
    expect(told.at(-1)).toMatchObject({ unassigned: 0, vehicles: solution.statistics.vehicles });
  });

  it('stops when it is aborted, from outside or from the report, with its best plan', async () => {
    const problem = defineProblem(city(40));
    const outside = new AbortController();
    setTimeout(() => outside.abort(), 50);
    // Without the abort it would take an hour.
    const solution = await solve(problem, { timeLimitMs: 3_600_000, signal: outside.signal });
    expect(solution.unassigned).toEqual([]);
    const inside = new AbortController();
    const other = await solve(problem, {
      iterations: 1_000_000,
      signal: inside.signal,
      onProgress: () => inside.abort(),
    });
    expect(other.statistics.iterations).toBeLessThan(100_000);
  });

  it('stops when it is aborted while the first of several plans are made', async () => {
    const { jobs, vehicles, ...rest } = city(6);
    const maxStops = vehicles.map((vehicle) => ({ ...vehicle, maxStops: 6 }));
    const problem = defineProblem({ ...rest, jobs, vehicles: maxStops });
    const iterations = 5_000 * jobs.length;
    let looks = 0;
    const signal = {
      get aborted() {
        return ++looks > 100;
      },
    } as AbortSignal;
    const solution = await solve(problem, { iterations, signal });
    expect(solution.unassigned).toEqual([]);
    expect(solution.statistics.iterations).toBeLessThan(iterations / 2);
  });

  it('lets other work be done while it makes many short plans', async () => {
    const { jobs, vehicles, ...rest } = city(6);
    const maxStops = vehicles.map((vehicle) => ({ ...vehicle, maxStops: 6 }));
    const problem = defineProblem({ ...rest, jobs, vehicles: maxStops });
    let told = 0;
    await solve(problem, { iterations: 2_500 * jobs.length, onProgress: () => told++ });
    // Founders and children, each of which takes at most a few milliseconds.
    expect(told).toBeGreaterThan(20);
  });

  it('returns a first plan where it is aborted before it begins', async () => {
    const problem = defineProblem(city(20));
    const solution = await solve(problem, { timeLimitMs: 1000, signal: AbortSignal.abort() });
    expect(checkSolution(problem, solution)).toEqual([]);
  });

  it.each([400, 1000])('keeps a limit of %i ms', async (timeLimitMs) => {
    const problem = defineProblem(city(200));
    const startedAt = process.cpuUsage();
    const now = () => {
      const { user, system } = process.cpuUsage(startedAt);
      return (user + system) / 1000;
    };
    await solve(problem, { timeLimitMs, now });
    expect(now()).toBeLessThan(timeLimitMs * 1.05);
  });

  it.each([
    undefined,
    {},
    { timeLimitMs: -1 },
    { timeLimitMs: Number.NaN },
    { iterations: 1.5 },
    { iterations: 1, seed: 0.5 },
  ])('refuses %o', async (options) => {
    await expect(solve(defineProblem(city(2)), options as SolveOptions)).rejects.toThrow(RangeError);
  });
});

describe('odd problems', () => {
  it('nothing to do', async () => {
    expect((await plan({ travel: road([]), jobs: [], vehicles: [] })).solution.routes).toEqual([]);
    expect((await plan({ travel: road([0]), jobs: [], vehicles: [van('v')] })).solution.routes).toEqual([]);
  });

  it('nobody to do it', async () => {
    const { solution } = await plan({ travel: road([0, 1]), jobs: [delivery('a', 1)], vehicles: [] });
    expect(reasonsOf(solution, 'a')).toEqual(['NO_VEHICLE']);
  });

  it('one stop', async () => {
    expect(
      (await plan({ travel: road([0, 1]), jobs: [delivery('a', 1)], vehicles: [van('v')] })).orders,
    ).toEqual({
      v: ['a'],
    });
  });

  it('a stop at the depot', async () => {
    const { solution } = await plan({ travel: road([0]), jobs: [delivery('a', 0)], vehicles: [van('v')] });
    expect(solution.costs.total).toBe(0);
    expect(solution.unassigned).toEqual([]);
  });

  it('an unreachable stop', async () => {
    const matrix = [0, 5, UNREACHABLE, 5, 0, UNREACHABLE, 5, 5, 0];
    const { solution, orders } = await plan({
      travel: { locationCount: 3, tables: { car: { durations: matrix, distances: matrix } } },
      jobs: [delivery('a', 1), delivery('b', 2)],
      vehicles: [van('v')],
    });
    expect(orders).toEqual({ v: ['a'] });
    expect(reasonsOf(solution, 'b')).toEqual(['UNREACHABLE']);
  });

  it('a vehicle without room', async () => {
    const { solution } = await plan({
      travel: road([0, 1]),
      dimensions: ['boxes'],
      jobs: [delivery('a', 1, { load: [2] })],
      vehicles: [van('v', { capacity: [0] })],
    });
    expect(solution.unassigned).toMatchObject([
      { job: 'a', reasons: [{ code: 'CAPACITY', change: 'raise the boxes capacity of v by 2' }] },
    ]);
  });

  it('a window in the past', async () => {
    const { solution } = await plan({
      travel: road([0, 1]),
      jobs: [delivery('a', 1, { windows: [{ from: 0, to: 99 }] })],
      vehicles: [van('v', { shift: { from: 100, to: 200 } })],
    });
    expect(reasonsOf(solution, 'a')).toEqual(['TIME_WINDOW']);
  });

  it('a shift shorter than any trip', async () => {
    const { solution } = await plan({
      travel: road([0, 100]),
      jobs: [delivery('a', 1)],
      vehicles: [van('v', { shift: { from: 0, to: 10 } })],
    });
    expect(solution.unassigned[0]?.reasons).toMatchObject([
      { code: 'SHIFT', change: 'extend the shift of v by 190 s' },
    ]);
  });

  it('a hundred orders at one address', async () => {
    const { solution } = await plan({
      travel: road([0, 10]),
      jobs: Array.from({ length: 100 }, (_, i) => delivery(`j${i}`, 1)),
      vehicles: [van('v'), van('w')],
    });
    expect(solution.costs.total).toBe(20);
  });

  it('an asymmetric matrix that breaks the triangle inequality', async () => {
    // 0 -> 1 -> 2 -> 0 costs 3; every other way costs 100 per leg.
    const matrix = [0, 1, 100, 100, 0, 1, 1, 100, 0];
    const { solution, orders } = await plan({
      travel: { locationCount: 3, tables: { car: { durations: matrix, distances: matrix } } },
      jobs: [delivery('a', 1), delivery('b', 2)],
      vehicles: [van('v')],
    });
    expect(orders).toEqual({ v: ['a', 'b'] });
    expect(solution.costs.total).toBe(3);
  });

  it('5,000 orders within the limit', { timeout: 150_000 }, async () => {
    const problem = defineProblem(city(5000));
    const startedAt = process.cpuUsage();
    const now = () => {
      const { user, system } = process.cpuUsage(startedAt);
      return (user + system) / 1000;
    };
    const solution = await solve(problem, { timeLimitMs: 4000, now });
    expect(now()).toBeLessThan(4200);
    expect(solution.unassigned.length).toBeLessThan(50);
  });
});

describe('estimateTravel', () => {
  it('measures the great circle with detour and speed', () => {
    // One degree of a meridian is 111.19 km; by car 30 % more at 40 km/h.
    const table = estimateTravel()('car', [
      { lat: 0, lng: 0 },
      { lat: 1, lng: 0 },
    ]);
    expect(table.distances[1]).toBe(144_554);
    expect(table.durations[1]).toBe(13_010);
    expect(table.distances[0]).toBe(0);
  });

  it('takes the straight line without detour, own speeds, and traffic for motor vehicles only', () => {
    const model = estimateTravel({
      kilometresPerHour: { bike: 36 },
      speedPeriods: [{ from: 0, to: 10, percent: 50 }],
    });
    const places = [
      { lat: 0, lng: 0 },
      { lat: 0, lng: 0.01 },
    ];
    expect(model('straight-line', places).distances[1]).toBe(1112);
    expect(model('bike', places).durations[1]).toBe(145);
    expect(model('bike', places).speedPeriods).toBeUndefined();
    expect(model('truck', places).speedPeriods).toHaveLength(1);
  });

  it.each([
    [{ detourPercent: Number.NaN }, 'detourPercent must be from 100 to 1000, not NaN'],
    [{ detourPercent: 50 }, 'detourPercent must be from 100 to 1000, not 50'],
    [{ kilometresPerHour: { bike: 0 } }, 'kilometresPerHour.bike must be from 1 to 1000, not 0'],
  ])('refuses %j', (options, message) => {
    expect(() => estimateTravel(options)).toThrow(new RangeError(message));
  });

  it('serves a problem end to end', async () => {
    const jobs: JobInput[] = [delivery('a', 1)];
    const { solution } = await plan({
      travel: {
        model: estimateTravel(),
        locations: [
          { lat: 48, lng: 11 },
          { lat: 48.01, lng: 11 },
        ],
      },
      jobs,
      vehicles: [van('v')],
    });
    expect(solution.statistics.distance).toBe(2 * 1446);
  });
});
