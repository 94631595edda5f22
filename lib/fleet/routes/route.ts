import * as z from 'zod';
import { TRAVEL_PROFILES } from '../../engines/travel/index.ts';
import { defineEntity, type Partition } from '../../platform/table/index.ts';
import { routeStatus } from './route-lifecycle.ts';
import { truckSizeSchema } from './truck-size.ts';

const text = z.string().nullable();
const amount = z.number().nullable();

/** The driver as the route shows it: a copy from the time of assignment. */
const courierSchema = z.object({
  id: z.string(),
  firstName: text,
  lastName: text,
  phoneNumber: text,
  /** Those of the driver when the route got them; absent = none. */
  skills: z.array(z.string()).optional(),
});

/** The vehicle with its limits, for the route's health. */
const vehicleSchema = z.object({
  id: z.string(),
  licensePlate: text,
  make: text,
  model: text,
  color: text,
  year: amount,
  type: text,
  capabilities: z.array(z.string()),
  /** Kilograms, cubic centimetres, pieces; null = no limit. */
  capacity: z.object({ weight: amount, volume: amount, items: amount }),
  /** Size that determines which roads it can take; null = unknown. */
  size: truckSizeSchema.nullable().default(null),
  /** How it drives, for resequencing; null = unknown, which counts as a truck without limits. */
  driving: z
    .object({
      profile: z.enum(TRAVEL_PROFILES).nullable(),
      /** Percent of the speed on the roads. */
      speedPercent: z.int().nullable(),
      /** Seconds for each stop. */
      parkingSeconds: z.int().nullable(),
      maxStops: z.int().nullable(),
      maxMeters: z.int().nullable(),
      maxSeconds: z.int().nullable(),
    })
    .nullable()
    .default(null),
});

const shiftSchema = z.object({
  id: z.string(),
  plannedStart: z.string(),
  plannedEnd: z.string(),
});

/** A change of several transactions in progress; the route cannot be planned meanwhile. */
const pendingSchema = z.object({
  changeId: z.string(),
  /** After this time another request may take the route or its orders back. */
  until: z.string(),
  /** The route is still being created: it is in no list yet. */
  isNew: z.boolean(),
  /** All routes of the change. */
  routeIds: z.array(z.string()).default([]),
});

const routeSchema = z.object({
  organizationId: z.string(),
  /** `rte_...` */
  id: z.string(),
  listShard: z.int().min(0),
  createdAt: z.string(),
  updatedAt: z.string(),
  externalId: text,
  name: text,
  status: routeStatus,
  statusHistory: z.array(z.object({ created_at: z.string(), status: routeStatus })),
  isDispatched: z.boolean(),
  dispatchedAt: text,
  jobId: text,
  archivedAt: text,
  driverGroup: z.object({ id: z.string(), externalId: text }).nullable(),
  courier: courierSchema.nullable(),
  vehicle: vehicleSchema.nullable(),
  shift: shiftSchema.nullable(),
  providerId: text,
  providerName: text,
  /** Dispatch strategy of its job; null = that of its orders. */
  dispatchStrategyId: text.default(null),
  routeMetadata: z.record(z.string(), z.unknown()).nullable(),
  plannedDeparture: text,
  plannedCompletion: text,
  actualDeparture: text,
  completedAt: text,
  /** Whether the order of the stops has changed since their times were calculated (specification 3.2.7). */
  timesOutOfDate: z.boolean(),
  /** Problems of orders on this route, by order id. */
  validationErrors: z.record(z.string(), z.string()),
  stopCount: z.int(),
  stopsCompleted: z.int(),
  orderCount: z.int(),
  /** Stores of its orders and ends: callers limited to one of them see the route. */
  storeLocationIds: z.array(z.string()),
  violationCount: z.int(),
  /** Completed stops that were reached no later than five minutes after their planned time. */
  stopsOnTime: z.int().default(0),
  /** Expected delay of the next open stop; null while unknown. */
  delaySeconds: z.int().nullable().default(null),
  pending: pendingSchema.nullable(),
  /** Origin of the route, such as the activity of an optimization. */
  madeBy: text,
});

/** Root of a route, as stored. Its stops and orders are items of their own. */
export type Route = z.infer<typeof routeSchema>;

/** Partition of a route's items. */
export function routePartition({ organizationId, id }: Pick<Route, 'organizationId' | 'id'>): Partition {
  return { organizationId, type: 'route', id };
}

/** A route in lists. */
export const routeRowSchema = routeSchema
  .pick({
    id: true,
    externalId: true,
    name: true,
    status: true,
    isDispatched: true,
    archivedAt: true,
    jobId: true,
    driverGroup: true,
    courier: true,
    providerName: true,
    plannedDeparture: true,
    plannedCompletion: true,
    timesOutOfDate: true,
    stopCount: true,
    stopsCompleted: true,
    orderCount: true,
    storeLocationIds: true,
    violationCount: true,
    actualDeparture: true,
    stopsOnTime: true,
    delaySeconds: true,
    createdAt: true,
    updatedAt: true,
  })
  .extend({ vehicleId: text, listedAt: z.string() });
export type RouteRow = z.infer<typeof routeRowSchema>;

/** The time that determines under which day a route is listed: its departure or, for an empty route, its creation. */
export function listedAt({
  plannedDeparture,
  createdAt,
}: Pick<Route, 'plannedDeparture' | 'createdAt'>): string {
  return plannedDeparture ?? createdAt;
}

/** The route in its list form. */
export function routeRowOf(route: Route): RouteRow {
  return routeRowSchema.parse({ ...route, vehicleId: route.vehicle?.id ?? null, listedAt: listedAt(route) });
}

export const routeEntity = defineEntity<Route, Pick<Route, 'organizationId' | 'id'>>({
  name: 'route',
  schema: routeSchema,
  partition: routePartition,
  sort: () => ({ kind: 'state', parts: [] }),
  list: {
    name: 'routesByDeparture',
    shard: ({ listShard }) => listShard,
    at: listedAt,
    id: ({ id }) => id,
    row: (route) => (route.pending?.isNew ? undefined : routeRowOf(route)),
  },
});

const referenceSchema = z.object({ organizationId: z.string(), externalId: z.string(), routeId: z.string() });
type RouteReference = z.infer<typeof referenceSchema>;

/** From a route's external id to the route; each external id has one route. */
export const routeReferenceEntity = defineEntity<
  RouteReference,
  Pick<RouteReference, 'organizationId' | 'externalId'>
>({
  name: 'routeReference',
  schema: referenceSchema,
  partition: ({ organizationId, externalId }) => ({
    organizationId,
    type: 'route-reference',
    id: externalId,
  }),
  sort: () => ({ kind: 'state', parts: [] }),
});
