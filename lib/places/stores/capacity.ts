import * as z from 'zod';
import {
  create,
  defineEntity,
  type Operation,
  type Partition,
  remove,
  type Table,
} from '../../platform/table/index.ts';
import { weekdayOf } from './opening-hours.ts';
import type { StoreLocation } from './store-location.ts';

/** Maximum capacity in orders: all places of a day are read in one call. */
export const MAX_CAPACITY = 2_000;

const placeSchema = z.object({
  organizationId: z.string(),
  storeLocationId: z.string(),
  /** Day of the pickup in the store's local time. */
  date: z.string(),
  orderId: z.string(),
  /** Time of the order's change that took the place: a place that was released and taken again is a different one. */
  takenAt: z.string(),
});

/** A place that an order takes at a store with a capacity. */
export type StorePlace = z.infer<typeof placeSchema>;

/** After this time nobody needs to know about places any more. Seconds. */
const KEPT_SECONDS = 40 * 86_400;

/**
 * Places of a store and day are stored together, and each is an item of its own: parallel orders never wait
 * for each other. Two of them may both see the last place; a store's capacity is approximate, a delivery
 * window's is exact.
 */
export const storePlaceEntity = defineEntity<StorePlace, StorePlace>({
  name: 'storePlace',
  schema: placeSchema,
  partition: dayPartition,
  sort: ({ orderId, takenAt }) => ({ kind: 'state', parts: [orderId, takenAt] }),
  expiresAtSeconds: ({ date }) => Math.floor(Date.parse(date) / 1000) + KEPT_SECONDS,
});

function dayPartition(of: { organizationId: string; storeLocationId: string; date: string }): Partition {
  return { organizationId: of.organizationId, type: 'store-day', id: `${of.storeLocationId}@${of.date}` };
}

/** Capacity of the store on a date; undefined = no limit. */
export function capacityOn(
  store: Pick<StoreLocation, 'defaultCapacity' | 'dayCapacities'>,
  date: string,
): number | undefined {
  const own = store.dayCapacities[date];
  return (own === undefined ? store.defaultCapacity[weekdayOf(date)] : own) ?? undefined;
}

/** Number of other orders with a place on a date. 1 call. */
export async function placesTaken(
  table: Table,
  of: { readonly organizationId: string; readonly storeLocationId: string; readonly date: string },
  exceptOrderId?: string,
): Promise<number> {
  const day = await table.readAggregate(dayPartition(of));
  const orders = new Set(day.all(storePlaceEntity).map(({ value }) => value.orderId));
  if (exceptOrderId !== undefined) orders.delete(exceptOrderId);
  return orders.size;
}

/** How long after its end everywhere on earth places of a day are still released. Milliseconds. */
const DAY_IS_OVER_MS = 3 * 86_400_000;

/**
 * The writes that move an order from the place `before` to `after`: 0 to 2 members. A place of a past day is
 * left to expire.
 */
export function planPlaces(
  before: StorePlace | undefined,
  after: StorePlace | undefined,
  nowMs: number,
): readonly Operation[] {
  const isOver = before !== undefined && Date.parse(before.date) + DAY_IS_OVER_MS < nowMs;
  return [
    ...(before && !isOver ? [remove(storePlaceEntity, { value: before, version: 1 })] : []),
    ...(after ? [create(storePlaceEntity, after)] : []),
  ];
}
