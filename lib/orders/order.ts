import * as z from 'zod';
import { defineEntity, type Partition } from '../table/index.ts';
import { orderFields } from './order-fields.ts';
import { orderStatus } from './order-lifecycle.ts';
import { windowBookingSchema } from './window-booking.ts';

const orderSchema = z.object({
  organizationId: z.string(),
  /** `ord_...` */
  id: z.string(),
  /** Shard of the organization's list that the order stays on. */
  listShard: z.int().min(0),
  createdAt: z.string(),
  updatedAt: z.string(),
  /** How the order came in, as `api`. */
  creationSource: z.string(),
  status: orderStatus,
  /** Key of the order's public tracking link. */
  trackingKey: z.string().optional(),
  /** Job that carries the order; set while it is dispatched. */
  jobId: z.string().optional(),
  routeId: z.string().optional(),
  /**
   * Its owner took it out of dispatch: it does not go out of its own accord before the owner's next word (a change, a
   * confirmation, its return from the archive). Kept with the order, so that an event from before that comes late or
   * twice does not send it out again.
   */
  isHeld: z.boolean().optional(),
  /** Its place in the delivery window that it names. */
  windowBooking: windowBookingSchema.optional(),
  /** The place that it takes at a store with a capacity; given back with its archiving or cancellation. */
  storePlace: z.object({ storeLocationId: z.string(), date: z.string(), takenAt: z.string() }).optional(),
  /** Why the last dispatch failed; shown while the status is `dispatch_failure`. */
  dispatchFailureReason: z.string().optional(),
  /** Why it was archived; kept while it is. */
  archiveReason: z.string().optional(),
  /** Field name to what is wrong with it and the way out. Empty = none. */
  validationErrors: z.record(z.string(), z.string()),
  /**
   * Names of the fields that the service filled in (geocoded, taken from a store, worked out from other times) and
   * not the caller. They are worked out anew when the order changes.
   */
  derived: z.array(z.string()),
  /** Address or place id that each side's coordinates were found for, so that it is looked up once. */
  geocodedFrom: z.object({ pickup: z.string().optional(), dropoff: z.string().optional() }),
  ...orderFields,
});

/** An order as it is stored. */
export type Order = z.infer<typeof orderSchema>;

/** What a list needs of an order: what its rows show and what its filters look at. */
export const orderRowSchema = orderSchema.pick({
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
  routeId: true,
  dispatchStrategyId: true,
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
  pickupStartTime: true,
  pickupEndTime: true,
  pickupStoreLocationId: true,
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
  dropoffStartTime: true,
  dropoffEndTime: true,
  dropoffStoreLocationId: true,
});

/** An order in a list. */
export type OrderRow = z.infer<typeof orderRowSchema>;

/** The aggregate of an order: its root, its quotes, its events. */
export function orderPartition({ organizationId, id }: Pick<Order, 'organizationId' | 'id'>): Partition {
  return { organizationId, type: 'order', id };
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
    row: (order) => orderRowSchema.parse(order),
  },
});
