import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  checkSolution,
  defineProblem,
  type JobInput,
  type ProblemInput,
  type Solution,
  type SolveOptions,
  solve,
} from '../../../../../lib/engines/optimization/index.ts';
import { propertyRuns } from '../../../../support/property-runs.ts';
import { generatedProblem } from './support/generated-problem.ts';
import { delivery, type Point, plane, reasonsOf, van } from './support/line-problem.ts';

const ORDERS = 240;

/** Orders at scattered points around the depot, for vans that carry 20 each. */
function scatteredOrders(more: (i: number) => Partial<JobInput> = () => ({}), orders = ORDERS): ProblemInput {
  const points = Array.from(
    { length: orders + 1 },
    (_, i): Point => [((i * 7919) % 1000) - 500, ((i * 104_729) % 997) - 500],
  );
  return {
    travel: plane([[0, 0], ...points.slice(1)]),
    dimensions: ['boxes'],
    jobs: Array.from({ length: orders }, (_, i) => delivery(`j${i}`, i + 1, { load: [1], ...more(i) })),
    vehicles: Array.from({ length: orders / 16 }, (_, v) => van(`v${v}`, { capacity: [20] })),
  };
}

/**
 * A clock that advances with every read, because the solver reads it after a fixed amount of work: the same on every
 * machine.
 */
function clock(msPerLook: number | ((look: number) => number), onLook: (look: number) => void = () => {}) {
  let looks = 0;
  let ms = 0;
  return {
    looks: () => looks,
    ms: () => ms,
    now: () => {
      onLook(++looks);
      ms += typeof msPerLook === 'number' ? msPerLook : msPerLook(looks);
      return ms;
    },
  };
}

/** Reads of the clock until there is a first plan. */
async function looksOf(input: ProblemInput, timeLimitMs: number): Promise<number> {
  const { now, looks } = clock(1);
  await solve(defineProblem(input), { timeLimitMs, iterations: 0, now });
  return looks();
}

/** Solves a problem and has the independent checker judge the plan. */
async function solveBy(input: ProblemInput, options: SolveOptions) {
  const problem = defineProblem(input);
  const solution = await solve(problem, options);
  expect(checkSolution(problem, solution)).toEqual([]);
  return solution;
}

function placed({ routes }: Solution): string[] {
  return routes.flatMap(({ visits }) => visits.map(({ job }) => job));
}

function changesOf({ unassigned }: Solution): string[] {
  return [...new Set(unassigned.flatMap(({ reasons }) => reasons.map(({ change }) => change)))];
}

