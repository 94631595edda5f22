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

/**
 * Maximum number of orders that one function solves; a larger run is split into as few parts as it can be. Of 5,000 orders,
 * five parts were 5 % cheaper after the first round than nine.
 */
const MAX_TOGETHER = 1_200;

/** Number of parts for a run of this many orders. */
export function partCount(
  { partOrders = MAX_TOGETHER }: Pick<RunDeps, 'partOrders'>,
  orders: number,
): number {
  return Math.max(1, Math.ceil(orders / partOrders));
}

/** A function runs for at most 15 minutes; the search of a step gets up to 8 of them. */
const LONGEST_STEP_MS = 480_000;

/** A round of a run: each of its parts is solved once. */
interface Round {
  /** Share of the search time of one long run that a part has. */
  readonly share: number;
  /** Share of an annealing that the plan has behind it when the round begins. */
  readonly resumeAt: number;
  /** The share of the whole run that is done when the round begins, and when it ends. */
  readonly progress: readonly [from: number, to: number];
}

/** The only round of a run in one part. */
const WHOLE: Round = { share: 1, resumeAt: 0, progress: [0, 1] };

/**
 * The rounds of a split run. The first one anneals each part by itself. Each later one splits the plan along other
 * routes, so that what lay at the seams is together, and begins so cool that it mends these and keeps the rest.
 */
export const ROUNDS: readonly Round[] = [
  { share: 1 / 8, resumeAt: 0, progress: [0, 1 / 3] },
  { share: 1 / 8, resumeAt: 0.6, progress: [1 / 3, 2 / 3] },
  { share: 1 / 8, resumeAt: 0.7, progress: [2 / 3, 1] },
];

/** A round by its number. A run that is not split has one round. */
export function roundOf(parts: number, round: number): Round {
  return parts === 1 ? WHOLE : ROUNDS[round]!;
}

/** Minimum search time when a step continues the plan of a function that died. Milliseconds. */
const MIN_REST_MS = 1_000;

/** Share of a round after which a search that is continued is as cool as it may be. */
const LAST_RESUMED = 0.9;

/** How far a step searches. */
export interface SearchLimits {
  readonly seed: number;
  readonly timeLimitMs?: number;
  readonly iterations?: number;
  readonly resumeAt: number;
}

/**
 * Search limit of a round: 50 ms for each order and level of the run, at least 3 seconds, of which a part of a split run
 * gets its share. Time spent by a function that died counts, and the plan that it left has cooled as far.
 */
export function searchLimits(
  { timeLimitMs, iterations }: Pick<RunDeps, 'timeLimitMs' | 'iterations'>,
  {
    orders,
    level,
    spentMs = 0,
  }: { readonly orders: number; readonly level: number; readonly spentMs?: number },
  { share, resumeAt }: Round = WHOLE,
): SearchLimits {
  if (iterations !== undefined) return { seed: 1, iterations, resumeAt };
  const longMs = timeLimitMs?.(orders, level) ?? Math.max(3_000, orders * level * 50);
  const limitMs = Math.min(LONGEST_STEP_MS, longMs * share);
  const restMs = Math.max(Math.min(MIN_REST_MS, limitMs), limitMs - spentMs);
  const spent = Math.min(LAST_RESUMED, spentMs / limitMs);
  return { seed: 1, timeLimitMs: restMs, resumeAt: resumeAt + (1 - resumeAt) * spent };
}
