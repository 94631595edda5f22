import { toInstant } from '../../platform/core/clock.ts';
import { isRefusal, type Refusal } from '../../platform/core/refusal.ts';
import { dateIn } from '../../platform/core/zoned-time.ts';
import type { Stored } from '../../platform/table/index.ts';
import { countPlaces, placesOn } from './capacity.ts';
import { changeStore } from './change-store.ts';
import { type DayCapacity, limitsOn, type WeekCapacity } from './day-capacity.ts';
import { daysAfter } from './opening-hours.ts';
import { type StoreDeps, upcoming } from './plan-store.ts';
import { readStore, type StoreActor, type StoreEditor } from './read-store.ts';
import { invalidStoreValue } from './refusals.ts';
import type { StoreLocation } from './store-location.ts';

/** How far ahead the capacity of a day can be set: the store has them all in one item. */
const PLANNED_DAYS = 400;

/** Sets the store's capacity on a date; undefined = that of the weekday again. */
export function setDayCapacity(
  deps: StoreDeps,
  actor: StoreEditor,
  day: {
    readonly storeLocationId: string;
    readonly date: string;
    readonly capacity: DayCapacity | undefined;
  },
): Promise<Stored<StoreLocation> | Refusal> {
  const { storeLocationId, date, capacity } = day;
  return changeStore(deps, actor, storeLocationId, async ({ value: store }) => {
    const now = deps.clock.now();
    const today = dateIn(now, store.timeZoneId);
    const last = daysAfter(today, PLANNED_DAYS);
    if (date < today || date > last) {
      return invalidStoreValue(`date is ${date}. Send a date from ${today} to ${last}.`, {
        field: 'date',
        value: date,
      });
    }
    const { [date]: _, ...others } = upcoming(store.dayCapacities, today);
    const dayCapacities = capacity === undefined ? others : { ...others, [date]: capacity };
    return { ...store, dayCapacities, updatedAt: toInstant(now) };
  });
}

/** Sets the store's capacity for each weekday; a day that is not named has no limit. */
export function setDefaultCapacity(
  deps: StoreDeps,
  actor: StoreEditor,
  storeLocationId: string,
  defaultCapacity: WeekCapacity,
): Promise<Stored<StoreLocation> | Refusal> {
  return changeStore(deps, actor, storeLocationId, async ({ value: store }) => ({
    ...store,
    defaultCapacity,
    updatedAt: toInstant(deps.clock.now()),
  }));
}

/** Orders that a store takes in a part of a day, and how many are left; null = no limit. */
interface Left {
  readonly maxOrders: number | null;
  readonly taken: number;
  readonly remaining: number | null;
}

/** Capacity of a store on a date, and of its shifts that have a limit of their own. */
export interface CapacityLeft extends Left {
  readonly storeLocationId: string;
  readonly date: string;
  readonly shifts: readonly (Left & { readonly start: string; readonly end: string })[];
}

/** The capacity of a store on a date, by default today in its local time. 2 calls. */
export async function readDayCapacity(
  deps: Pick<StoreDeps, 'table' | 'clock'>,
  actor: StoreActor,
  storeLocationId: string,
  askedDate: string | undefined,
): Promise<CapacityLeft | Refusal> {
  const stored = await readStore(deps.table, actor, storeLocationId);
  if (isRefusal(stored)) return stored;
  const { organizationId } = actor;
  const date = askedDate ?? dateIn(deps.clock.now(), stored.value.timeZoneId);
  const places = await placesOn(deps.table, { organizationId, storeLocationId, date });
  const limits = limitsOn(stored.value, date);
  const parts = limits.map((limit) => {
    const taken = countPlaces(places, limit);
    const { maxOrders, from: start, until: end } = limit;
    return { start, end, maxOrders, taken, remaining: Math.max(0, maxOrders - taken) };
  });
  const sum = (field: 'maxOrders' | 'remaining') => parts.reduce((total, part) => total + part[field], 0);
  return {
    storeLocationId,
    date,
    maxOrders: parts.length === 0 ? null : sum('maxOrders'),
    taken: countPlaces(places, { from: '00:00', until: '24:00' }),
    remaining: parts.length === 0 ? null : sum('remaining'),
    shifts: parts.filter(({ start, end }) => start !== '00:00' || end !== '24:00'),
  };
}
