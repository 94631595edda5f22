import type { Problem } from '../problem.ts';

/** Milliseconds to reserve for what follows, by the number of jobs on routes. */
export interface ClosingTimes {
  /** For settling the debts of routes, building, explaining this many unserved jobs, and checking. */
  afterSearch(placed: number, absent: number): number;
  /** For building and checking. */
  afterSettling(placed: number): number;
  /** For checking alone. */
  afterBuilding(placed: number): number;
}

/** Nothing reserved. */
export const NO_CLOSING: ClosingTimes = Object.freeze({
  afterSearch: () => 0,
  afterSettling: () => 0,
  afterBuilding: () => 0,
});

/**
 * Milliseconds that building and checking take in a fresh process on the machine on which the constants were measured:
 * a base, per job, and per job on a route; the share of checking; and the largest share of the time limit for all of
 * it.
 */
const ANYTHING = 4;
const PER_JOB = 0.003;
const PER_PLACED = 0.02;
const CHECKING_SHARE = 0.7;
const MAX_SHARE = 0.25;
/** Shares of the time limit for explaining why jobs are on no route, and for settling the debts of routes. */
const EXPLAINING_SHARE = 0.02;
const SETTLING_SHARE = 0.05;

/** Reserved times on a machine that is `slowness` times as slow. */
export function closingTimes(
  { jobs, vehicles }: Problem,
  slowness: number,
  timeLimitMs = Number.POSITIVE_INFINITY,
): ClosingTimes {
  const mayOwe =
    vehicles.some(({ minOrders }) => minOrders > 0) || jobs.some(({ lock }) => lock?.position !== undefined);
  const settling = mayOwe ? SETTLING_SHARE : 0;
  const times = (placed: number) => slowness * (ANYTHING + PER_JOB * jobs.length + PER_PLACED * placed);
  const afterSettling = (placed: number) => Math.min(times(placed), MAX_SHARE * timeLimitMs);
  return {
    afterSearch: (placed, absent) => {
      const share = settling + (absent > 0 ? EXPLAINING_SHARE : 0);
      return afterSettling(placed) + (share > 0 ? share * timeLimitMs : 0);
    },
    afterSettling,
    afterBuilding: (placed) => CHECKING_SHARE * afterSettling(placed),
  };
}
