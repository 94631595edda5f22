import type { Problem } from '../problem.ts';
import { isLockedInPlace } from './compile-model.ts';

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
/**
 * Time for explaining why jobs are on no route: per job, and the smallest and the largest share of the time limit for all.
 */
const PER_EXPLAINED = 5;
const EXPLAINING_SHARE = 0.02;
const MAX_EXPLAINING_SHARE = 0.1;
/** Share of the time limit for settling the debts of routes. */
const SETTLING_SHARE = 0.05;

/** Reserved times on a machine that is `slowness` times as slow. */
export function closingTimes(
  { jobs, vehicles }: Problem,
  slowness: number,
  timeLimitMs = Number.POSITIVE_INFINITY,
): ClosingTimes {
  const mayOwe = vehicles.some(({ minOrders }) => minOrders > 0) || jobs.some(isLockedInPlace);
  const settling = mayOwe ? SETTLING_SHARE : 0;
  const times = (placed: number) => slowness * (ANYTHING + PER_JOB * jobs.length + PER_PLACED * placed);
  const afterSettling = (placed: number) => Math.min(times(placed), MAX_SHARE * timeLimitMs);
  return {
    afterSearch: (placed, absent) => {
      const explaining =
        absent === 0
          ? 0
          : Math.max(
              EXPLAINING_SHARE * timeLimitMs,
              Math.min(MAX_EXPLAINING_SHARE * timeLimitMs, absent * PER_EXPLAINED * slowness),
            );
      return afterSettling(placed) + (settling > 0 ? settling * timeLimitMs : 0) + explaining;
    },
    afterSettling,
    afterBuilding: (placed) => CHECKING_SHARE * afterSettling(placed),
  };
}
