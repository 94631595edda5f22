import type { Problem } from '../problem.ts';
import { inStretches, type Work } from '../work.ts';
import type { Budget } from './budget.ts';
import { compilingModel } from './compile-model.ts';
import { creatingSearch, type Search } from './create-search.ts';
import { NEIGHBOUR_ROWS } from './neighbours.ts';
import type { Random } from './random.ts';

/** A search being set up, which can be interrupted and continued. */
export interface SetUp {
  /**
   * Continues in portions. Stops with undefined at an abort, when it is late, and as soon as it is clear that it would
   * not finish within a share of the time limit, where one is given.
   */
  goOn(share?: number): Promise<Search | undefined>;
  /** Estimated milliseconds of the whole set-up. */
  wholeMs(): number;
  /** Speed of work here, relative to the machine on which the constants were measured. */
  slowness(): number;
}

/** Share of the time limit in which the pace is measured. */
const MEASURED_SHARE = 0.05;
/** Milliseconds per number of a row on the machine on which the constants were measured. */
const USUAL_MS = 3e-6;
/**
 * Fewest visits and rows for a comparison with that machine, and the largest factor by which this one may be faster or
 * slower.
 */
const TELLING_VISITS = 800;
const TELLING_ROWS = 64;
const MAX_OFF = 4;

/** Starts to compile a problem and to build a search for it. */
export function createSetUp(
  problem: Problem,
  random: Random,
  budget: Budget,
  timeLimitMs = Number.POSITIVE_INFINITY,
): SetUp {
  const visits = problem.jobs.reduce((sum, { pickup }) => sum + (pickup === undefined ? 1 : 2), 0);
  const due = visits * rowsPerVisit(problem);
  const usualMs = visits * USUAL_MS;
  const work = preparingSearch(problem, 0, random);
  let done = 0;
  let spentMs = 0;
  const slowness = (): number => {
    if (visits < TELLING_VISITS || done < TELLING_ROWS) return 1;
    return Math.min(Math.max(spentMs / (done * usualMs), 1 / MAX_OFF), MAX_OFF);
  };
  return {
    goOn: (share = Number.POSITIVE_INFINITY) => {
      const before = { done, spentMs, elapsedMs: budget.elapsedMs() };
      const pace = createPace(due - done, MEASURED_SHARE * timeLimitMs);
      return inStretches(work, budget, (rows) => {
        const elapsedMs = budget.elapsedMs();
        done = before.done + rows;
        spentMs = before.spentMs + elapsedMs - before.elapsedMs;
        pace.note(rows, elapsedMs);
        // The less time has passed, the less is known, and the further away the end may seem.
        const doubt = Math.sqrt(timeLimitMs / elapsedMs);
        return budget.over() || (pace.endMs() ?? 0) > share * timeLimitMs * doubt;
      });
    },
    wholeMs: () => due * usualMs * slowness(),
    slowness,
  };
}

/** The same without watching the time. A unit of the work is a row of a matrix. */
export function* preparingSearch(problem: Problem, relax: number, random: Random): Work<Search> {
  return yield* creatingSearch(yield* compilingModel(problem, relax), random, relax);
}

/** Measures the speed of rows. */
interface Pace {
  note(rows: number, elapsedMs: number): void;
  /**
   * Milliseconds since the start by which all rows will be done, at the pace of the latter half, as a process starts
   * slowly; undefined before that half has lasted long enough.
   */
  endMs(): number | undefined;
}

function createPace(due: number, leastMs: number): Pace {
  /** Whenever the number of rows has doubled since the last look. */
  const looks: { rows: number; elapsedMs: number }[] = [];
  let last = { rows: 0, elapsedMs: 0 };
  return {
    note: (rows, elapsedMs) => {
      last = { rows, elapsedMs };
      if (rows >= 2 * (looks.at(-1)?.rows ?? 0)) looks.push(last);
    },
    endMs: () => {
      const half = looks.at(-2);
      if (half === undefined || last.elapsedMs - half.elapsedMs < leastMs) return undefined;
      const perRow = (last.elapsedMs - half.elapsedMs) / (last.rows - half.rows);
      return last.elapsedMs + perRow * Math.max(0, due - last.rows);
    },
  };
}

/** Rows per visit whose time a set-up takes: metres and seconds, each compared with its transpose, and lists. */
function rowsPerVisit({ vehicles, travel }: Problem): number {
  const profiles = new Set(vehicles.map(({ profile }) => profile));
  const classes = new Map(
    vehicles.map(({ profile, speedPercent, parkingTime }) => [
      JSON.stringify([profile, speedPercent, parkingTime]),
      travel[profile]?.speedPeriods === undefined ? 2 : 3,
    ]),
  );
  return 2 * profiles.size + classes.values().reduce((sum, rows) => sum + rows, 0) + NEIGHBOUR_ROWS;
}
