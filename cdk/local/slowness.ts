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
