import type { Travel } from '../../../engines/travel/index.ts';
import type { Log } from '../../../platform/core/log.ts';
import type { Bucket } from '../../../platform/storage/index.ts';
import type { RouteDeps } from '../../routes/index.ts';

/** What a run needs besides the table: roads, the bucket, and its limits of time and size. */
export interface RunDeps extends RouteDeps {
  readonly travel: Travel;
  readonly bucket: Bucket;
  /** Search time in milliseconds by number of orders and level; default the service's own. */
  readonly timeLimitMs?: (orders: number, level: number) => number;
  /**
   * Number of plans that a step tries instead of a time limit: for tests that give the same result on every machine.
   */
  readonly iterations?: number;
  /** Processors that a part is solved on; default 1. */
  readonly cores?: number;
  readonly log: Log;
  /** Maximum number of orders of a part; default the service's own. */
  readonly partOrders?: number;
}

/** Maximum number of orders that one function solves; a larger run is split into parts of about half as many. */
const MAX_TOGETHER = 1_200;

/** Number of parts for a run of this many orders. */
export function partCount(
  { partOrders = MAX_TOGETHER }: Pick<RunDeps, 'partOrders'>,
  orders: number,
): number {
  return orders <= partOrders ? 1 : Math.ceil((2 * orders) / partOrders);
}

/** A function runs for at most 15 minutes; the search of a step gets up to 8 of them. */
const LONGEST_STEP_MS = 480_000;

/** Shares of the search time of one long run: for a part, and for a part at the seams. */
const SHARES = { parts: 1 / 6, seams: 1 / 12 } as const;

/** Minimum search time when a step continues the plan of a function that died. Milliseconds. */
const MIN_REST_MS = 1_000;

/** How far a step searches. */
export interface SearchLimits {
  readonly seed: number;
  readonly timeLimitMs?: number;
  readonly iterations?: number;
}

/**
 * Search limit of a step: 50 ms for each order and level of the run, at least 3 seconds; a step of a split
 * run gets its share. Time spent by a function that died counts.
 */
export function searchLimits(
  { timeLimitMs, iterations }: Pick<RunDeps, 'timeLimitMs' | 'iterations'>,
  {
    orders,
    level,
    spentMs = 0,
  }: { readonly orders: number; readonly level: number; readonly spentMs?: number },
  step: 'whole' | keyof typeof SHARES,
): SearchLimits {
  if (iterations !== undefined) return { seed: 1, iterations };
  const longMs = timeLimitMs?.(orders, level) ?? Math.max(3_000, orders * level * 50);
  const limitMs = Math.min(LONGEST_STEP_MS, longMs * (step === 'whole' ? 1 : SHARES[step]));
  return { seed: 1, timeLimitMs: Math.max(Math.min(MIN_REST_MS, limitMs), limitMs - spentMs) };
}
