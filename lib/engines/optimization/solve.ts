import { planCosts } from './build-solution.ts';
import { checkingSolution } from './check-solution.ts';
import { type Draft, draftBySearch, draftOf, routesByVehicle } from './draft-plan.ts';
import type { InitialRouteInput, Problem } from './problem.ts';
import { type Budget, createBudget } from './search/budget.ts';
import { closingTimes } from './search/closing-times.ts';
import { createRandom } from './search/random.ts';
import { createSetUp } from './search/set-up.ts';
import { initialRoutesOf } from './search/snapshot.ts';
import type { Route, Solution } from './solution.ts';
import { inStretches } from './work.ts';

/** State of a run, reported now and then. */
export interface Progress {
  /** Share of the time or the iterations that is used up, 0 to 1. */
  readonly share: number;
  readonly iterations: number;
  /**
   * Figures of the best plan so far: jobs left out, cents, vehicles in use. The cost may rise where fewer jobs are left
   * out.
   */
  readonly unassigned: number;
  readonly cost: number;
  readonly vehicles: number;
  /** The best plan so far, as `initialRoutes` of a later run. */
  plan(): readonly InitialRouteInput[];
}

/**
 * How long and how to search. At least one of `timeLimitMs` and `iterations` is required; the one that ends first
 * counts.
 */
export interface SolveOptions {
  /** Integer; with `iterations` and no time limit the same seed gives the same plan. Default 1. */
  readonly seed?: number;
  /** Milliseconds for the whole call. */
  readonly timeLimitMs?: number;
  /** Plans to try. */
  readonly iterations?: number;
  /**
   * Share of an annealing that the initial routes have behind them, from 0 to below 1: the search begins as cool as that
   * one was then, so that it does not give up what it found. Default 0.
   */
  readonly resumeAt?: number;
  /** Reported from the first complete plan on. */
  readonly onProgress?: (progress: Progress) => void;
  /** Ends the search early; the best plan so far is returned. */
  readonly signal?: AbortSignal;
  /** Clock of the time limit in milliseconds, default the machine's monotonic clock. */
  readonly now?: () => number;
}

/**
 * Plans routes: leaves out as few jobs as it can (by priority, then by number), then minimizes the vehicles where the
 * problem says so, then the sum of costs. Every returned plan has passed `checkSolution`.
 *
 * @throws RangeError on options that are not numbers, or without any limit
 */
export async function solve(problem: Problem, options: SolveOptions): Promise<Solution> {
  refuseBadLimits(options);
  const { seed = 1, timeLimitMs, iterations, resumeAt = 0, onProgress, signal } = options;
  const { now = () => performance.now() } = options;
  const clock = { timeLimitMs, now, startedAt: now(), signal };
  const begin = createBudget({ ...clock, iterations: undefined, stride: 1, report: undefined });
  begin.keepBack(closingTimes(problem, 1, timeLimitMs).afterBuilding(0));
  const random = createRandom(seed);
  const setUp = createSetUp(problem, random, begin, timeLimitMs);
  let search = await setUp.goOn(SET_UP_SHARE);
  const closing = closingTimes(problem, setUp.slowness(), timeLimitMs);
  let drafted: readonly Route[] = [];
  if (search === undefined) {
    drafted = await routesByVehicle(problem, random, begin, closing);
    begin.keepBack(closing.afterSearch(problem.jobs.length, 0));
    search = await setUp.goOn();
  }
  if (search === undefined)
    return close(problem, draftOf(drafted, problem, begin, setUp.wholeMs() / SET_UP_SHARE), 0, begin);
  const { model, state, best, simulator } = search;
  const report = (share: number) =>
    onProgress?.({
      share,
      iterations: state.iterations,
      unassigned: best.absent,
      cost: Math.round(best.cost + simulator.useBonus * best.vehicles),
      vehicles: best.vehicles,
      plan: () => initialRoutesOf(model, best),
    });
  const stride = Math.floor((model.shape === 'rich' ? RICH_STRIDE : PLAIN_STRIDE) / (1 + model.visits));
  const budget = createBudget({
    ...clock,
    iterations,
    stride: Math.max(1, Math.min(MAX_STRIDE, stride)),
    report: onProgress && report,
  });
  const draft = await draftBySearch(search, drafted, budget, closing, resumeAt);
  return close(problem, draft, state.iterations, budget);
}

/** Adds up a plan and lets the independent checker judge it. A fault is a bug. */
async function close(
  problem: Problem,
  { routes, unassigned }: Draft,
  iterations: number,
  budget: Budget,
): Promise<Solution> {
  const solution = Object.freeze({
    routes: Object.freeze(routes),
    unassigned: Object.freeze(unassigned),
    costs: planCosts(problem, routes),
    statistics: Object.freeze({
      vehicles: routes.length,
      distance: routes.reduce((sum, route) => sum + route.distance, 0),
      duration: routes.reduce((sum, route) => sum + route.end - route.start, 0),
      iterations,
      elapsedMs: Math.round(budget.elapsedMs()),
    }),
  });
  const [fault] = await inStretches(checkingSolution(problem, solution), budget);
  if (fault !== undefined) throw new Error(`the solver broke a rule: ${fault.code} ${fault.message}`);
  return solution;
}

/**
 * Largest share of the time limit that the set-up of the search may take before there is a plan. If it would take
 * longer, a plan that needs no search is created first.
 */
const SET_UP_SHARE = 0.5;

/** Iterations between two looks at the clock: this number divided by the visits, and at most this many. */
const RICH_STRIDE = 2_000;
const PLAIN_STRIDE = 40_000;
const MAX_STRIDE = 64;

/** Refuses limits that are not numbers. @throws RangeError */
export function refuseBadLimits(options: SolveOptions): void {
  const { seed = 1, timeLimitMs, iterations, resumeAt = 0 }: SolveOptions = options ?? {};
  if (!Number.isInteger(seed)) throw new RangeError(`seed must be an integer, not ${seed}`);
  if (timeLimitMs === undefined && iterations === undefined)
    throw new RangeError('one of timeLimitMs (milliseconds) and iterations must be given');
  if (timeLimitMs !== undefined && !(timeLimitMs >= 0))
    throw new RangeError(`timeLimitMs must be zero or more, not ${timeLimitMs}`);
  if (iterations !== undefined && !(Number.isInteger(iterations) && iterations >= 0))
    throw new RangeError(`iterations must be an integer, zero or more, not ${iterations}`);
  if (!(resumeAt >= 0 && resumeAt < 1))
    throw new RangeError(`resumeAt must be from 0 to below 1, not ${resumeAt}`);
}
