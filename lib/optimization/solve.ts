import { absentJobs, buildRoutes, planCosts } from './build-solution.ts';
import { checkSolution } from './check-solution.ts';
import { explainUnassigned } from './explain-unassigned.ts';
import type { Problem } from './problem.ts';
import { createBudget } from './search/budget.ts';
import { compileModel } from './search/compile-model.ts';
import { createRandom } from './search/random.ts';
import { prepareSearch } from './search/run-search.ts';
import type { Solution } from './solution.ts';

/** State of a run, told now and then. */
export interface Progress {
  /** Share of the time or the iterations that is used up, 0 to 1. */
  readonly share: number;
  readonly iterations: number;
  /** Of the best plan so far: cents, vehicles in use. */
  readonly cost: number;
  readonly vehicles: number;
}

/** How long and how to search. At least one of `timeLimitMs` and `iterations` is given; the first to end counts. */
export interface SolveOptions {
  /** Integer; with `iterations` and no time limit the same seed gives the same plan. Default 1. */
  readonly seed?: number;
  /** Milliseconds for the whole call. */
  readonly timeLimitMs?: number;
  /** Plans to try. */
  readonly iterations?: number;
  readonly onProgress?: (progress: Progress) => void;
  /** Ends the search early; the best plan so far is returned. */
  readonly signal?: AbortSignal;
  /** Clock of the time limit in milliseconds, default the machine's monotonic clock. */
  readonly now?: () => number;
}

/**
 * Plans routes: leaves out as little as it can (by priority, then by number of jobs), then minimizes the vehicles
 * where the problem says so, then the sum of costs. Every returned plan has passed `checkSolution`.
 *
 * @throws RangeError on options that are no numbers or when neither limit is given
 */
export async function solve(problem: Problem, options: SolveOptions): Promise<Solution> {
  const { seed = 1, timeLimitMs, iterations, onProgress, signal, now = () => performance.now() } = options;
  refuseBadLimits(options);
  const startedAt = now();
  const model = compileModel(problem);
  const { search, run } = prepareSearch(model, createRandom(seed), 0);
  const preparedMs = now() - startedAt;
  const budget = createBudget({
    timeLimitMs,
    iterations,
    now,
    startedAt,
    signal,
    stride: model.shape === 'rich' ? Math.max(1, Math.floor(2_000 / (1 + model.visits))) : PLAIN_STRIDE,
    reserveMs: Math.min(
      (timeLimitMs ?? 0) / 4,
      RESERVE_MS + problem.jobs.length * RESERVE_PER_JOB_MS + preparedMs / 20,
    ),
    report: (share) =>
      onProgress?.({
        share,
        iterations: search.state.iterations,
        cost: Math.round(search.best.cost + search.simulator.useBonus * search.best.vehicles),
        vehicles: search.best.vehicles,
      }),
  });
  await run(budget);
  const mayLinger = () => timeLimitMs === undefined || now() - startedAt < timeLimitMs * EXPLAINING_SHARE;
  const routes = Object.freeze(buildRoutes(search));
  const solution = Object.freeze({
    routes,
    unassigned: Object.freeze(explainUnassigned(search, absentJobs(search), mayLinger)),
    costs: planCosts(problem, routes),
    statistics: Object.freeze({
      vehicles: routes.length,
      distance: routes.reduce((sum, route) => sum + route.distance, 0),
      duration: routes.reduce((sum, route) => sum + route.end - route.start, 0),
      iterations: search.state.iterations,
      elapsedMs: Math.round(now() - startedAt),
    }),
  });
  const faults = checkSolution(problem, solution);
  if (faults.length > 0) throw new Error(`the solver broke a rule: ${faults[0]!.code} ${faults[0]!.message}`);
  return solution;
}

/** Iterations between two looks at the clock where one takes a few microseconds. */
const PLAIN_STRIDE = 64;

/** Share of the time limit by which explanations of unassigned jobs become brief. */
const EXPLAINING_SHARE = 1.02;

/** Milliseconds kept back, and per job, for building, explaining and checking the plan. */
const RESERVE_MS = 4;
const RESERVE_PER_JOB_MS = 0.02;

/** Refuses limits that are no numbers. @throws RangeError */
export function refuseBadLimits({ seed = 1, timeLimitMs, iterations }: SolveOptions): void {
  if (!Number.isInteger(seed)) throw new RangeError(`seed must be an integer, not ${seed}`);
  if (timeLimitMs === undefined && iterations === undefined)
    throw new RangeError('one of timeLimitMs and iterations must be given');
  if (timeLimitMs !== undefined && !(timeLimitMs >= 0))
    throw new RangeError(`timeLimitMs must be zero or more, not ${timeLimitMs}`);
  if (iterations !== undefined && !(Number.isInteger(iterations) && iterations >= 0))
    throw new RangeError(`iterations must be an integer, zero or more, not ${iterations}`);
}
