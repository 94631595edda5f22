/** SQS keeps a message back for a quarter of an hour at most (ms). */
const LONGEST_MESSAGE_MS = 15 * 60_000;

/** Executions are for what is due within a day (ms): an account may have a million open at once. */
const LONGEST_EXECUTION_MS = 24 * 3_600_000;

/**
 * The sweeper gives timers to their wait this long before they are due (ms). Less than the longest execution, so that
 * a timer armed beyond it is never behind the sweeper, however late its event is handled.
 */
export const PROMOTION_MS = LONGEST_EXECUTION_MS - 30 * 60_000;

/** What waits for a timer: a delayed message, an execution, or for the time being nothing but its row. */
export type Wait = 'message' | 'execution' | 'row';

/** What is to wait for a timer that is due at this instant. Past instants are due at once. */
export function waitBy(dueAt: string, nowMs: number): Wait {
  const waitMs = Date.parse(dueAt) - nowMs;
  if (waitMs <= LONGEST_MESSAGE_MS) return 'message';
  return waitMs <= LONGEST_EXECUTION_MS ? 'execution' : 'row';
}

/** Whole seconds that a message has to be kept back: rounded up, so that it does not come too early. */
export function delaySeconds(dueAt: string, nowMs: number): number {
  const seconds = Math.ceil((Date.parse(dueAt) - nowMs) / 1000);
  return Math.min(Math.max(seconds, 0), LONGEST_MESSAGE_MS / 1000);
}
