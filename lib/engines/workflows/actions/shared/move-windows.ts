import { clockOf, instantOfClock } from '../../../../platform/core/zoned-time.ts';
import { WINDOW_TIMES } from '../../../vocabulary/index.ts';
import { parseDateTime } from '../../filters/parse-date-time.ts';
import { type JsonObject, own } from '../../json.ts';

/** Name of a window bound. */
export type WindowBound = (typeof WINDOW_TIMES)[number];

/** The bounds an order has, in milliseconds since the epoch. One that never existed is left out. */
export type Windows = { readonly [bound in WindowBound]?: number };

const DAY_MS = 86_400_000;

/** Latest instant that Date, and so the wire, can express. */
const LAST_INSTANT = 8.64e15;

/** The order's bounds, or the name of a bound that is not a date-time. */
export function readWindows(order: JsonObject): Windows | { readonly unreadable: WindowBound } {
  const windows: { [bound in WindowBound]?: number } = {};
  for (const bound of WINDOW_TIMES) {
    const value = own(order, bound);
    if (value === undefined || value === null) continue;
    const instant = parseDateTime(value);
    if (instant === undefined) return { unreadable: bound };
    windows[bound] = instant;
  }
  return windows;
}

/** Every bound moved by the same number of minutes. */
export function delayWindows(windows: Windows, minutes: number): Windows {
  return mapBounds(windows, (instant) => instant + minutes * 60_000);
}

/**
 * Moves every bound by the same number of calendar days, so that the first bound falls on `date`. Each keeps its local
 * time in `timeZone` across daylight-saving changes; a time that the change skips becomes the one an hour later, and of
 * a time that occurs twice the first is taken. Undefined when there is no bound, when `date` is not a date, or when a
 * result is beyond what a date-time can express.
 */
export function moveWindowsToDate(windows: Windows, date: string, timeZone: string): Windows | undefined {
  const anchor = WINDOW_TIMES.map((bound) => windows[bound]).find((instant) => instant !== undefined);
  const target = /^\d{4}-\d{2}-\d{2}$/.test(date) ? parseDateTime(date) : undefined;
  if (anchor === undefined || target === undefined) return undefined;
  try {
    const shift = target - Math.floor(clockOf(anchor, timeZone) / DAY_MS) * DAY_MS;
    const moved = mapBounds(windows, (instant) =>
      instantOfClock(clockOf(instant, timeZone) + shift, timeZone),
    );
    const isSayable = Object.values(moved).every((instant) => Math.abs(instant) <= LAST_INSTANT);
    return isSayable ? moved : undefined;
  } catch {
    return undefined;
  }
}

function mapBounds(windows: Windows, move: (instant: number) => number): Windows {
  const moved: { [bound in WindowBound]?: number } = {};
  for (const bound of WINDOW_TIMES) {
    const instant = windows[bound];
    if (instant !== undefined) moved[bound] = move(instant);
  }
  return moved;
}
