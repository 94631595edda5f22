import * as z from 'zod';
import { defineEntity } from '../../platform/table/index.ts';
import { routePartition } from './route.ts';
import { routeOrderSchema } from './route-order.ts';
import { stopSchema } from './stop.ts';

const place = { organizationId: z.string(), routeId: z.string(), index: z.int().min(0) };
interface Place extends Record<string, unknown> {
  readonly organizationId: string;
  readonly routeId: string;
  readonly index: number;
}
const partitionOf = ({ organizationId, routeId }: Omit<Place, 'index'>) =>
  routePartition({ organizationId: String(organizationId), id: String(routeId) });
const positionOf = ({ index }: Pick<Place, 'index'>) => String(index).padStart(3, '0');

const stopsSchema = z.object({ ...place, stops: z.array(stopSchema) });
const ordersSchema = z.object({ ...place, orders: z.array(routeOrderSchema) });

/** Some of a route's stops in visiting order: 500 of them would be too large for one item. */
export const routeStopsEntity = defineEntity<z.infer<typeof stopsSchema>, Place>({
  name: 'routeStops',
  schema: stopsSchema,
  partition: partitionOf,
  sort: (key) => ({ kind: 'state', parts: [positionOf(key)] }),
});

/** A route's data about some of its orders. */
export const routeOrdersEntity = defineEntity<z.infer<typeof ordersSchema>, Place>({
  name: 'routeOrders',
  schema: ordersSchema,
  partition: partitionOf,
  sort: (key) => ({ kind: 'state', parts: [positionOf(key)] }),
});

/** Kinds of violation (specification 2.4). */
export const violationType = z.enum([
  'late',
  'past_shift_end',
  'over_capacity',
  'missing_capability',
  'other',
]);

const violationSchema = z.object({
  /** Derived from the violated rule, so that an acknowledgement survives a new assessment. */
  id: z.string(),
  type: violationType,
  stopId: z.string().nullable(),
  orderId: z.string().nullable(),
  /** What is exceeded, such as `weight`, or the missing capability. */
  name: z.string().nullable(),
  amount: z.number(),
  unit: z.string(),
  acknowledgedAt: z.string().nullable(),
});

/** A planning rule that the route violates. */
export type RouteViolation = z.infer<typeof violationSchema>;

const healthSchema = z.object({
  organizationId: z.string(),
  routeId: z.string(),
  violations: z.array(violationSchema),
});

/** Violations of a route. No item = none. */
export const routeHealthEntity = defineEntity<
  z.infer<typeof healthSchema>,
  { organizationId: string; routeId: string }
>({
  name: 'routeHealth',
  schema: healthSchema,
  partition: partitionOf,
  sort: () => ({ kind: 'state', parts: [] }),
});

const polylineSchema = z.object({
  organizationId: z.string(),
  routeId: z.string(),
  encodedPolyline: z.string(),
});

/** The line of a route on the map, from its calculation. */
export const routePolylineEntity = defineEntity<
  z.infer<typeof polylineSchema>,
  { organizationId: string; routeId: string }
>({
  name: 'routePolyline',
  schema: polylineSchema,
  partition: partitionOf,
  sort: () => ({ kind: 'state', parts: [] }),
});
