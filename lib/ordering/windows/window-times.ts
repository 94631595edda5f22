import { addDays, daysBetween, instantOfLocal, localTimeOf } from '../../platform/core/zoned-time.ts';
import { daysWithin, hasDay } from './day-set.ts';
import type { DeliveryWindow } from './window.ts';

/** One time at which a window takes place. */
export interface WindowTimes {
  /** Start day of an occurrence of a recurring window; null for a single window. */
  readonly date: string | null;
  readonly startTime: string;
  readonly endTime: string;
  /** When bookings close, and booked orders are dispatched. */
  readonly cutoffTime: string;
  readonly startTimeLocal: string;
  readonly endTimeLocal: string;
  readonly cutoffTimeLocal: string;
}

/** What an id of the API refers to: a window or, with a day, one occurrence of a recurring one. */
export interface WindowRef {
  readonly windowId: string;
  readonly date: string | null;
}

/** Parses `dw_...` or `dw_...|10:00|12:00|2026-03-05`; the times in it are only for readers. */
export function readWindowId(text: string): WindowRef {
  const [windowId = '', ...rest] = text.split('|');
  const date = rest.at(-1);
  if (date === undefined) return { windowId, date: null };
  // No id ends in anything else.
  return /^\d{4}-\d{2}-\d{2}$/.test(date) ? { windowId, date } : { windowId: text, date: null };
}

/** The id of an occurrence in the API. */
export function windowIdOf(
  window: Pick<DeliveryWindow, 'id' | 'startLocal' | 'endLocal'>,
  date: string | null,
): string {
  if (date === null) return window.id;
  return [window.id, window.startLocal.slice(11, 16), window.endLocal.slice(11, 16), date].join('|');
}

/**
 * Start and end of a window in the local time of its zone. If clocks skip its start, so that it would end when it
 * starts, it lasts as long as on other days.
 */
export function instantsOf(
  startLocal: string,
  endLocal: string,
  timezoneId: string,
): { readonly startTime: string; readonly endTime: string } {
  const startTime = instantOfLocal(startLocal, timezoneId);
  const endTime = instantOfLocal(endLocal, timezoneId);
  if (endTime > startTime) return { startTime, endTime };
  const lengthMs = Date.parse(`${endLocal}Z`) - Date.parse(`${startLocal}Z`);
  return { startTime, endTime: new Date(Date.parse(startTime) + lengthMs).toISOString() };
}

/** The times of a window on a day (null for a single one). They need not be among its occurrences. */
export function timesOn(window: DeliveryWindow, date: string | null): WindowTimes {
  const { timezoneId, startLocal, endLocal, cutoffLocal } = window;
  const shift = date === null ? 0 : daysBetween(startLocal.slice(0, 10), date);
  const startTimeLocal = addDays(startLocal, shift);
  const endTimeLocal = addDays(endLocal, shift);
  const { startTime, endTime } = instantsOf(startTimeLocal, endTimeLocal, timezoneId);
  const leadMs = (window.leadTimeMinutes ?? 0) * 60_000;
  const cutoffTime =
    cutoffLocal === null
      ? new Date(Date.parse(startTime) - leadMs).toISOString()
      : instantOfLocal(addDays(cutoffLocal, shift), timezoneId);
  return {
    date,
    startTime,
    endTime,
    cutoffTime,
    startTimeLocal,
    endTimeLocal,
    cutoffTimeLocal: localTimeOf(cutoffTime, timezoneId),
  };
}

/** The times of the named occurrence; undefined when the window does not take place then. */
export function occurrenceOn(window: DeliveryWindow, date: string | null): WindowTimes | undefined {
  if (window.rrule === null) return date === null ? timesOn(window, null) : undefined;
  if (date === null || !window.days || !hasDay(window.days, date)) return undefined;
  return window.exceptionDates.includes(date) ? undefined : timesOn(window, date);
}

/** Occurrences that start in the range, earliest first. */
export function occurrencesBetween(
  window: DeliveryWindow,
  range: { readonly startTime: string; readonly endTime: string },
): readonly WindowTimes[] {
  const begins = ({ startTime }: WindowTimes) => startTime >= range.startTime && startTime < range.endTime;
  if (window.rrule === null) return [timesOn(window, null)].filter(begins);
  if (!window.days) return [];
  // One more day at each end, because the range is in UTC and the days are in the window's zone.
  const first = localTimeOf(range.startTime, window.timezoneId).slice(0, 10);
  const last = localTimeOf(range.endTime, window.timezoneId).slice(0, 10);
  return daysWithin(window.days, first, last)
    .filter((day) => !window.exceptionDates.includes(day))
    .map((day) => timesOn(window, day))
    .filter(begins);
}
