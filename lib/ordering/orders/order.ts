import * as z from 'zod';
import { PLACE_PRECISIONS } from '../../platform/core/place-precision.ts';
import { defineEntity, type Partition } from '../../platform/table/index.ts';
import { orderFields } from './order-fields.ts';
import { orderStatus } from './order-lifecycle.ts';
import { windowBookingSchema } from './window-booking.ts';

/** How the map found a side's address. */
const foundAs = z.object({ precision: z.enum(PLACE_PRECISIONS), score: z.number().optional() });

const orderSchema = z.object({
  organizationId: z.string(),
  /** `ord_...` */
  id: z.string(),
  /** Permanent shard of the order in the organization's list. */
  listShard: z.int().min(0),
  createdAt: z.string(),
  updatedAt: z.string(),
  /** How the order came in, such as `api`. */
  creationSource: z.string(),
  /** The connected shop that it came from, and the shop's id of it. */
  shop: z.object({ id: z.string(), orderId: z.string() }).optional(),
  /** The recurring order that it is an occurrence of, and the day of its rule. */
  recurring: z.object({ id: z.string(), date: z.string() }).optional(),
  status: orderStatus,
  /** Key of the order's public tracking link. */
  trackingKey: z.string().optional(),
  /** Job that carries the order; set while it is dispatched. */
  jobId: z.string().optional(),
  routeId: z.string().optional(),
  /**
   * Its owner took it out of dispatch: it is not dispatched automatically until the owner changes or confirms it or
   * takes it out of the archive. Stored with the order, so that an earlier event that arrives late or twice does not
   * dispatch it again.
   */
  isHeld: z.boolean().optional(),
  /** Its place in the delivery window that it names. */
  windowBooking: windowBookingSchema.optional(),
  /** Its place at a store with a capacity; released when it is archived or cancelled. */
  storePlace: z
    .object({
      storeLocationId: z.string(),
      date: z.string(),
      /** Local time of the pickup such as `08:30`. */
      time: z.string().optional(),
      takenAt: z.string(),
    })
    .optional(),
  /** Why the last dispatch failed; shown while the status is `dispatch_failure`. */
  dispatchFailureReason: z.string().optional(),
  /** The same for programs: one of `DISPATCH_FAILURE_CODES`, or the code of another refusal. */
  dispatchFailureCode: z.string().optional(),
  /** Why it was archived; kept while it is. */
  archiveReason: z.string().optional(),
  /** Errors by field name, each with what to send. Empty = none. */
  validationErrors: z.record(z.string(), z.string()),
  /**
   * Names of the fields that the service filled in (geocoded, taken from a store, computed from other times).
   * They are computed again when the order changes.
   */
  derived: z.array(z.string()),
  /** Address or place id for which each side's coordinates were found, so that it is geocoded once. */
  geocodedFrom: z.object({ pickup: z.string().optional(), dropoff: z.string().optional() }),
  /** How the map found each side's address; absent for a side that it did not look up. */
  geocodedAs: z.object({ pickup: foundAs.optional(), dropoff: foundAs.optional() }).optional(),
  ...orderFields,
});

/** An order as it is stored. */
export type Order = z.infer<typeof orderSchema>;

/** An order in lists: the data of its rows and filters. */
const shownSchema = orderSchema.pick({
  id: true,
  externalId: true,
  referenceId: true,
  status: true,
  tags: true,
  createdAt: true,
  updatedAt: true,
  creationSource: true,
  valueCents: true,
  currency: true,
  jobId: true,
  routeId: true,
  dispatchStrategyId: true,
  itemsCount: true,
  weight: true,
  pickupPhoneNumber: true,
  pickupBusinessName: true,
  pickupFirstName: true,
  pickupLastName: true,
  pickupZoneIds: true,
  pickupAddress: true,
  pickupAddressNumber: true,
  pickupAddressFormattedStreet: true,
  pickupAddressCity: true,
  pickupAddressState: true,
  pickupAddressZip: true,
  pickupAddressCountry: true,
  pickupLat: true,
  pickupLng: true,
  pickupStartTime: true,
  pickupEndTime: true,
  pickupStoreLocationId: true,
  dropoffPhoneNumber: true,
  dropoffBusinessName: true,
  dropoffFirstName: true,
  dropoffLastName: true,
  dropoffAddress: true,
  dropoffAddressNumber: true,
  dropoffAddressFormattedStreet: true,
  dropoffAddressCity: true,
  dropoffAddressState: true,
  dropoffAddressZip: true,
  dropoffAddressCountry: true,
  dropoffLat: true,
  dropoffLng: true,
  dropoffStartTime: true,
  dropoffEndTime: true,
  dropoffStoreLocationId: true,
});

/** The same with the order's version, which a change of a row sends as `If-Match`. */
export const orderRowSchema = shownSchema.extend({ version: z.int().default(1) });

/** An order in a list. */
export type OrderRow = z.infer<typeof orderRowSchema>;

/** The aggregate of an order: its root, its quotes, its events. */
export function orderPartition({ organizationId, id }: Pick<Order, 'organizationId' | 'id'>): Partition {
  return { organizationId, type: 'order', id };
}

/** Longest reference id for look-ups: it is part of a key. Bytes. */
const LONGEST_REFERENCE = 500;

/** The reference id for look-ups; undefined when it is missing or too long for a key. */
export function lookedUpReference(referenceId: string | undefined): string | undefined {
  if (referenceId === undefined || referenceId === '') return undefined;
  return Buffer.byteLength(referenceId) <= LONGEST_REFERENCE ? referenceId : undefined;
}

/** Root of the order aggregate. */
export const orderEntity = defineEntity<Order, Pick<Order, 'organizationId' | 'id'>>({
  name: 'order',
  schema: orderSchema,
  partition: orderPartition,
  sort: () => ({ kind: 'state', parts: [] }),
  list: {
    name: 'ordersByCreation',
    shard: ({ listShard }) => listShard,
    at: ({ createdAt }) => createdAt,
    id: ({ id }) => id,
    row: (order, version) => orderRowSchema.parse({ ...order, version }),
  },
  lookup: { name: 'ordersByReferenceId', value: ({ referenceId }) => lookedUpReference(referenceId) },
});
