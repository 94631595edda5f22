import { availableParallelism, loadavg } from 'node:os';

/** A machine that is slower than this is an outage after all. */
const SLOWEST = 10;

/**
 * How many times as long as on an idle machine work takes at present: the number of threads that want to run on each
 * processor. Time limits are multiplied by it, because a slow laptop is no reason to end a function. 1 where the system
 * does not count them.
 */
export function slowness(): number {
  return Math.min(Math.max(loadavg()[0]! / availableParallelism(), 1), SLOWEST);
}

/** The system renews its figure every five seconds, and asking for it takes as long as passing on a short request. */
const ASK_EVERY_MS = 1_000;

/** `slowness`, asked at most once a second by the clock `now` (ms). */
export function rememberedSlowness(now: () => number = () => performance.now()): () => number {
  let answer = 1;
  let askedAt = Number.NEGATIVE_INFINITY;
  return () => {
    if (now() - askedAt < ASK_EVERY_MS) return answer;
    askedAt = now();
    answer = slowness();
    return answer;
  };
}
