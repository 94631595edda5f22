import { Temporal } from 'temporal-polyfill';
import type { Destination } from '../destinations/destination.ts';

/**
 * The end of the local hours that contain `dueMs`, or `dueMs` itself outside of them. This needs a time zone library,
 * which is loaded with it.
 */
export function endOfLocalHours(quiet: NonNullable<Destination['quietHours']>, dueMs: number): number {
  const due = Temporal.Instant.fromEpochMilliseconds(dueMs).toZonedDateTimeISO(quiet.timeZone);
  const time = due.toPlainTime();
  const [from, to] = [Temporal.PlainTime.from(quiet.from), Temporal.PlainTime.from(quiet.to)];
  const isAfterStart = Temporal.PlainTime.compare(time, from) >= 0;
  const isBeforeEnd = Temporal.PlainTime.compare(time, to) < 0;
  const spansMidnight = Temporal.PlainTime.compare(from, to) > 0;
  if (spansMidnight ? !isAfterStart && !isBeforeEnd : !isAfterStart || !isBeforeEnd) return dueMs;
  const day = spansMidnight && isAfterStart ? due.toPlainDate().add({ days: 1 }) : due.toPlainDate();
  const end = day.toZonedDateTime({ timeZone: quiet.timeZone, plainTime: to });
  if (end.epochMilliseconds > dueMs) return end.epochMilliseconds;
  // When clocks go back, this local time occurs twice: the message waits for the second one.
  return day.toPlainDateTime(to).toZonedDateTime(quiet.timeZone, { disambiguation: 'later' })
    .epochMilliseconds;
}
