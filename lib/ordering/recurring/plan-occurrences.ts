import { addDays, dateIn, instantOfLocal } from '../../platform/core/zoned-time.ts';
import { daysWithin, expandRecurrence, hasDay, instantsOf } from '../windows/index.ts';
import type { OccurrenceChange } from './occurrence-change.ts';
import { type ClockTimes, type RecurringOrder, WEEKDAYS } from './recurring-order.ts';

/** How far an occurrence may be moved off a holiday. Days. */
export const LONGEST_MOVE_DAYS = 31;

/** Days before a range whose occurrences may have moved into it, or taken a day in it. */
const CONTEXT_DAYS = 2 * LONGEST_MOVE_DAYS;

/** Days before the day for which they are computed that `expandRecurrence` returns. */
const PAST_DAYS = 35;

/** Longest range of days that is planned at once. */
export const LONGEST_RANGE_DAYS = 366;

/** Times of an order, by the names of its fields. */
export type OrderTimes = Partial<
  Record<'pickupStartTime' | 'pickupEndTime' | 'dropoffStartTime' | 'dropoffEndTime', string>
>;

/** An occurrence as the rule, the holidays and people say. */
export interface PlannedOccurrence {
  /** Day of the rule, by which it is known. */
  readonly date: string;
  /** Day on which it takes place. */
  readonly onDate: string;
  /** Whether its order is due, or why there is none. */
  readonly state: 'due' | 'skipped' | 'holiday';
  /** Why it was moved or left out. */
  readonly reason: string | null;
  readonly change: OccurrenceChange | undefined;
  readonly times: OrderTimes;
  /** From then on its order is no longer created. */
  readonly startsAt: string;
  /** When its order is due to be created. */
  readonly makeAt: string;
}

/** The parts of a recurring order that say when its orders are due. */
export type Rhythm = Pick<
  RecurringOrder,
  'startDate' | 'rrule' | 'timezoneId' | 'holidays' | 'onHoliday' | 'workingDays' | 'times' | 'daysAhead'
>;

/** Occurrences whose own day or actual day is in the range, both ends included, by their own days. */
export function planOccurrences(
  rhythm: Rhythm,
  changes: ReadonlyMap<string, OccurrenceChange>,
  from: string,
  to: string,
): readonly PlannedOccurrence[] {
  const first = dayAfter(from, -CONTEXT_DAYS);
  const last = dayAfter(to, LONGEST_MOVE_DAYS);
  const { days } = expandDays(rhythm, first);
  const holidays = new Set(rhythm.holidays);
  /** Days that take no further occurrence. */
  const taken = new Set<string>();
  const planned = daysWithin(days, first, last).map((date) => {
    const change = changes.get(date);
    if (change?.isSkipped) return occurrence(rhythm, date, date, 'skipped', skipReason(change), change);
    if (change && change.onDate !== null) {
      const reason = `Moved from ${date} by ${change.by}.`;
      return occurrence(rhythm, date, change.onDate, 'due', change.note ?? reason, change);
    }
    if (!holidays.has(date)) return occurrence(rhythm, date, date, 'due', change?.note ?? null, change);
    const target = workingDayNear(rhythm, holidays, date);
    if (target === undefined) {
      return occurrence(rhythm, date, date, 'holiday', `${date} is a holiday.`, change);
    }
    if (taken.has(target) || hasDay(days, target)) {
      const why = `${date} is a holiday, and ${target} is a day of this recurring order already.`;
      return occurrence(rhythm, date, date, 'holiday', why, change);
    }
    taken.add(target);
    return occurrence(rhythm, date, target, 'due', `Moved from ${date}, which is a holiday.`, change);
  });
  const isIn = (day: string) => day >= from && day <= to;
  return planned.filter(({ date, onDate }) => isIn(date) || isIn(onDate));
}

/** Whether the rule has days after those that can be planned on this day. */
export function goesOn(rhythm: Rhythm, today: string): boolean {
  return expandRecurrence(asWindow(rhythm), today).daysUntil !== null;
}

/** The occurrence of this day of the rule; undefined when the rule has none. */
export function occurrenceOf(
  rhythm: Rhythm,
  changes: ReadonlyMap<string, OccurrenceChange>,
  date: string,
): PlannedOccurrence | undefined {
  return planOccurrences(rhythm, changes, date, date).find((one) => one.date === date);
}

