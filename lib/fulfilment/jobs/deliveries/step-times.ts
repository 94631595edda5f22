import { toInstant } from '../../../platform/core/clock.ts';

/**
 * Times of several statuses of which only the last was reported, at `reportedAt`: a millisecond apart, so that sorting
 * by time keeps their order, and none after the report or before `lastAt`, the time of the previous status. If there is
 * no room in between, they share a time.
 */
export function historyTimes(count: number, reportedAt: string, lastAt: string): readonly string[] {
  const reported = Date.parse(reportedAt);
  const last = Math.min(Date.parse(lastAt), reported);
  return Array.from({ length: count }, (_, index) =>
    toInstant(Math.max(last, reported - (count - 1 - index))),
  );
}

/**
 * Times of the events of several statuses that are written at once, at `now`: a millisecond apart and all after
 * `lastAt`, the previous change of the delivery. Events with the same time have no order, and the timeline and the list
 * of webhook messages are sorted by time.
 */
export function eventTimes(count: number, now: string, lastAt: string): readonly string[] {
  const first = Math.max(Date.parse(now) - (count - 1), Date.parse(lastAt) + 1);
  return Array.from({ length: count }, (_, index) => toInstant(first + index));
}
