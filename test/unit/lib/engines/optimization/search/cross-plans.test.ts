import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  checkSolution,
  defineProblem,
  type Problem,
  type ProblemInput,
  solve,
} from '../../../../../../lib/engines/optimization/index.ts';
import { listArcNeighbours } from '../../../../../../lib/engines/optimization/search/arc-neighbours.ts';
import { createBlink } from '../../../../../../lib/engines/optimization/search/blink.ts';
import {
  type Budget,
  type BudgetOptions,
  createBudget,
} from '../../../../../../lib/engines/optimization/search/budget.ts';
import { compileModel } from '../../../../../../lib/engines/optimization/search/compile-model.ts';
import {
  createSearch,
  type Search,
} from '../../../../../../lib/engines/optimization/search/create-search.ts';
import { crossPlans } from '../../../../../../lib/engines/optimization/search/cross-plans.ts';
import { listNeighbours } from '../../../../../../lib/engines/optimization/search/neighbours.ts';
import { createRandom } from '../../../../../../lib/engines/optimization/search/random.ts';
import { runSearch } from '../../../../../../lib/engines/optimization/search/run-search.ts';
import type { Snapshot } from '../../../../../../lib/engines/optimization/search/snapshot.ts';
import { finish } from '../../../../../../lib/engines/optimization/work.ts';
import { generatedProblem } from '../support/generated-problem.ts';
import { delivery, type Point, plane, road, van } from '../support/line-problem.ts';

/** Iterations per visit from which several plans are built and recombined, with some margin. */
const MANY = 2000;

/**
 * Orders on a grid around the depot, 100 m apart, with consecutive windows `period` seconds apart, for vans that hold
 * six each.
 */
function grid(side: number, period = 500): ProblemInput {
  const places = Array.from(
    { length: side * side },
    (_, i): Point => [(i % side) * 100, Math.floor(i / side) * 100],
  );
  return {
    travel: plane([[side * 50, side * 50], ...places]),
    dimensions: ['boxes'],
    jobs: places.map((_, i) =>
      delivery(`j${i}`, i + 1, {
        load: [1],
        windows: [{ from: period * (i % 3), to: period * (i % 3) + 1500 }],
      }),
    ),
    vehicles: Array.from({ length: side * side }, (_, v) =>
      van(`v${v}`, { capacity: [6], shift: { from: 0, to: 10_000 } }),
    ),
  };
}

/** Reads only the given clock: stretches of work never end by the machine's. */
function anyBudget(options: Partial<BudgetOptions>): Budget {
  const budget = createBudget({
    timeLimitMs: undefined,
    iterations: undefined,
    now: () => 0,
    startedAt: 0,
    signal: undefined,
    stride: 16,
    report: () => {},
    ...options,
  });
  return { ...budget, slice: () => ({ over: () => false }) };
}

/** A search that has run for some iterations, and its result. */
async function searched(problem: Problem, seed: number): Promise<{ search: Search; found: Snapshot }> {
  const search = createSearch(compileModel(problem), createRandom(seed), 0);
  await runSearch(search, anyBudget({ iterations: 200 }));
  return { search, found: { ...search.best, sequence: search.best.sequence.slice() } };
}

function visitsOf(search: Search): number[] {
  const { plan, model } = search;
  return Array.from(plan.used.subarray(0, plan.size.used), (route) => {
    const visits: number[] = [];
    for (let p = plan.next[model.visits + 2 * route]!; p < model.visits; p = plan.next[p]!) visits.push(p);
    return visits;
  }).flat();
}

/**
 * Plans started by a search within 300 ms of a clock on which 16 iterations take 1.5 ms at first and 0.1 ms once
 * compiled.
 */
async function plansBegun(coldLooks: number): Promise<number> {
  const search = createSearch(compileModel(defineProblem(grid(5))), createRandom(1), 0);
  let begun = 0;
  const { startOver } = search;
  Object.assign(search, {
    startOver: () => {
      begun++;
      startOver();
    },
  });
  let looks = 0;
  let nowMs = 0;
  await runSearch(
    search,
    anyBudget({
      timeLimitMs: 300,
      now: () => {
        nowMs += looks++ < coldLooks ? 1.5 : 0.1;
        return nowMs;
      },
    }),
  );
  return begun;
}