/** The day that calendars in the zone of the recurring order show. */
export function dayOf({ timezoneId }: Pick<Rhythm, 'timezoneId'>, epochMs: number): string {
  return dateIn(epochMs, timezoneId);
}

/** A date a number of days later. */
export function dayAfter(date: string, days: number): string {
  return addDays(`${date}T00:00:00`, days).slice(0, 10);
}

/** The days of the rule from this one on, for at least a year. */
function expandDays(rhythm: Rhythm, from: string) {
  return expandRecurrence(asWindow(rhythm), dayAfter(from, PAST_DAYS));
}

function asWindow({ rrule, startDate, timezoneId }: Rhythm) {
  return { rrule, startLocal: `${startDate}T00:00:00`, timezoneId };
}

function skipReason({ by, note }: OccurrenceChange): string {
  return note ?? `Skipped by ${by}.`;
}

function occurrence(
  rhythm: Rhythm,
  date: string,
  onDate: string,
  state: PlannedOccurrence['state'],
  reason: string | null,
  change: OccurrenceChange | undefined,
): PlannedOccurrence {
  const { timezoneId, daysAhead } = rhythm;
  const times = timesOn(clockTimesOf(rhythm.times, change), onDate, timezoneId);
  const [earliest] = Object.values(times).toSorted();
  return {
    ...{ date, onDate, state, reason, change, times },
    // Without times of its own, an order has those of a delivery window on that day.
    startsAt: earliest ?? instantOfLocal(`${onDate}T23:59:59`, timezoneId),
    makeAt: instantOfLocal(`${dayAfter(onDate, -daysAhead)}T00:00:00`, timezoneId),
  };
}

/** Times of day, as changed for one occurrence. */
export function clockTimesOf(
  usual: ClockTimes,
  change: Pick<OccurrenceChange, 'times'> | undefined,
): ClockTimes {
  const differing = Object.entries(change?.times ?? {}).filter(([, time]) => time !== undefined);
  return { ...usual, ...Object.fromEntries(differing) };
}

/**
 * The instants of times of day, at the same local time across daylight-saving changes. A time that is earlier than the one
 * before it is on the next day: a pickup at 22:00 and a dropoff at 06:00.
 */
function timesOn(times: ClockTimes, onDate: string, timezoneId: string): OrderTimes {
  const { pickupStart, pickupEnd, dropoffStart, dropoffEnd } = times;
  const begin = dropoffStart !== null && pickupStart !== null && dropoffStart < pickupStart ? 1 : 0;
  return {
    ...named('pickup', range(onDate, pickupStart, pickupEnd, timezoneId)),
    ...named('dropoff', range(dayAfter(onDate, begin), dropoffStart, dropoffEnd, timezoneId)),
  };
}

interface Range {
  readonly start?: string;
  readonly end?: string;
}

function range(date: string, start: string | null, end: string | null, timezoneId: string): Range {
  const startLocal = start && `${date}T${start}:00`;
  const endLocal = end && `${start !== null && end < start ? dayAfter(date, 1) : date}T${end}:00`;
  if (startLocal && endLocal) {
    const { startTime, endTime } = instantsOf(startLocal, endLocal, timezoneId);
    return { start: startTime, end: endTime };
  }
  return {
    ...(startLocal ? { start: instantOfLocal(startLocal, timezoneId) } : {}),
    ...(endLocal ? { end: instantOfLocal(endLocal, timezoneId) } : {}),
  };
}

function named(side: 'pickup' | 'dropoff', { start, end }: Range): OrderTimes {
  return { ...(start ? { [`${side}StartTime`]: start } : {}), ...(end ? { [`${side}EndTime`]: end } : {}) };
}

/** The nearest working day to which a holiday's occurrence moves; undefined when it does not, or there is none. */
function workingDayNear(
  { onHoliday, workingDays }: Rhythm,
  holidays: ReadonlySet<string>,
  date: string,
): string | undefined {
  if (onHoliday === 'skip') return undefined;
  const step = onHoliday === 'next_working_day' ? 1 : -1;
  for (let moved = 1; moved <= LONGEST_MOVE_DAYS; moved += 1) {
    const day = dayAfter(date, step * moved);
    const weekday = WEEKDAYS[(new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7];
    if (!holidays.has(day) && weekday && workingDays.includes(weekday)) return day;
  }
  return undefined;
}
