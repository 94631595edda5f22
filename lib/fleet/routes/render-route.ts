import * as z from 'zod';
import { BATCH_TYPES } from '../../fulfilment/jobs/index.ts';
import { publicTrackingUrl } from '../../ordering/orders/index.ts';
import { portalUrl } from '../../platform/core/links.ts';
import { NO_DETAILS, positionDetails } from '../fleet/index.ts';
import type { CourierPosition } from './courier-cells.ts';
import { type OrderItem, orderItem } from './order-item.ts';
import type { RouteAggregate, RouteContent } from './route-aggregate.ts';
import { violationType } from './route-items.ts';
import { routeStatus } from './route-lifecycle.ts';
import { routedProof } from './routed-delivery.ts';
import { type RouteViewer, seenDriver } from './seen-driver.ts';
import { pointSchema, type Stop, stopSchema, stopType } from './stop.ts';
import { stopStatus } from './stop-lifecycle.ts';

const text = z.string().nullable();
const amount = z.number().nullable();
const instant = text.meta({ override: { type: ['string', 'null'], format: 'date-time' } });

const renderedStop = z
  .object({
    id: z.string(),
    stopType,
    objectIds: z.array(z.string()),
    location: pointSchema.nullable(),
    serviceTime: amount.meta({ description: 'Seconds.' }),
    distanceFromPrevious: amount.meta({ description: 'Metres.' }),
    durationFromPrevious: amount.meta({ description: 'Seconds.' }),
    arrivalTime: instant.meta({
      description:
        'When the stop is or was reached. While the route is on the road it is expected from the last report about a stop, by the planned driving times; a way without one is estimated.',
    }),
    departTime: instant,
    plannedArrivalTime: instant.meta({ description: 'Follows `arrivalTime` until dispatch, then stays.' }),
    status: stopStatus,
    statusDescription: text,
    statusHistory: stopSchema.shape.statusHistory,
    startedAt: instant,
    breakDuration: amount.meta({ description: 'Seconds.' }),
    metadata: z.record(z.string(), z.unknown()).nullable(),
    orders: z.array(
      z.object({
        id: z.string(),
        externalId: text,
        publicTrackingUrl: z.string().nullable(),
        deliveryStatus: text,
        orderItems: z.array(orderItem).nullable().meta({
          description:
            'Items of the order with what became of them. Only in GET /v1/routes/{id}, and for at most 2,000 items of a route: elsewhere null, unless the order has none.',
        }),
        pod: z.array(routedProof).meta({
          description:
            'Photos and signatures: at a pickup those of the pickup, at a dropoff all others. At most 10 of an order.',
        }),
      }),
    ),
  })
  .meta({ id: 'RouteStop' });

/** A courier's position in its wire form (contract: CourierPositionSerializer). */
export const renderedPosition = pointSchema
  .extend({
    updatedAt: z.string().meta({ description: 'Time of the position.' }),
    ...positionDetails.shape,
    capturedAt: instant.meta({
      description: 'When the device measured it; null when the report did not say.',
    }),
    accuracy: amount.meta({ description: 'Metres.' }),
    heading: amount.meta({ description: 'Degrees clockwise from north.' }),
    speed: amount.meta({ description: 'Metres a second.' }),
    altitude: amount.meta({ description: 'Metres above sea level.' }),
    altitudeAccuracy: amount.meta({ description: 'Metres.' }),
    batteryLevel: amount.meta({ description: '0 to 1.' }),
  })
  .meta({ id: 'CourierPosition' });

/** The position in its wire form; null without one. */
export function renderPosition(
  position: CourierPosition | undefined,
): z.infer<typeof renderedPosition> | null {
  if (!position) return null;
  const { lat, lng, updatedAt, details = NO_DETAILS } = position;
  return { lat, lng, updatedAt, ...details };
}

