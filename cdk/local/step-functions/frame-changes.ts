import type { Frame } from './store.ts';

/** Clears a frame's wait or call; later answers to the call are stale. */
export function settle(frame: Frame): void {
  frame.phase = 'ready';
  frame.attempt += 1;
  frame.wakeMs = null;
  frame.deadlineMs = null;
  frame.heartbeatMs = null;
  frame.heartbeatSeconds = null;
  frame.token = null;
  frame.data = null;
}

/** Retries so far, by retrier. */
export function retryCounts(frame: Frame): readonly number[] {
  const counts: number[] = frame.retries === null ? [] : JSON.parse(frame.retries);
  return counts;
}
