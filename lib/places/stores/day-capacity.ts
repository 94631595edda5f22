import * as z from 'zod';
import { clockSchema, WEEKDAYS, weekdayOf } from './opening-hours.ts';

/** Maximum capacity in orders: all places of a day are read in one call. */
export const MAX_CAPACITY = 2_000;

/** Maximum number of shifts of a day that have a capacity. */
export const MAX_SHIFTS = 48;

/** Orders by shift; each shift is named by its start and ends where the next one starts. */
const shiftCapacitiesSchema = z.object({
  /** Whether the store takes orders that day. */
  isActive: z.boolean(),
  shiftCapacity: z.record(clockSchema, z.int().min(0)),
});

/** Orders that a store takes on a day: together (null = no limit), or by shift. */
export const dayCapacitySchema = z.union([z.int().min(0).nullable(), shiftCapacitiesSchema]);
export type DayCapacity = z.infer<typeof dayCapacitySchema>;

/** Orders a day by weekday; a missing day has no limit. */
export const weekCapacitySchema = z.partialRecord(z.enum(WEEKDAYS), dayCapacitySchema);
export type WeekCapacity = z.infer<typeof weekCapacitySchema>;

/** How many orders a store takes from one time of a day up to another, both local such as `08:00`. */
export interface CapacityLimit {
  readonly maxOrders: number;
  readonly from: string;
  /** Exclusive. */
  readonly until: string;
}

interface Capacities {
  readonly defaultCapacity: WeekCapacity;
  /** Of single dates, in place of those of their weekday. */
  readonly dayCapacities: Readonly<Record<string, DayCapacity>>;
}

/** The limits of a date, in order of time; times without a limit are left out. */
export function limitsOn(
  { defaultCapacity, dayCapacities }: Capacities,
  date: string,
): readonly CapacityLimit[] {
  const own = dayCapacities[date];
  const capacity = (own === undefined ? defaultCapacity[weekdayOf(date)] : own) ?? null;
  if (capacity === null) return [];
  const wholeDay = { from: '00:00', until: '24:00' };
  if (typeof capacity === 'number') return [{ maxOrders: capacity, ...wholeDay }];
  if (!capacity.isActive) return [{ maxOrders: 0, ...wholeDay }];
  const shifts = Object.entries(capacity.shiftCapacity).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return shifts.map(([from, maxOrders], index) => ({
    maxOrders,
    from,
    until: shifts[index + 1]?.[0] ?? '24:00',
  }));
}

/** The limit that an order meets whose pickup is at a local time; undefined = none. */
export function limitAt(
  store: Capacities,
  { date, time }: { readonly date: string; readonly time: string },
): CapacityLimit | undefined {
  return limitsOn(store, date).find(({ from, until }) => from <= time && time < until);
}
