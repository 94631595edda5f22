import { toInstant } from '../../platform/core/clock.ts';
import { isRefusal, type Refusal } from '../../platform/core/refusal.ts';
import { dateIn } from '../../platform/core/zoned-time.ts';
import type { Stored } from '../../platform/table/index.ts';
import { capacityOn, placesTaken } from './capacity.ts';
import { changeStore } from './change-store.ts';
import { daysAfter, type Weekday } from './opening-hours.ts';
import { type StoreDeps, upcoming } from './plan-store.ts';
import { readStore, type StoreActor, type StoreEditor } from './read-store.ts';
import { invalidStoreValue } from './refusals.ts';
import type { Capacity } from './store-input.ts';
import type { StoreLocation } from './store-location.ts';

/** How far ahead the capacity of a day can be set: the store has them all in one item. */
const PLANNED_DAYS = 400;

/** Sets the store's capacity on a date; undefined = that of the weekday again. */
export function setDayCapacity(
  deps: StoreDeps,
  actor: StoreEditor,
  day: { readonly storeLocationId: string; readonly date: string; readonly capacity: Capacity | undefined },
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
  defaultCapacity: Partial<Record<Weekday, Capacity>>,
): Promise<Stored<StoreLocation> | Refusal> {
  return changeStore(deps, actor, storeLocationId, async ({ value: store }) => ({
    ...store,
    defaultCapacity,
    updatedAt: toInstant(deps.clock.now()),
  }));
}

/** Capacity of a store on a date, and the remaining capacity. */
export interface DayCapacity {
  readonly storeLocationId: string;
  readonly date: string;
  readonly maxOrders: number | null;
  readonly taken: number;
  readonly remaining: number | null;
}

/** The capacity of a store on a date, by default today in its local time. 2 calls. */
export async function readDayCapacity(
  deps: Pick<StoreDeps, 'table' | 'clock'>,
  actor: StoreActor,
  storeLocationId: string,
  askedDate: string | undefined,
): Promise<DayCapacity | Refusal> {
  const stored = await readStore(deps.table, actor, storeLocationId);
  if (isRefusal(stored)) return stored;
  const { organizationId } = actor;
  const date = askedDate ?? dateIn(deps.clock.now(), stored.value.timeZoneId);
  const taken = await placesTaken(deps.table, { organizationId, storeLocationId, date });
  const maxOrders = capacityOn(stored.value, date) ?? null;
  const remaining = maxOrders === null ? null : Math.max(0, maxOrders - taken);
  return { storeLocationId, date, maxOrders, taken, remaining };
}