/** A route in replies and in webhooks (contract: RouteSerializer). */
export const renderedRoute = z
  .object({
    id: z.string(),
    externalId: text,
    portalUrl: z.string(),
    name: text,
    type: z.enum(BATCH_TYPES),
    status: routeStatus,
    statusHistory: z.array(z.object({ created_at: z.string(), status: routeStatus })),
    isDispatched: z.boolean(),
    archivedAt: instant,
    driverGroup: z.object({ id: z.string(), externalId: text }).nullable(),
    courierId: text,
    courier: z.object({ id: z.string(), firstName: text, lastName: text, phoneNumber: text }).nullable(),
    courierPosition: renderedPosition.nullable().meta({
      description: 'Latest position of the courier on the route, while the route is on the road.',
    }),
    vehicleId: text,
    vehicle: z
      .object({
        id: z.string(),
        licensePlate: text,
        make: text,
        model: text,
        color: text,
        year: amount,
        type: text,
      })
      .nullable(),
    shiftId: text,
    providerName: text.meta({
      description:
        'Provider to which the route was assigned or which the dispatch strategy chose; after a failover the new one.',
    }),
    jobId: text,
    routeMetadata: z.record(z.string(), z.unknown()).nullable(),
    plannedDeparture: instant,
    plannedCompletion: instant,
    actualDeparture: instant,
    timesOutOfDate: z
      .boolean()
      .meta({ description: 'Whether the order of the stops has changed since their times were calculated.' }),
    encodedPolyline: text,
    validationErrors: z
      .record(z.string(), z.string())
      .meta({ description: 'Problems of orders on this route, by order id.' }),
    metrics: z.object({
      distance: z.number().meta({ description: 'Metres.' }),
      duration: z.number().meta({ description: 'Driving time in seconds.' }),
      orders: z.number(),
      stops: z.number(),
      stopsCompleted: z.number(),
    }),
    health: z.object({
      counts: z.object({
        late: z.number(),
        pastShiftEnd: z.number(),
        overCapacity: z.number(),
        missingCapability: z.number(),
        other: z.number(),
      }),
      violations: z.array(
        z.object({
          id: z.string(),
          type: violationType,
          stopId: text,
          orderId: text,
          name: text,
          amount: z.number(),
          unit: z.string(),
          acknowledgedAt: instant,
        }),
      ),
    }),
    stops: z.array(renderedStop),
    version: z.int(),
    createdAt: z.string(),
    updatedAt: z.string(),
  })
  .meta({ id: 'Route' });

/** A route as it is sent. */
export type RenderedRoute = z.infer<typeof renderedRoute>;

/** Parts of a reply that are not stored in the route itself. */
export interface BesideRoute {
  readonly viewer: RouteViewer;
  readonly position: CourierPosition | undefined;
  /** Items by the id of their order; undefined = they were not read. */
  readonly items?: ReadonlyMap<string, readonly OrderItem[]> | undefined;
}

/** The route in its wire form. */
export function renderRoute(found: RouteAggregate, { viewer, position, items }: BesideRoute): RenderedRoute {
  const { route, stops, violations, encodedPolyline, stored } = found;
  const sum = (of: (stop: Stop) => number | null) =>
    stops.reduce((total, stop) => total + (of(stop) ?? 0), 0);
  const count = (type: string) => violations.filter((violation) => violation.type === type).length;
  return renderedRoute.parse({
    ...route,
    portalUrl: portalUrl('routes', route.id),
    type: routeTypeOf(stops),
    courierId: route.courier?.id ?? null,
    courier: seenDriver(viewer, route),
    vehicleId: route.vehicle?.id ?? null,
    shiftId: route.shift?.id ?? null,
    encodedPolyline,
    courierPosition: renderPosition(position),
    metrics: {
      distance: sum((stop) => stop.distanceFromPrevious),
      duration: sum((stop) => stop.durationFromPrevious),
      orders: route.orderCount,
      stops: route.stopCount,
      stopsCompleted: route.stopsCompleted,
    },
    health: {
      counts: {
        late: count('late'),
        pastShiftEnd: count('past_shift_end'),
        overCapacity: count('over_capacity'),
        missingCapability: count('missing_capability'),
        other: count('other'),
      },
      violations,
    },
    stops: renderStops(found, items),
    version: stored.version,
  });
}

function renderStops({ route, stops, orders }: RouteContent, items: BesideRoute['items']) {
  const { organizationId } = route;
  const byId = new Map(orders.map((order) => [order.id, order]));
  return stops.map((stop) => ({
    ...stop,
    orders: stop.objectIds
      .flatMap((id) => byId.get(id) ?? [])
      .map(({ id, externalId, deliveryStatus, trackingKey, pod, hasItems }) => ({
        id,
        externalId,
        publicTrackingUrl: publicTrackingUrl({ organizationId, kind: 'order', id }, trackingKey),
        deliveryStatus,
        orderItems: items?.get(id) ?? (hasItems ? null : []),
        pod: pod.filter(({ type }) => type.endsWith('_pickup') === (stop.stopType === 'PICKUP')),
      })),
  }));
}

/**
 * Kind of a route by the number of its pickups and dropoffs; a route that loads at its start counts as one with a
 * single pickup.
 */
export function routeTypeOf(stops: readonly Stop[]): RenderedRoute['type'] {
  const count = (type: string) => stops.filter((stop) => stop.stopType === type).length;
  if (count('PICKUP') <= 1) return 'SINGLE_PICKUP_MULTIPLE_DROPOFFS';
  return count('DROPOFF') === 1 ? 'MULTIPLE_PICKUPS_SINGLE_DROPOFF' : 'MULTIPLE_PICKUPS_MULTIPLE_DROPOFFS';
}
