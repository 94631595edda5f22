import { toInstant } from '../core/clock.ts';

/**
 * Instants of statuses of which only the last one was reported, at `reportedAt`: a millisecond apart, so that sorting
 * by time keeps their order, and none after the report or before `lastAt`, the instant of the status before them. What
 * has no room in between shares an instant.
 */
export function historyTimes(count: number, reportedAt: string, lastAt: string): readonly string[] {
  const reported = Date.parse(reportedAt);
  const last = Math.min(Date.parse(lastAt), reported);
  return Array.from({ length: count }, (_, index) =>
    toInstant(Math.max(last, reported - (count - 1 - index))),
  );
}

/**
 * Instants of the events of several steps that are written at once, `now`: a millisecond apart and all after `lastAt`,
 * when the delivery changed before. Events of one instant have no order: the timeline and the list of webhook messages
 * are sorted by these.
 */
export function eventTimes(count: number, now: string, lastAt: string): readonly string[] {
  const first = Math.max(Date.parse(now) - (count - 1), Date.parse(lastAt) + 1);
  return Array.from({ length: count }, (_, index) => toInstant(first + index));
}
