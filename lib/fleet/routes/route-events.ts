import * as z from 'zod';
import { defineEvent, type EventKind } from '../../platform/events/index.ts';
import type { Operation, Stored } from '../../platform/table/index.ts';
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

/** Data of every event of a route: the fields that workflows read (specification 2.7). */
export type RouteEventData = z.infer<typeof routeEventData>;

const routeEvent = (name: string, summary: string): EventKind<RouteEventData> =>
  defineEvent({ name, schema: routeEventData, summary });

export const routeCreated = routeEvent('route.created', 'A route was created.');
export const routeUpdated = routeEvent('route.updated', 'Fields of a route other than its stops changed.');
export const routeStopsUpdated = routeEvent(
  'route.stops_updated',
  'Stops of a route were added, removed, reordered, timed, or reported on by the driver.',
);
/** Reports and times of stops are no such change: a driver hears only of this one. */
export const routePlanChanged = routeEvent(
  'route.plan_changed',
  'The stops of a dispatched route, their orders or their order changed.',
);
export const routeAssigned = routeEvent('route.assigned', 'A route was assigned to a driver or a provider.');
export const routeDispatched = routeEvent('route.dispatched', 'A route was dispatched as jobs.');
export const routeUndispatched = routeEvent(
  'route.undispatched',
  'The last order of a route was taken out of dispatch.',
);
export const routeStarted = routeEvent('route.started', 'The driver set out for the first stop.');
export const routeCompleted = routeEvent(
  'route.completed',
  'The last open stop of a route was completed, or its last open order was taken off it.',
);
export const routeFailed = routeEvent('route.failed', 'Every delivery of a route failed.');
export const routeCanceled = routeEvent('route.canceled', 'A dispatched route was canceled.');
export const routeArchivedEvent = routeEvent('route.archived', 'A route was archived.');
export const routeUnarchived = routeEvent('route.unarchived', 'A route was taken out of the archive.');

const stopEventData = routeEventData.extend({
  stopId: z.string(),
  stopSequence: z.number(),
  stopType: z.string(),
  stopStatus: z.string(),
  orderIds: z.array(z.string()),
  reason: z.string().nullable(),
});

/** Data of a stop's events. */
export type StopEventData = z.infer<typeof stopEventData>;

const stopEvent = (name: string, summary: string): EventKind<StopEventData> =>
  defineEvent({ name, schema: stopEventData, summary });

/** Events of stops by their new status. */
export const stopEvents = Object.freeze({
  COMPLETED: stopEvent('route.stop_completed', 'A stop was completed.'),
  SKIPPED: stopEvent('route.stop_skipped', 'The driver skipped a stop.'),
  PENDING: stopEvent('route.stop_resumed', 'A skipped stop was resumed.'),
  ENROUTE: stopEvent('route.stop_started', 'The driver set out for a stop.'),
  IN_PROGRESS: stopEvent('route.stop_arrived', 'The driver arrived at a stop.'),
  FAILED: stopEvent('route.stop_failed', 'A stop failed.'),
});

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

/** The write that records an event of the change that results in `changed`. */
export function recordRoute(kind: EventKind<RouteEventData>, changed: Stored<Route>): Operation {
  return kind.record({
    aggregate: routePartition(changed.value),
    cause: `v${changed.version}`,
    occurredAt: changed.value.updatedAt,
    data: routeEventDataOf(changed),
  });
}
