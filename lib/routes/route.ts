import * as z from 'zod';
import { defineEntity, type Partition } from '../table/index.ts';
import { routeStatus } from './route-lifecycle.ts';
import { pointSchema } from './stop.ts';

const text = z.string().nullable();
const amount = z.number().nullable();

/** Who drives, as the route shows it: a copy made when it was assigned. */
const courierSchema = z.object({ id: z.string(), firstName: text, lastName: text, phoneNumber: text });

/** What is driven, with the limits that a route's health looks at. */
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
});

const shiftSchema = z.object({
  id: z.string(),
  plannedStart: z.string(),
  plannedEnd: z.string(),
});

/** A change of several transactions that is being made; the route cannot be planned meanwhile. */
const pendingSchema = z.object({
  changeId: z.string(),
  /** After this instant whoever wants the route or its orders may take them back. */
  until: z.string(),
  /** The route is only being made: it is in no list yet. */
  isNew: z.boolean(),
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
  routeMetadata: z.record(z.string(), z.unknown()).nullable(),
  plannedDeparture: text,
  plannedCompletion: text,
  actualDeparture: text,
  completedAt: text,
  /** The stops were put in another order since their times were worked out (specification 3.2.7). */
  timesOutOfDate: z.boolean(),
  /** Order id to what is wrong with it on this route. */
  validationErrors: z.record(z.string(), z.string()),
  stopCount: z.int(),
  stopsCompleted: z.int(),
  orderCount: z.int(),
  /** Stores that its orders and its ends touch: who is limited to one of them sees the route. */
  storeLocationIds: z.array(z.string()),
  violationCount: z.int(),
  pending: pendingSchema.nullable(),
  /** What brought the route about, as the activity of an optimization. */
  madeBy: text,
  /** Latest position of the courier, while the route is under way. */
  courierPosition: pointSchema.extend({ updatedAt: z.string() }).nullable(),
});

/** Root of a route, as stored. Its stops and orders lie beside it in items of their own. */
export type Route = z.infer<typeof routeSchema>;

/** Where a route's items lie. */
export function routePartition({ organizationId, id }: Pick<Route, 'organizationId' | 'id'>): Partition {
  return { organizationId, type: 'route', id };
}

/** What a list has of a route. */
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
    createdAt: true,
    updatedAt: true,
  })
  .extend({ vehicleId: text, listedAt: z.string() });
export type RouteRow = z.infer<typeof routeRowSchema>;

/** The instant by whose day a route is listed: its departure; an empty route has none and is listed by its creation. */
export function listedAt({
  plannedDeparture,
  createdAt,
}: Pick<Route, 'plannedDeparture' | 'createdAt'>): string {
  return plannedDeparture ?? createdAt;
}

/** The route as a list has it. */
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

/** From a route's external id to the route; an external id has one route. */
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