describe('a time limit', () => {
  it('of nothing leaves every order out and says what limit would do', async () => {
    const solution = await solveBy(scatteredOrders(), { timeLimitMs: 0 });
    expect(solution.routes).toEqual([]);
    expect(reasonsOf(solution, 'j0')).toEqual(['NOT_TRIED']);
    expect(changesOf(solution)).toEqual([
      'allow about 100 ms: the time limit was too short to try every vehicle',
    ]);
  });

  it('too short to set the search up gives some vehicles their routes', async () => {
    const { now, ms } = clock(1);
    const solution = await solveBy(scatteredOrders(), { timeLimitMs: 200, now });
    expect(ms()).toBeLessThan(210);
    expect(placed(solution).length).toBeGreaterThan(20);
    expect(placed(solution).length).toBeLessThan(ORDERS);
    expect(new Set(solution.unassigned.flatMap(({ reasons }) => reasons.map(({ code }) => code)))).toEqual(
      new Set(['NOT_TRIED']),
    );
    expect(changesOf(solution)).toEqual([expect.stringMatching(/^allow about \d00 ms/)]);
    expect(solution.statistics.iterations).toBe(0);
  });

  it('as long as is said to do leaves no order out', async () => {
    const input = scatteredOrders(() => ({}), 800);
    const slow = () => clock(0.01).now;
    const short = await solveBy(input, { timeLimitMs: 20, now: slow() });
    expect(short.unassigned.length).toBeGreaterThan(0);
    expect(changesOf(short)).toEqual([
      'allow about 200 ms: the time limit was too short to try every vehicle',
    ]);
    const long = await solveBy(input, { timeLimitMs: 200, now: slow() });
    expect(long.unassigned).toEqual([]);
  });

  it('long enough for a plan by vehicle and then for the search improves on it', async () => {
    const timeLimitMs = Math.round(1.4 * (await looksOf(scatteredOrders(), 1e9)));
    const { now, ms } = clock(1);
    const solution = await solveBy(scatteredOrders(), { timeLimitMs, now });
    expect(ms()).toBeLessThan(timeLimitMs * 1.05);
    expect(solution.unassigned).toEqual([]);
    expect(solution.statistics.iterations).toBeGreaterThan(0);
  });

  it('that ends while the search is about to begin leaves the plan by vehicle', async () => {
    const timeLimitMs = Math.round(1.4 * (await looksOf(scatteredOrders(), 1e9)));
    const stalls = (await looksOf(scatteredOrders(), timeLimitMs)) - ORDERS / 2;
    const { now } = clock((look) => (look < stalls ? 1 : timeLimitMs));
    const solution = await solveBy(scatteredOrders(), { timeLimitMs, now });
    expect(solution.unassigned).toEqual([]);
    expect(solution.statistics.iterations).toBe(0);
  });

  it('that ends during the first insertion gives the plan as far as it has come', async () => {
    const stalls = (await looksOf(scatteredOrders(), 1e9)) - ORDERS / 2;
    const { now } = clock((look) => (look < stalls ? 0.01 : 500));
    const solution = await solveBy(scatteredOrders(), { timeLimitMs: 1000, now });
    expect(placed(solution).length).toBeGreaterThan(ORDERS / 4);
    expect(placed(solution).length).toBeLessThan((ORDERS * 3) / 4);
    expect(reasonsOf(solution, solution.unassigned[0]!.job)).toEqual(['NOT_TRIED']);
    expect(changesOf(solution)).toEqual([expect.stringMatching(/^allow about \d+ s/)]);
  });

  it('leaves the same out on every run by the same clock', async () => {
    const run = async () =>
      (await solveBy(scatteredOrders(), { timeLimitMs: 200, now: clock(1).now })).routes;
    expect(await run()).toEqual(await run());
  });

  it('that ends while an initial route of hundreds of orders is looked through leaves what fitted so far', async () => {
    const { vehicles, ...input } = scatteredOrders();
    const problem: ProblemInput = {
      ...input,
      vehicles: [...vehicles, van('big', { capacity: [100] })],
      initialRoutes: [{ vehicle: 'big', jobs: Array.from({ length: ORDERS }, (_, i) => `j${i}`) }],
    };
    const stalls = (await looksOf(problem, 1e9)) - 2 * ORDERS + 150;
    const { now } = clock((look) => (look < stalls ? 0.01 : 500));
    const solution = await solveBy(problem, { timeLimitMs: 1000, now });
    expect(placed(solution)).toEqual(Array.from({ length: placed(solution).length }, (_, i) => `j${i}`));
    expect(placed(solution).length).toBeGreaterThan(20);
    expect(placed(solution).length).toBeLessThan(100);
  });

  it('that is short first serves what is on board, locked, on initial routes or of high priority', async () => {
    const input = scatteredOrders((i) => ({
      ...(i === 10 ? { onBoard: 'v9' } : {}),
      ...(i === 8 ? { lock: { vehicle: 'v0' } } : {}),
      ...(i % 7 === 0 ? { priority: 2 } : {}),
    }));
    const initialRoutes = [{ vehicle: 'v14', jobs: ['j3', 'j1', 'j2'] }];
    const { now } = clock(1);
    const solution = await solveBy({ ...input, initialRoutes }, { timeLimitMs: 200, now });
    const served = (vehicle: string) =>
      solution.routes.find((route) => route.vehicle === vehicle)?.visits.map(({ job }) => job) ?? [];
    expect(served('v14').filter((id) => ['j1', 'j2', 'j3'].includes(id))).toEqual(['j3', 'j1', 'j2']);
    expect(served('v0')).toContain('j8');
    for (let i = 0; i < ORDERS; i += 7) expect(placed(solution)).toContain(`j${i}`);
  });

  it('that is short counts goods on board that cannot be delivered as their group is on another vehicle', async () => {
    const input = scatteredOrders((i) => {
      if (i === 1 || i === 2) return { onBoard: `v${i}`, load: [5], sequenceGroup: 'one route' };
      return {};
    });
    const solution = await solveBy(input, { timeLimitMs: 400, now: clock(1).now });
    const loads = solution.routes.filter(({ vehicle }) => ['v1', 'v2'].includes(vehicle));
    expect(loads.map(({ startLoad }) => startLoad)).toEqual([[20], [20]]);
    expect(placed(solution).filter((id) => id === 'j1' || id === 'j2')).toHaveLength(1);
  });

  it('that is short lets other vehicles have what does not fit into an initial route', async () => {
    const jobs = Array.from({ length: 25 }, (_, i) => `j${i}`);
    const initialRoutes = [{ vehicle: 'v14', jobs }];
    const input = scatteredOrders((i) => (i < 25 ? { priority: 1 } : {}));
    const { now } = clock(1);
    const solution = await solveBy({ ...input, initialRoutes }, { timeLimitMs: 200, now });
    expect(placed(solution)).toEqual(expect.arrayContaining(jobs));
  });

  it('ends with a sound plan wherever it comes and whatever the problem', { timeout: 60_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(
        generatedProblem(14),
        fc.integer({ min: 0, max: 120 }),
        fc.integer({ min: 0, max: 200 }),
        async (input, timeLimitMs, abortAt) => {
          const controller = new AbortController();
          const { now, ms } = clock(1, (look) => {
            if (look === abortAt) controller.abort();
          });
          await solveBy(input, { timeLimitMs, now, signal: controller.signal });
          expect(ms()).toBeLessThan(timeLimitMs * 1.05 + 40);
        },
      ),
      { numRuns: propertyRuns(80, 250), seed: 7 },
    );
  });
});

