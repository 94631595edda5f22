import * as z from 'zod';
import { toInstant } from '../../platform/core/clock.ts';
import { greatCircleMeters } from '../../platform/core/geography.ts';
import type { EventRecord } from '../../platform/events/index.ts';
import { armTimer, defineTimer, readTimer } from '../../platform/timers/index.ts';
import {
  courierPositionEntity,
  isRouteOver,
  loadRoute,
  OWN,
  type Route,
  type RouteAggregate,
  routeCompleted,
  routeDispatched,
  routeStarted,
  type Stop,
  stopEvents,
} from '../routes/index.ts';
import { type ExceptionType, exceptionIdOf } from './exception.ts';
import { type ExceptionDeps, raiseByRule } from './manage-exceptions.ts';

/** A route departs late when it has not started this long after its planned departure. Milliseconds. */
export const DEPARTURE_GRACE_MS = 10 * 60_000;

/** A driver farther than this from a stop that is reported as reached is somewhere else. Metres. */
const NEAR_METERS = 500;

/** A position that differs from a report by more than this says nothing about it. Milliseconds. */
const SAME_TIME_MS = 5 * 60_000;

/** A break this much shorter than planned is too short. Milliseconds. */
const BREAK_TOLERANCE_MS = 60_000;

/** Fires when a dispatched route should have departed. */
export const departureTimer = defineTimer({
  kind: 'route-departure',
  data: z.object({ routeId: z.string() }),
  summary: 'The planned departure of a dispatched route passed, and the route is due for a check.',
});

/** Events by which rules raise exceptions. */
export const ROUTE_WATCHED = [
  routeDispatched,
  departureTimer.fired,
  routeStarted,
  routeCompleted,
  stopEvents.IN_PROGRESS,
  stopEvents.COMPLETED,
  stopEvents.SKIPPED,
];

/** Finding of a rule. */
interface Found {
  readonly type: ExceptionType;
  /** Subject: the same one is raised once. */
  readonly subject: string;
  readonly note: string;
  readonly stopId?: string;
}

/**
 * Checks a route after an event and raises what a rule finds: a late departure, a driver who is not at the
 * stop, a break that was skipped, cut short or not taken. Repeating it finds what it has already raised.
 */
export async function watchRoute(deps: ExceptionDeps, event: EventRecord): Promise<void> {
  const routeId = z.object({ routeId: z.string() }).safeParse(event.data).data?.routeId;
  const id = routeId ?? departureTimer.fired.parse(event).data.data.routeId;
  const found = await loadRoute(deps.table, { organizationId: event.organizationId, id });
  if (!found || found.route.archivedAt !== null) return;
  if (event.name === routeDispatched.name) return expectDeparture(deps, found.route);
  for (const one of await judged(deps, event, found)) {
    await raiseByRule(deps, found.route, {
      id: exceptionIdOf(id, one.type, one.subject),
      source: 'rule',
      raisedBy: null,
      ...one,
    });
  }
}

async function judged(
  deps: ExceptionDeps,
  event: EventRecord,
  found: RouteAggregate,
): Promise<readonly Found[]> {
  const { route, stops } = found;
  if (event.name === departureTimer.fired.name) return notDeparted(deps, route);
  if (event.name === routeStarted.name) return departedLate(route);
  const breaks = stops.filter(({ stopType }) => stopType === 'DRIVER_BREAK');
  if (event.name === routeCompleted.name) return breaks.flatMap(notTaken);
  const { stopId } = z.object({ stopId: z.string() }).parse(event.data);
  const stop = stops.find((one) => one.id === stopId);
  if (!stop) return [];
  if (stop.stopType === 'DRIVER_BREAK')
    return event.name === stopEvents.IN_PROGRESS.name ? [] : judgeBreak(stop);
  return event.name === stopEvents.SKIPPED.name ? [] : elsewhere(deps, event, route, stop);
}

