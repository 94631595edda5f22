import { reportedAt, toInstant } from '../../platform/core/clock.ts';
import { commit } from '../../platform/core/commit.ts';
import type { DriverDuty } from '../../platform/core/driver-duties.ts';
import { isRefusal, type Refusal } from '../../platform/core/refusal.ts';
import type { EventKind } from '../../platform/events/index.ts';
import type { Operation } from '../../platform/table/index.ts';
import type { RouteDeps } from './change-routes.ts';
import { commitSteps, type StepsChange } from './commit-steps.ts';
import { leftByDriver, wasStartedAfter } from './driver-at-stop.ts';
import { expectedStops } from './expect-arrivals.ts';
import { findRoute, maySeeRoute, type RouteActor, unknownRoute } from './read-route.ts';
import { routeActionInvalidStatus, routeArchived, routeStopNotFound } from './refusals.ts';
import { type Route, routePartition } from './route.ts';
import type { RouteAggregate, RouteContent } from './route-aggregate.ts';
import {
  type RouteEventData,
  routeEventDataOf,
  routeStarted,
  routeStopsUpdated,
  stopEvents,
} from './route-events.ts';
import { isRouteOver, nextRouteStatus, type RouteTrigger } from './route-lifecycle.ts';
import { settledRoute } from './settle-route.ts';
import { carriesOrders, MAX_STOP_HISTORY, type Stop } from './stop.ts';
import { isUnderWay, nextStopStatus, type StopStatus, type StopTrigger } from './stop-lifecycle.ts';
import { withStopStatus } from './with-stop-status.ts';
import { routeOperations } from './write-route.ts';

/** A report about a stop. */
export interface StopReport {
  readonly status: Exclude<StopStatus, 'CANCELED'>;
  /** Time of the report; absent = now. */
  readonly occurredAt?: string | undefined;
  /** Reason, in the driver's words. */
  readonly reason?: string | undefined;
  /** What the organization insists on besides proofs before a delivery is complete. */
  readonly duties?: readonly DriverDuty[] | undefined;
}

const TRIGGERS: Readonly<Record<StopReport['status'], StopTrigger>> = {
  ENROUTE: 'start',
  IN_PROGRESS: 'arrive',
  COMPLETED: 'complete',
  SKIPPED: 'skip',
  FAILED: 'fail',
  PENDING: 'resume',
};

/**
 * Records a driver's report about a stop (decision C53). One stop at a time: starting or reaching one sets
 * another active stop back to `PENDING`, on another route of the driver as well (specification 3.2). The route starts with its first started stop and
 * ends with its last open one, once all its deliveries are over; the arrivals at the others are recalculated. The deliveries at the stop that the own
 * fleet carries change in the same transaction. A report that is older than
 * the stop's last one is kept in its history and changes nothing, and so is a start or an arrival after which the driver started
 * another stop; the same status again changes nothing either. An end counts although the driver has started another stop since.
 */
export async function reportStop(
  deps: RouteDeps,
  actor: RouteActor,
  of: { readonly routeId: string; readonly stopId: string },
  report: StopReport,
): Promise<RouteAggregate | Refusal> {
  return commit(deps, { what: 'route', id: of.routeId }, async () => {
    const found = await findRoute(deps.table, actor.organizationId, of.routeId);
    // For a driver's system, a route outside its reach does not exist (contract-facts 11.1).
    if (!found || !maySeeRoute(actor, found.route)) return unknownRoute(of.routeId);
    const planned = planReport(deps, found, of.stopId, report);
    if (isRefusal(planned)) return planned;
    if (!planned) return found;
    const left = await leftByDriver(deps, found, planned.edits[0]?.next, report.occurredAt && planned.at);
    const change = left ? withLeft(planned, left) : overtaken(deps, found, of.stopId, report);
    if (!change) return found;
    const done = await commitSteps(deps, { ...change, isReport: true, duties: report.duties });
    if (isRefusal(done)) return done;
    if (done) return done[0]!;
  });
}

/**
 * The history that counts for a report. A stop that ended before the driver left it was never open again, so its return to `PENDING`
 * is left out: it was concluded from the start of another stop, before this report arrived.
 */
function reportedHistory(
  { status, statusHistory }: Stop,
  reported: StopReport['status'],
  at: string,
): Stop['statusHistory'] {
  const last = statusHistory.at(-1);
  const isEnd = reported === 'COMPLETED' || reported === 'FAILED';
  const wasLeft = isEnd && status === 'PENDING' && last?.status === 'PENDING' && at < last.created_at;
  return wasLeft ? statusHistory.slice(0, -1) : statusHistory;
}

function withLeft(planned: StepsChange, left: Pick<StepsChange, 'edits' | 'extra'>): StepsChange {
  return {
    ...planned,
    edits: [...planned.edits, ...left.edits],
    extra: [...(planned.extra ?? []), ...(left.extra ?? [])],
  };
}

/** The change of a report after which the driver started a stop of another route; undefined when it is known. */
function overtaken(
  { clock }: Pick<RouteDeps, 'clock'>,
  found: RouteAggregate,
  stopId: string,
  report: StopReport,
): StepsChange | undefined {
  const now = toInstant(clock.now());
  const stop = found.stops.find(({ id }) => id === stopId);
  return stop && lateReport(found, stop, report, reportedAt(report.occurredAt, now), now);
}