describe('an abort', () => {
  const initialRoutes = [
    { vehicle: 'v3', jobs: ['j5', 'j6'] },
    { vehicle: 'v1', jobs: ['j9', 'j4', 'j7'] },
  ];

  it.each([0, 1, 50, 700])(
    'at look %i of the set-up leaves initial routes and what is on board',
    async (look) => {
      const controller = new AbortController();
      if (look === 0) controller.abort();
      const { now } = clock(0.1, (at) => {
        if (at === look) controller.abort();
      });
      const options = { iterations: 1000, signal: controller.signal, now };
      const input = scatteredOrders((i) => (i === 2 ? { onBoard: 'v8' } : {}));
      const solution = await solveBy({ ...input, initialRoutes }, options);
      const routes = solution.routes.map(({ vehicle, visits }) => [vehicle, visits.map(({ job }) => job)]);
      expect(routes).toEqual([
        ['v1', ['j9', 'j4', 'j7']],
        ['v3', ['j5', 'j6']],
        ['v8', ['j2']],
      ]);
      expect(solution.unassigned).toHaveLength(ORDERS - 6);
      expect(reasonsOf(solution, 'j0')).toEqual(['NOT_TRIED']);
      expect(changesOf(solution)).toEqual([
        'let the run take about 100 ms: it was aborted before every vehicle had been tried',
      ]);
    },
  );

  it('is noticed during the set-up, as other work of the process runs', async () => {
    const points = Array.from({ length: 2501 }, (_, i): Point => [(i * 7919) % 1000, (i * 104_729) % 997]);
    const problem = defineProblem({
      travel: plane(points),
      jobs: points.slice(1).map((_, i) => delivery(`j${i}`, i + 1)),
      vehicles: [van('v')],
    });
    const controller = new AbortController();
    setImmediate(() => setImmediate(() => controller.abort()));
    const solution = await solve(problem, { iterations: 1, signal: controller.signal });
    expect(solution.unassigned).toHaveLength(2500);
  });

  it('ends explanations soon', async () => {
    const input = { ...scatteredOrders(), vehicles: [van('v', { capacity: [20] })] };
    const controller = new AbortController();
    const { now } = clock(1);
    const solution = await solveBy(input, {
      iterations: 1_000_000,
      signal: controller.signal,
      onProgress: () => controller.abort(),
      now,
    });
    const brief = solution.unassigned.filter(({ reasons }) => reasons[0]!.changes.length === 0);
    expect(brief.length).toBeGreaterThan(0);
    expect(brief.length).toBeLessThan(solution.unassigned.length);
  });
});