/** Waits for the planned departure, once for each time that it is set. */
async function expectDeparture(
  { table, clock }: ExceptionDeps,
  { organizationId, id: routeId, plannedDeparture }: Route,
): Promise<void> {
  if (plannedDeparture === null) return;
  const dueAt = toInstant(Date.parse(plannedDeparture) + DEPARTURE_GRACE_MS);
  const timer = { organizationId, kind: departureTimer, subject: routeId };
  const stored = await readTimer(table, timer);
  if (stored?.value.dueAt === dueAt) return;
  const occurredAt = toInstant(clock.now());
  const operations = armTimer({ ...timer, dueAt, data: { routeId }, occurredAt, stored });
  if (!(await table.write(operations)).ok) throw new Error(`The timer of route ${routeId} is being changed.`);
}

async function notDeparted(deps: ExceptionDeps, route: Route): Promise<readonly Found[]> {
  const { status, isDispatched, plannedDeparture } = route;
  if (!isDispatched || plannedDeparture === null || isUnderWayOrOver(status)) return [];
  if (deps.clock.now() < Date.parse(plannedDeparture) + DEPARTURE_GRACE_MS) {
    // It was postponed meanwhile.
    await expectDeparture(deps, route);
    return [];
  }
  return [lateDeparture(`Not departed ${DEPARTURE_GRACE_MS / 60_000} minutes after the planned departure.`)];
}

function departedLate({ plannedDeparture, actualDeparture }: Route): readonly Found[] {
  if (plannedDeparture === null || actualDeparture === null) return [];
  const late = Date.parse(actualDeparture) - Date.parse(plannedDeparture);
  if (late <= DEPARTURE_GRACE_MS) return [];
  return [lateDeparture(`Departed ${Math.round(late / 60_000)} minutes after its planned departure.`)];
}

/** A route departs only once, so only the first finding raises an exception. */
function lateDeparture(note: string): Found {
  return { type: 'late_departure', subject: 'rule', note };
}

async function elsewhere(
  { table }: ExceptionDeps,
  { organizationId, occurredAt }: EventRecord,
  route: Route,
  stop: Stop,
): Promise<readonly Found[]> {
  const courierId = route.courier?.id ?? route.id;
  if (stop.location === null) return [];
  const position = (await table.get(courierPositionEntity, { organizationId, cell: OWN, courierId }))?.value;
  if (!position || position.routeId !== route.id) return [];
  if (Math.abs(Date.parse(position.updatedAt) - Date.parse(occurredAt)) > SAME_TIME_MS) return [];
  const meters = Math.round(greatCircleMeters(stop.location, position));
  if (meters <= NEAR_METERS) return [];
  const note = `The driver was ${meters} m from the stop when it was reported as ${stop.status}.`;
  return [{ type: 'location_mismatch', subject: stop.id, note, stopId: stop.id }];
}

function judgeBreak(stop: Stop): readonly Found[] {
  if (stop.status === 'SKIPPED') return [breakViolation(stop, 'The driver skipped a planned break.')];
  if (stop.status !== 'COMPLETED' || stop.breakDuration === null) return [];
  const instantOf = (status: Stop['status']) =>
    Date.parse(stop.statusHistory.findLast((entry) => entry.status === status)?.created_at ?? '');
  const taken = instantOf('COMPLETED') - instantOf('IN_PROGRESS');
  if (!(taken + BREAK_TOLERANCE_MS < stop.breakDuration * 1000)) return [];
  const [minutes, planned] = [Math.floor(taken / 60_000), Math.round(stop.breakDuration / 60)];
  return [breakViolation(stop, `A break lasted ${minutes} of the planned ${planned} minutes.`)];
}

function notTaken(stop: Stop): readonly Found[] {
  const isTaken = stop.status === 'COMPLETED' || stop.status === 'CANCELED';
  return isTaken ? [] : [breakViolation(stop, 'The route ended without a planned break.')];
}

function breakViolation({ id: stopId }: Stop, note: string): Found {
  return { type: 'break_compliance_violation', subject: stopId, note, stopId };
}

function isUnderWayOrOver(status: Route['status']): boolean {
  return status === 'STARTED' || status === 'IN_PROGRESS' || isRouteOver(status);
}
