import { day } from './format.ts';
import { timeZone } from './me.ts';
import { instantIn, localIn, plus } from './zoned-time.ts';

/** The days from the first to the last, inclusive, in the organization's time zone. */
export interface DayRange {
  readonly from: string;
  readonly to: string;
}

/** Ranges under the names that the preferences use (specification 4.8.5). */
const RANGES: Readonly<Record<string, (today: string) => DayRange>> = {
  today: (today) => ({ from: today, to: today }),
  yesterday: (today) => ({ from: plus(today, -1), to: plus(today, -1) }),
  tomorrow: (today) => ({ from: plus(today, 1), to: plus(today, 1) }),
  this_week: (today) => week(today, 0),
  last_week: (today) => week(today, -7),
  next_week: (today) => week(today, 7),
  last_7_days: (today) => ({ from: plus(today, -6), to: today }),
  next_7_days: (today) => ({ from: today, to: plus(today, 6) }),
  this_month: (today) => month(today, 0),
  last_month: (today) => month(today, -1),
  next_month: (today) => month(today, 1),
};

/** Ranges that numbers are looked at for; the preferences do not have them. */
const LONG_RANGES: typeof RANGES = {
  last_30_days: (today) => ({ from: plus(today, -29), to: today }),
  last_90_days: (today) => ({ from: plus(today, -89), to: today }),
};

/** Presets when the organization chose none. */
export const DEFAULT_PRESETS: readonly string[] = ['today', 'yesterday', 'tomorrow', 'this_week'];

/** Every preset that an organization may choose. */
export const ALL_PRESETS: readonly string[] = Object.keys(RANGES);

/** The days of a preset, or of `2026-11-01..2026-11-24`. */
export function daysOf(range: string, now = new Date().toISOString()): DayRange {
  const [from = '', to = ''] = range.split('..');
  if (/^\d{4}-\d\d-\d\d$/.test(from)) return { from, to: to || from };
  return (
    (RANGES[range] ?? LONG_RANGES[range] ?? RANGES.today)?.(day(now)) ?? { from: day(now), to: day(now) }
  );
}

/** Start and end of these days in the organization's time zone. */
export function instantsOf({ from, to }: DayRange): { readonly startDate: string; readonly endDate: string } {
  return {
    startDate: new Date(startOfDay(from)).toISOString(),
    endDate: new Date(startOfDay(plus(to, 1)) - 1).toISOString(),
  };
}

/** Start of a day (ms), daylight saving time included. */
function startOfDay(date: string): number {
  return Date.parse(instantOf(`${date}T00:00:00`));
}

/** The local time on the organization's clocks at an instant, as `2026-11-24T14:05`; empty for anything else. */
export function localOf(instant: string): string {
  return localIn(timeZone(), instant);
}

/** The instant at which the organization's clocks show a local time; any other text stays as it is. */
export function instantOf(local: string): string {
  return instantIn(timeZone(), local);
}

/** Monday to Sunday around a day, as many days later. */
export function week(today: string, shift = 0): DayRange {
  const weekday = (new Date(`${today}T00:00:00Z`).getUTCDay() + 6) % 7;
  const from = plus(today, shift - weekday);
  return { from, to: plus(from, 6) };
}

function month(today: string, shift: number): DayRange {
  const [year = 0, number = 1] = today.split('-').map(Number);
  return {
    from: new Date(Date.UTC(year, number - 1 + shift, 1)).toISOString().slice(0, 10),
    to: new Date(Date.UTC(year, number + shift, 0)).toISOString().slice(0, 10),
  };
}
