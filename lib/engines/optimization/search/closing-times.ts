import type { Problem } from '../problem.ts';

/** Milliseconds to keep back for what follows, with so many jobs on routes. */
export interface ClosingTimes {
  /** For settling what routes owe, building, explaining where there are so many jobs on no route, and checking. */
  afterSearch(placed: number, absent: number): number;
  /** For building and checking. */
  afterSettling(placed: number): number;
  /** For checking alone. */
  afterBuilding(placed: number): number;
}

/** Nothing kept back. */
export const NO_CLOSING: ClosingTimes = Object.freeze({
  afterSearch: () => 0,
  afterSettling: () => 0,
  afterBuilding: () => 0,
});

/**
 * Milliseconds that building and checking take on the machine that constants were measured on, in a process that does it for
 * the first time: for anything, for each job there is, and for each one on a route; the share of them for checking; and
 * the most of the time limit for all that.
 */
const ANYTHING = 4;
const PER_JOB = 0.003;
const PER_PLACED = 0.02;
const CHECKING_SHARE = 0.7;
const MOST_SHARE = 0.25;
/** Shares of the time limit for explaining why jobs are on no route, and for settling what routes owe. */
const EXPLAINING_SHARE = 0.02;
const SETTLING_SHARE = 0.05;

/** Times to keep back on a machine that is `slowness` times as slow. */
export function closingTimes(
  { jobs, vehicles }: Problem,
  slowness: number,
  timeLimitMs = Number.POSITIVE_INFINITY,
): ClosingTimes {
  const mayOwe =
    vehicles.some(({ minOrders }) => minOrders > 0) || jobs.some(({ lock }) => lock?.position !== undefined);
  const settling = mayOwe ? SETTLING_SHARE : 0;
  const times = (placed: number) => slowness * (ANYTHING + PER_JOB * jobs.length + PER_PLACED * placed);
  const afterSettling = (placed: number) => Math.min(times(placed), MOST_SHARE * timeLimitMs);
  return {
    afterSearch: (placed, absent) => {
      const share = settling + (absent > 0 ? EXPLAINING_SHARE : 0);
      return afterSettling(placed) + (share > 0 ? share * timeLimitMs : 0);
    },
    afterSettling,
    afterBuilding: (placed) => CHECKING_SHARE * afterSettling(placed),
  };
}