/** The change of a report; undefined when it changes nothing. */
export function planReport(
  { clock }: Pick<RouteDeps, 'clock'>,
  found: RouteAggregate,
  stopId: string,
  report: StopReport,
): StepsChange | Refusal | undefined {
  const { route } = found;
  const stop = found.stops.find(({ id }) => id === stopId);
  if (!stop) return routeStopNotFound(`Route ${route.id} has no stop "${stopId}".`, { stopId });
  const refused = refuseExecution(route, stop);
  if (refused) return refused;
  const now = toInstant(clock.now());
  const at = reportedAt(report.occurredAt, now);
  if (stop.status === report.status) return undefined;
  const last = reportedHistory(stop, report.status, at).at(-1)?.created_at;
  if (last !== undefined && at < last) return lateReport(found, stop, report, at, now);
  const status = nextStopStatus(stop.status, TRIGGERS[report.status]);
  if (!status) {
    return routeActionInvalidStatus(`Stop ${stop.id} is ${stop.status} and cannot become ${report.status}.`, {
      id: route.id,
      stopId,
      status: stop.status,
    });
  }
  const isOvertaken = report.occurredAt !== undefined && wasStartedAfter(found.stops, at);
  if (isUnderWay(status) && isOvertaken) return lateReport(found, stop, report, at, now);
  const stops = found.stops.map((one) => {
    if (one.id === stop.id) {
      const statusHistory = reportedHistory(one, report.status, at);
      return withStopStatus({ ...one, statusHistory }, status, at, report.reason);
    }
    return isUnderWay(status) && isUnderWay(one.status) ? withStopStatus(one, 'PENDING', at) : one;
  });
  return changed(found, expectedStops(stops, found.orders, stop.id, at), { stop, status, at, now, report });
}

/** Why drivers cannot report on a stop of a route: it is not on the road. Its way back follows its last delivery. */
function refuseExecution(
  { id, isDispatched, archivedAt, status }: Route,
  { stopType }: Stop,
): Refusal | undefined {
  if (archivedAt !== null) return routeArchived(`Route ${id} is archived.`, { id, archivedAt });
  const isWayBack = stopType === 'ROUTE_END' && (status === 'COMPLETED' || status === 'FAILED');
  if (isDispatched && (!isRouteOver(status) || isWayBack)) return undefined;
  const why = isDispatched ? `is ${status}` : 'is not dispatched';
  return routeActionInvalidStatus(`Route ${id} ${why}, so nothing can be reported about its stops.`, {
    id,
    status,
  });
}

/** A report older than the last one is stored at its place in the history. */
function lateReport(
  found: RouteAggregate,
  stop: Stop,
  report: StopReport,
  at: string,
  now: string,
): StepsChange | undefined {
  const description = report.reason === undefined ? {} : { status_description: report.reason };
  const entry = { created_at: at, status: report.status, ...description };
  if (stop.statusHistory.some((one) => one.created_at === at && one.status === report.status))
    return undefined;
  const statusHistory = [...stop.statusHistory, entry]
    .sort((a, b) => (a.created_at < b.created_at ? -1 : 1))
    .slice(-MAX_STOP_HISTORY);
  const stops = found.stops.map((one) => (one.id === stop.id ? { ...one, statusHistory } : one));
  return {
    edits: [{ before: found, next: settledRoute(found, { stops }, now), events: [] }],
    moves: [],
    extra: [],
    steps: [],
  };
}

function changed(
  found: RouteAggregate,
  stops: readonly Stop[],
  of: {
    readonly stop: Stop;
    readonly status: StopStatus;
    readonly at: string;
    readonly now: string;
    readonly report: StopReport;
  },
): StepsChange {
  const moved = advanced(found.route, of.status, of.at);
  const next = settledRoute(found, { route: moved.fields, stops }, of.now);
  const { next: written } = routeOperations(found, next);
  const told = stopEvent(next, written.stored.version, of);
  return {
    edits: [{ before: found, next, events: [...moved.events, routeStopsUpdated] }],
    moves: [],
    extra: told ? [told] : [],
    steps: [{ stop: of.stop, status: of.status, reason: of.report.reason ?? null }],
    at: of.at,
  };
}

/** The status of a route on the road after a change of a stop's status, and the events. */
function advanced(
  route: Route,
  stopStatus: StopStatus,
  at: string,
): { readonly fields: Partial<Route>; readonly events: readonly EventKind<RouteEventData>[] } {
  const wanted: RouteTrigger[] = [];
  if (isUnderWay(stopStatus) || stopStatus === 'COMPLETED') wanted.push('start');
  if (stopStatus === 'COMPLETED') wanted.push('progress');
  let { status } = route;
  const statusHistory = [...route.statusHistory];
  const events: EventKind<RouteEventData>[] = [];
  for (const trigger of wanted) {
    const next = nextRouteStatus(status, trigger);
    if (!next) continue;
    status = next;
    statusHistory.push({ created_at: at, status });
    if (trigger === 'start') events.push(routeStarted);
  }
  const isStarted = events.includes(routeStarted);
  return {
    fields: { status, statusHistory, ...(isStarted ? { actualDeparture: at } : {}) },
    events,
  };
}

function stopEvent(
  next: RouteContent,
  version: number,
  of: { readonly stop: Stop; readonly status: StopStatus; readonly report: StopReport },
): Operation | undefined {
  const { stop, status, report } = of;
  if (status === 'CANCELED') return undefined;
  return stopEvents[status].record({
    aggregate: routePartition(next.route),
    cause: `${stop.id}#v${version}`,
    occurredAt: next.route.updatedAt,
    data: {
      ...routeEventDataOf({ value: next.route, version }),
      stopId: stop.id,
      stopSequence: next.stops.findIndex(({ id }) => id === stop.id) + 1,
      stopType: stop.stopType,
      stopStatus: status,
      orderIds: carriesOrders(stop) ? stop.objectIds : [],
      reason: report.reason ?? null,
    },
  });
}
