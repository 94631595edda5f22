import { toInstant } from '../../platform/core/clock.ts';
import { dateIn, localTimeOf, readLocal } from '../../platform/core/zoned-time.ts';
import { daysAfter, type Stretch, weekdayOf } from './opening-hours.ts';
import type { StoreLocation } from './store-location.ts';

/** Input of opening hours. */
export type Opening = Pick<
  StoreLocation,
  'timeZoneId' | 'operatingHours' | 'holidayHours' | 'blackoutDates' | 'prepTimeMinutes'
>;

/** An interval in milliseconds since the epoch; the end is exclusive. */
export interface OpenStretch {
  readonly startMs: number;
  readonly endMs: number;
}

/** Whether a store can hand an order over: from when on, with its local date and time such as `08:30`; or why not. */
export type HandOver =
  | { readonly isOpen: true; readonly atMs: number; readonly date: string; readonly time: string }
  | { readonly isOpen: false; readonly reason: string };

/** How many days ahead the next opening is searched for. */
const LOOK_AHEAD_DAYS = 14;

const ALL_DAY: readonly Stretch[] = Object.freeze([{ start: '00:00', end: '24:00' }]);

/**
 * Whether the store can hand an order over in a pickup window: at some time in it the store is open and the order,
 * accepted at `nowMs`, is ready. Without an end only the start counts; without start and end, as soon as the order is
 * ready.
 */
export function judgeHandOver(
  store: Opening,
  window: { readonly startMs?: number | undefined; readonly endMs?: number | undefined },
  nowMs: number,
): HandOver {
  const { prepTimeMinutes = 0, timeZoneId } = store;
  const readyMs = nowMs + prepTimeMinutes * 60_000;
  const { startMs = readyMs, endMs } = window;
  const lastMs = endMs ?? Math.max(startMs, readyMs);
  const firstMs = Math.max(startMs, readyMs);
  if (firstMs > lastMs) {
    return {
      isOpen: false,
      reason: `needs ${prepTimeMinutes} minutes to get an order ready, until ${toInstant(readyMs)}`,
    };
  }
  const open = openStretches(store, firstMs, lastMs)[0];
  if (open) {
    const atMs = Math.max(open.startMs, firstMs);
    const local = localTimeOf(toInstant(atMs), timeZoneId);
    return { isOpen: true, atMs, date: local.slice(0, 10), time: local.slice(11, 16) };
  }
  const next = openStretches(store, firstMs, firstMs + LOOK_AHEAD_DAYS * 86_400_000)[0];
  return {
    isOpen: false,
    reason: `is closed then${next ? ` and opens at ${toInstant(next.startMs)}` : ''}`,
  };
}

/** When the store is open between two instants, both inclusive, in order of time and in the store's local time. */
export function openStretches(store: Opening, fromMs: number, toMs: number): readonly OpenStretch[] {
  const { timeZoneId } = store;
  const last = dateIn(toMs, timeZoneId);
  const stretches: OpenStretch[] = [];
  // Hours that start late in the evening may extend past midnight.
  for (let date = daysAfter(dateIn(fromMs, timeZoneId), -1); date <= last; date = daysAfter(date, 1)) {
    for (const { start, end } of stretchesOn(store, date)) {
      const startMs = instantOf(date, start, timeZoneId);
      const endMs = instantOf(end > start ? date : daysAfter(date, 1), end, timeZoneId);
      if (startMs <= toMs && endMs > fromMs) stretches.push({ startMs, endMs });
    }
  }
  return stretches.sort((a, b) => a.startMs - b.startMs);
}

function stretchesOn(store: Opening, date: string): readonly Stretch[] {
  if (store.blackoutDates.includes(date)) return [];
  const holiday = store.holidayHours[date];
  if (holiday) return holiday;
  return store.operatingHours ? (store.operatingHours[weekdayOf(date)] ?? []) : ALL_DAY;
}

function instantOf(date: string, clock: string, timeZoneId: string): number {
  const instant =
    clock === '24:00'
      ? readLocal(`${daysAfter(date, 1)}T00:00:00`, timeZoneId)
      : readLocal(`${date}T${clock}:00`, timeZoneId);
  if (instant === undefined) throw new Error(`The stored time ${date} ${clock} cannot be read.`);
  return Date.parse(instant);
}
