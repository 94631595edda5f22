import * as z from 'zod';
import {
  create,
  defineEntity,
  type Operation,
  type Partition,
  remove,
  type Table,
} from '../../platform/table/index.ts';
import type { CapacityLimit } from './day-capacity.ts';

const placeSchema = z.object({
  organizationId: z.string(),
  storeLocationId: z.string(),
  /** Day of the pickup in the store's local time. */
  date: z.string(),
  /** Local time of the pickup such as `08:30`; absent on places that were taken before shifts had capacities. */
  time: z.string().optional(),
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

/** The places of a store that are taken on a date. 1 call. */
export async function placesOn(
  table: Table,
  of: { readonly organizationId: string; readonly storeLocationId: string; readonly date: string },
): Promise<readonly StorePlace[]> {
  const day = await table.readAggregate(dayPartition(of));
  return day.all(storePlaceEntity).map(({ value }) => value);
}

/** Number of other orders among them in the part of the day that a limit is about. */
export function countPlaces(
  places: readonly StorePlace[],
  { from, until }: Pick<CapacityLimit, 'from' | 'until'>,
  exceptOrderId?: string,
): number {
  const within = places.filter(({ time }) => time === undefined || (from <= time && time < until));
  const orders = new Set(within.map(({ orderId }) => orderId));
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
