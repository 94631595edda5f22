import { readInterval, SIDES, type Side } from '../../../ordering/orders/index.ts';
import { cutText } from '../../../platform/core/cut-text.ts';
import { addDays, dayRange, instantOfLocal } from '../../../platform/core/zoned-time.ts';
import { type DateOrder, type Moment, readMoment, readWindow, type Window } from './read-moment.ts';

/** How times are written. */
interface TimeFormat {
  readonly timeZone: string;
  readonly dateOrder: DateOrder | null;
}

/** The windows of a row. */
export interface ReadTimes {
  /** `pickupStartTime` and so on, as instants, and `pickupOtherWindows` and so on, as intervals. */
  readonly fields: Readonly<Record<string, string | readonly string[]>>;
  readonly errors: readonly { readonly field: string; readonly message: string }[];
}

/**
 * The windows of both sides, from a column for each end, from one for both, and from a column with the day alone, whose
 * window is the whole day, or what is left of it. A time without a day takes the day of its side, then that of the other.
 */
export function readTimes(
  textOf: (field: string) => string | undefined,
  format: TimeFormat,
  nowMs: number,
): ReadTimes {
  const fields: Record<string, string | readonly string[]> = {};
  const errors: { field: string; message: string }[] = [];
  const days = SIDES.map((side) => dayOf(textOf(`${side}Date`), format));
  for (const [index, side] of SIDES.entries()) {
    const own = days[index];
    if (own?.wrong) errors.push({ field: `${side}Date`, message: own.wrong });
    const day = own?.day ?? days[1 - index]?.day;
    const ends = endsOf(side, textOf, format, errors);
    const others = otherWindowsIn(textOf(`${side}OtherWindows`), day, format);
    if ('wrong' in others) errors.push({ field: `${side}OtherWindows`, message: others.wrong });
    else if (others.windows.length > 0) fields[`${side}OtherWindows`] = others.windows;
    const isDayAlone = own?.day !== undefined && !ends.from && !ends.until;
    if (isDayAlone) Object.assign(fields, wholeDay(side, own.day, format.timeZone, nowMs));
    const window = windowOf(ends.from?.moment, ends.until?.moment, day, format.timeZone);
    for (const [name, end, at] of [
      ['Start', ends.from, window.from],
      ['End', ends.until, window.to],
    ] as const) {
      if (!end) continue;
      if (at !== undefined) fields[`${side}${name}Time`] = at;
      else {
        errors.push({
          field: end.field,
          message: `is a time without a day. Map a column with the day to ${side}Date, or give it for the whole file.`,
        });
      }
    }
  }
  return { fields, errors };
}

/** Whether a field has the windows of a side besides its first one. */
export function isOtherWindows(field: string): boolean {
  return SIDES.some((side) => field === `${side}OtherWindows`);
}

/** No window is longer than this; longer ones are not read at all. Characters. */
const LONGEST_WINDOW = 100;

/**
 * `2026-03-05 10:00-12:00; 2026-03-06 9:00-11:00`, or intervals as the export writes them, with bars or semicolons between.
 * A window without a day takes that of its side.
 */
function otherWindowsIn(
  text: string | undefined,
  day: string | undefined,
  format: TimeFormat,
): { readonly windows: readonly string[] } | { readonly wrong: string } {
  const windows: string[] = [];
  const parts = (text ?? '').split(/[|;\n]/).map((part) => part.trim());
  for (const part of parts.filter((one) => one !== '')) {
    const window = part.length > LONGEST_WINDOW ? undefined : intervalIn(part, day, format);
    if (!window) {
      return {
        wrong: `has "${cutText(part, LONGEST_WINDOW)}", which is not a window, such as 2026-03-05 10:00-12:00.`,
      };
    }
    windows.push(`${window.from}/${window.to}`);
  }
  return { windows };
}

/** A window that ends after it begins; undefined for any other text. */
function intervalIn(text: string, day: string | undefined, { dateOrder, timeZone }: TimeFormat) {
  const interval = readInterval(text);
  if (interval) return interval;
  const window = readWindow(text, dateOrder);
  const { from, to } = windowOf(window?.from, window?.until, day, timeZone);
  return from !== undefined && to !== undefined && from < to ? { from, to } : undefined;
}

interface End {
  readonly field: string;
  readonly moment: Moment;
}

