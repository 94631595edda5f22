import * as z from 'zod';
import { defineEvent, type EventKind } from '../events/index.ts';
import type { Operation, Stored } from '../table/index.ts';
import { type Route, routePartition } from './route.ts';
import { routeStatus } from './route-lifecycle.ts';

const routeEventData = z.object({
  routeId: z.string(),
  externalId: z.string().nullable(),
  name: z.string().nullable(),
  /** Status after the change. */
  status: routeStatus,
  /** Version of the route after the change. */
  version: z.number(),
  jobId: z.string().nullable(),
  courierId: z.string().nullable(),
  providerName: z.string().nullable(),
  stopsCompleted: z.number(),
  totalStops: z.number(),
  orderCount: z.number(),
  plannedDeparture: z.string().nullable(),
  plannedCompletion: z.string().nullable(),
  actualDeparture: z.string().nullable(),
});

/** What every event of a route carries: the fields that workflows read (specification 2.7). */
export type RouteEventData = z.infer<typeof routeEventData>;

const routeEvent = (name: string, summary: string): EventKind<RouteEventData> =>
  defineEvent({ name, schema: routeEventData, summary });

export const routeCreated = routeEvent('route.created', 'A route was created.');
export const routeUpdated = routeEvent('route.updated', 'Fields of a route other than its stops changed.');
export const routeStopsUpdated = routeEvent(
  'route.stops_updated',
  'Stops of a route changed: added, removed, reordered, timed, or reported on by the driver.',
);
export const routeAssigned = routeEvent('route.assigned', 'A route was given to a driver or a provider.');
export const routeArchivedEvent = routeEvent('route.archived', 'A route was archived.');
export const routeUnarchived = routeEvent('route.unarchived', 'A route was taken out of the archive.');

/** Data of an event about a route as it is from `version` on. */
export function routeEventDataOf({ value: route, version }: Stored<Route>): RouteEventData {
  return {
    routeId: route.id,
    externalId: route.externalId,
    name: route.name,
    status: route.status,
    version,
    jobId: route.jobId,
    courierId: route.courier?.id ?? null,
    providerName: route.providerName,
    stopsCompleted: route.stopsCompleted,
    totalStops: route.stopCount,
    orderCount: route.orderCount,
    plannedDeparture: route.plannedDeparture,
    plannedCompletion: route.plannedCompletion,
    actualDeparture: route.actualDeparture,
  };
}

/** The write that records an event of the change after which the route is `changed`. */
export function recordRoute(kind: EventKind<RouteEventData>, changed: Stored<Route>): Operation {
  return kind.record({
    aggregate: routePartition(changed.value),
    cause: `v${changed.version}`,
    occurredAt: changed.value.updatedAt,
    data: routeEventDataOf(changed),
  });
}
