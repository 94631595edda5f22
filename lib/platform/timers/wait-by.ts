/** Longest delay of an SQS message: a quarter of an hour (ms). */
const LONGEST_MESSAGE_MS = 15 * 60_000;

/** Executions are for timers due within a day (ms): an account may have a million open at once. */
const LONGEST_EXECUTION_MS = 24 * 3_600_000;

/**
 * How long before they are due the sweeper starts the waits of timers (ms). Less than the longest execution,
 * so that a timer set beyond it is never behind the sweeper, however late its event is handled.
 */
export const PROMOTION_MS = LONGEST_EXECUTION_MS - 30 * 60_000;

/** Kind of wait of a timer: a delayed message, an execution, or for now only its row. */
export type Wait = 'message' | 'execution' | 'row';

/** Kind of wait for a timer that is due at this time. Past times are due at once. */
export function waitBy(dueAt: string, nowMs: number): Wait {
  const waitMs = Date.parse(dueAt) - nowMs;
  if (waitMs <= LONGEST_MESSAGE_MS) return 'message';
  return waitMs <= LONGEST_EXECUTION_MS ? 'execution' : 'row';
}

/** Delay of a message in whole seconds: rounded up, so that it does not arrive too early. */
export function delaySeconds(dueAt: string, nowMs: number): number {
  const seconds = Math.ceil((Date.parse(dueAt) - nowMs) / 1000);
  return Math.min(Math.max(seconds, 0), LONGEST_MESSAGE_MS / 1000);
}