function endsOf(
  side: Side,
  textOf: (field: string) => string | undefined,
  { dateOrder }: TimeFormat,
  errors: { field: string; message: string }[],
): { readonly from?: End | undefined; readonly until?: End | undefined } {
  const start = `${side}StartTime`;
  const both = windowInStart(textOf(start), dateOrder);
  const field = both ? start : `${side}Window`;
  const text = textOf(field);
  const window = both ?? (text === undefined ? undefined : readWindow(text, dateOrder));
  if (text !== undefined && !window) {
    errors.push({ field, message: 'is not a window, such as 10:00-12:00 or 2026-03-05 10:00 - 12:00.' });
  }
  const from = window && { field, moment: window.from };
  const until = window && { field, moment: window.until };
  return {
    from: field === start ? from : (endOf(start, textOf, dateOrder, errors) ?? from),
    until: endOf(`${side}EndTime`, textOf, dateOrder, errors) ?? until,
  };
}

/** Both ends, where the cell of a start has them, as those of columns named `Delivery time` often do. */
function windowInStart(text: string | undefined, dateOrder: DateOrder | null): Window | undefined {
  return text === undefined || readMoment(text, dateOrder) ? undefined : readWindow(text, dateOrder);
}

function endOf(
  field: string,
  textOf: (field: string) => string | undefined,
  dateOrder: DateOrder | null,
  errors: { field: string; message: string }[],
): End | undefined {
  const text = textOf(field);
  if (text === undefined) return undefined;
  const moment = readMoment(text, dateOrder);
  if (moment) return { field, moment };
  errors.push({ field, message: 'is not a date and time, such as 2026-03-05 14:30.' });
  return undefined;
}

function dayOf(
  text: string | undefined,
  { dateOrder }: TimeFormat,
): { readonly day?: string | undefined; readonly wrong?: string | undefined } | undefined {
  if (text === undefined) return undefined;
  const day = readMoment(text, dateOrder)?.day;
  return day === undefined ? { wrong: 'is not a date, such as 2026-03-05.' } : { day };
}

/** An end without a day that lies before its start is on the next day, unless the window would be longer than this. */
const LONGEST_NIGHT_MS = 12 * 3_600_000;

/**
 * The instants of both ends, as far as they are known. An end without a day has that of its start, then `day`; it is
 * on the next day where the window goes past midnight, `22:00-02:00`.
 */
function windowOf(
  from: Moment | undefined,
  until: Moment | undefined,
  day: string | undefined,
  timeZone: string,
): { readonly from?: string | undefined; readonly to?: string | undefined } {
  const start = from && instantOf(from, day, false, timeZone);
  const endDay = from?.day ?? day;
  const end = until && instantOf(until, endDay, true, timeZone);
  const isBackwards = start !== undefined && end !== undefined && end < start;
  if (!isBackwards || !until || until.day !== undefined || endDay === undefined)
    return { from: start, to: end };
  const nextDay = addDays(`${endDay}T00:00:00`, 1).slice(0, 10);
  const next = instantOf(until, nextDay, true, timeZone);
  const isNight = next !== undefined && Date.parse(next) - Date.parse(start) <= LONGEST_NIGHT_MS;
  return { from: start, to: isNight ? next : end };
}

/** A day without a time is its first moment as a start, and its last one as an end. */
function instantOf(
  { day: own, clock, offsetMinutes, instant }: Moment,
  otherDay: string | undefined,
  isEnd: boolean,
  timeZone: string,
): string | undefined {
  if (instant !== undefined) return instant;
  const day = own ?? otherDay;
  if (day === undefined) return undefined;
  if (clock === undefined) return isEnd ? dayRange(day, timeZone).to : dayRange(day, timeZone).from;
  if (offsetMinutes === undefined) return instantOfLocal(`${day}T${clock}`, timeZone);
  return new Date(Date.parse(`${day}T${clock}Z`) - offsetMinutes * 60_000).toISOString();
}

function wholeDay(
  side: Side,
  day: string,
  timeZone: string,
  nowMs: number,
): Readonly<Record<string, string>> {
  const { from, to } = dayRange(day, timeZone);
  const isOver = Date.parse(from) <= nowMs && nowMs < Date.parse(to);
  return isOver ? { [`${side}EndTime`]: to } : { [`${side}StartTime`]: from, [`${side}EndTime`]: to };
}