describe('a search long enough to recombine plans', () => {
  it('is known as such although the process begins slowly; one that stays slow anneals a single plan', async () => {
    expect(await plansBegun(0)).toBeGreaterThan(8);
    expect(await plansBegun(15)).toBeGreaterThan(8);
    expect(await plansBegun(Number.POSITIVE_INFINITY)).toBe(0);
  });

  it('gives the same plan for the same seed, and one that keeps every rule', async () => {
    const problem = defineProblem(grid(5));
    const run = () => solve(problem, { seed: 3, iterations: 25 * MANY });
    const first = await run();
    expect(first.unassigned).toEqual([]);
    expect(checkSolution(problem, first)).toEqual([]);
    expect((await run()).routes).toEqual(first.routes);
  });

  it('ends no dearer than a short one', async () => {
    const problem = defineProblem(grid(6));
    const short = await solve(problem, { iterations: 36 * 20 });
    const long = await solve(problem, { iterations: 36 * MANY });
    expect(long.costs.total).toBeLessThanOrEqual(short.costs.total);
  });

  it('uses no more vehicles than fleet reduction has found where fewest come first', async () => {
    const problem = defineProblem({ ...grid(5, 0), fleetUse: 'fewest' });
    const solution = await solve(problem, { iterations: 25 * MANY });
    expect(solution.routes).toHaveLength(5);
    expect(solution.unassigned).toEqual([]);
  });

  it('satisfies the independent checker on generated problems of all features', async () => {
    await fc.assert(
      fc.asyncProperty(generatedProblem(5), fc.nat(1000), async (input, seed) => {
        const problem = defineProblem(input);
        const solution = await solve(problem, { seed, iterations: problem.jobs.length * 2 * MANY });
        expect(checkSolution(problem, solution)).toEqual([]);
      }),
      { numRuns: 30, seed: 5 },
    );
  }, 120_000);
});

describe('crossPlans', () => {
  it('leaves a plan that is crossed with itself as it is', async () => {
    const { search, found } = await searched(defineProblem(grid(5)), 1);
    crossPlans(search, found, found, 0.4);
    expect(search.state.cost).toBeCloseTo(found.cost, 6);
    expect(search.plan.size.used).toBe(found.vehicles);
  });

  it('makes a child that serves every job once', async () => {
    const problem = defineProblem(grid(6));
    const mother = await searched(problem, 1);
    const father = await searched(problem, 2);
    for (const share of [0.01, 0.2, 0.5, 1]) {
      crossPlans(mother.search, mother.found, father.found, share);
      const served = visitsOf(mother.search).sort((a, b) => a - b);
      expect(served).toEqual(Array.from({ length: 36 }, (_, i) => i));
    }
  });
});

describe('listArcNeighbours', () => {
  it('lists, nearest first, only visits between which the windows let a vehicle go', () => {
    const window = (from: number, to: number) => ({ windows: [{ from, to }] });
    const model = compileModel(
      defineProblem({
        travel: road([0, 100, 110, 300]),
        jobs: [
          delivery('early', 1, window(0, 200)),
          delivery('late', 2, window(1000, 1200)),
          delivery('any', 3, window(0, 5000)),
        ],
        vehicles: [van('v')],
      }),
    );
    const { before, after, width } = finish(listArcNeighbours(model, finish(listNeighbours(model, 4)), 2));
    const listed = (list: Int32Array, visit: number) =>
      Array.from(list.subarray(visit * width, (visit + 1) * width)).filter((other) => other >= 0);
    expect(listed(before, 0)).toEqual([2]);
    expect(listed(after, 0)).toEqual([1, 2]);
    expect(listed(before, 1)).toEqual([0, 2]);
    expect(listed(after, 1)).toEqual([2]);
  });
});

describe('createBlink', () => {
  it('overlooks one place in a hundred on average', () => {
    const blink = createBlink(createRandom(1));
    let overlooked = 0;
    for (let i = 0; i < 100_000; i++) if (blink()) overlooked++;
    expect(overlooked).toBeGreaterThan(900);
    expect(overlooked).toBeLessThan(1100);
  });
});
