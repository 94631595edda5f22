import * as z from 'zod';
import type { Order } from '../../ordering/orders/index.ts';
import { routedDeliverySchema, routedProof } from './routed-delivery.ts';
import { pointSchema } from './stop.ts';

/** A route's data about an order: for its stops, its scope, its health and its times. */
export const routeOrderSchema = z.object({
  id: z.string(),
  externalId: z.string().nullable(),
  storeLocationIds: z.array(z.string()),
  tags: z.array(z.string()),
  pickup: pointSchema.nullable(),
  dropoff: pointSchema.nullable(),
  pickupFrom: z.string().nullable(),
  pickupTo: z.string().nullable(),
  dropoffFrom: z.string().nullable(),
  dropoffTo: z.string().nullable(),
  /** Kilograms, cubic centimetres, pieces. */
  weight: z.number().nullable(),
  volume: z.number().nullable(),
  items: z.int().nullable(),
  /** Whether the order lists items, which its route shows. */
  hasItems: z.boolean().default(true),
  /** Capabilities that the vehicle must have. */
  requires: z.array(z.string()),
  minimumVehicleSize: z.string().nullable(),
  sequencePriority: z.int().nullable(),
  sequenceGroup: z.string().nullable(),
  /** Problem of the order itself in a few words; null = none. */
  flaw: z.string().nullable(),
  /** Proofs of its delivery, as they arrive. */
  pod: z.array(routedProof),
  /** Status of its delivery; null before dispatch. */
  deliveryStatus: z.string().nullable(),
  /** What became of its delivery; null before a provider was chosen. */
  delivery: routedDeliverySchema.nullable().default(null),
  /** Key of the order's public tracking link. */
  trackingKey: z.string().optional(),
});

/** An order as its route knows it. */
export type RouteOrder = z.infer<typeof routeOrderSchema>;

/** Whether the order has a window on both sides, without which its route is not dispatched. */
export function hasWindows({
  pickupFrom,
  pickupTo,
  dropoffFrom,
  dropoffTo,
}: Pick<RouteOrder, 'pickupFrom' | 'pickupTo' | 'dropoffFrom' | 'dropoffTo'>): boolean {
  return (pickupFrom ?? pickupTo) !== null && (dropoffFrom ?? dropoffTo) !== null;
}

/** Prefix of requirements for a vehicle; the capability follows it. */
const CUSTOM = 'custom:';

/** The part of an order that a route stores. */
export function routeOrderOf(order: Order, before?: RouteOrder): RouteOrder {
  const { height, width, depth } = order;
  const point = (lat: number | undefined, lng: number | undefined) =>
    lat === undefined || lng === undefined ? null : { lat, lng };
  const flaws = Object.keys(order.validationErrors);
  return {
    id: order.id,
    externalId: order.externalId ?? null,
    storeLocationIds: [order.pickupStoreLocationId, order.dropoffStoreLocationId].filter(
      (id) => id !== undefined,
    ),
    tags: order.tags ?? [],
    pickup: point(order.pickupLat, order.pickupLng),
    dropoff: point(order.dropoffLat, order.dropoffLng),
    pickupFrom: order.pickupStartTime ?? null,
    pickupTo: order.pickupEndTime ?? null,
    dropoffFrom: order.dropoffStartTime ?? null,
    dropoffTo: order.dropoffEndTime ?? null,
    weight: order.weight ?? null,
    volume:
      height !== undefined && width !== undefined && depth !== undefined ? height * width * depth : null,
    items: order.itemsCount ?? null,
    hasItems: (order.items ?? []).length > 0,
    requires: (order.requirements ?? [])
      .filter((name) => name.startsWith(CUSTOM))
      .map((name) => name.slice(CUSTOM.length)),
    minimumVehicleSize: order.minimumVehicleSize ?? null,
    sequencePriority: order.optimizationParameters?.sequencePriority ?? null,
    sequenceGroup: order.optimizationParameters?.sequenceGroup ?? null,
    flaw: flaws.length === 0 ? null : `It needs attention: ${flaws.slice(0, 5).join(', ')}.`,
    pod: before?.pod ?? [],
    deliveryStatus: before?.deliveryStatus ?? null,
    delivery: before?.delivery ?? null,
    ...(order.trackingKey === undefined ? {} : { trackingKey: order.trackingKey }),
  };
}
