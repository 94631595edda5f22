import { toInstant } from '../../platform/core/clock.ts';
import { isRefusal, type Refusal } from '../../platform/core/refusal.ts';
import { changeRoutes, type RouteDeps, type RoutePlanner } from './change-routes.ts';
import type { RoutesChange } from './commit-routes.ts';
import { refusePlanning } from './guard-planning.ts';
import { refuseOrder } from './read-stops.ts';
import { routeChanged } from './refusals.ts';
import type { RouteAggregate } from './route-aggregate.ts';
import { routeStopsUpdated, routeUpdated } from './route-events.ts';
import { settledRoute } from './settle-route.ts';
import { type Stop, withoutTimes } from './stop.ts';

/** Changes (decision C51). Undefined = unchanged; `null` clears. */
export interface RouteUpdate {
  readonly name?: string | null | undefined;
  readonly plannedDeparture?: string | null | undefined;
  /** All stops of the route in another order. */
  readonly stopIds?: readonly string[] | undefined;
}

/**
 * Renames a route, before and after dispatch; sets its departure or the order of its stops, only before
 * dispatch. A new order of stops marks the times as outdated (specification 3.2.1, 3.2.7).
 */
export async function updateRoute(
  deps: RouteDeps,
  planner: RoutePlanner,
  id: string,
  update: RouteUpdate,
  expectedVersion?: number,
): Promise<RouteAggregate | Refusal> {
  const changed = await changeRoutes(deps, planner, { ids: [id], expectedVersion }, async ([route]) =>
    planUpdate(deps, planner, route!, update),
  );
  return isRefusal(changed) ? changed : changed[0]!;
}

function planUpdate(
  { clock }: RouteDeps,
  { preferences }: RoutePlanner,
  found: RouteAggregate,
  update: RouteUpdate,
): RoutesChange | Refusal | undefined {
  const at = toInstant(clock.now());
  const { name, plannedDeparture: sent, stopIds } = update;
  const plannedDeparture = sent === undefined || isPresent(sent, found.route) ? undefined : sent;
  const fields = {
    ...(name === undefined ? {} : { name }),
    ...(plannedDeparture === undefined ? {} : { plannedDeparture, timesOutOfDate: found.stops.length > 0 }),
  };
  const reorders = stopIds !== undefined;
  if (reorders || plannedDeparture !== undefined) {
    const refused = refusePlanning(found.route, reorders ? 'reordered' : 'given another departure');
    const mayEdit =
      preferences.editRoutesAfterDispatch && found.route.isDispatched && found.route.archivedAt === null;
    if (refused && !mayEdit) return refused;
  }
  if (stopIds === undefined) {
    if (Object.keys(fields).length === 0) return undefined;
    const next = settledRoute(found, { route: fields }, at);
    return { edits: [{ before: found, next, events: [routeUpdated] }], moves: [] };
  }
  const stops = planStopOrder(found, stopIds);
  if (isRefusal(stops)) return stops;
  const change = { route: { ...fields, timesOutOfDate: true }, stops, encodedPolyline: null };
  const next = settledRoute(found, change, at);
  return { edits: [{ before: found, next, events: [routeStopsUpdated] }], moves: [] };
}

/** Whether this is the departure that the route has, which a read returned. */
function isPresent(
  departure: string | null,
  { plannedDeparture: present }: RouteAggregate['route'],
): boolean {
  if (departure === null || present === null) return departure === present;
  return Date.parse(departure) === Date.parse(present);
}

/** The stops of a route in another order; refuses one that does not name each of them once, or breaks their order. */
export function planStopOrder(found: RouteAggregate, stopIds: readonly string[]): readonly Stop[] | Refusal {
  const byId = new Map(found.stops.map((stop) => [stop.id, stop]));
  const isWhole = stopIds.length === found.stops.length && new Set(stopIds).size === stopIds.length;
  const missing = stopIds.filter((id) => !byId.has(id));
  if (!isWhole || missing.length > 0) {
    return routeChanged(
      `\`stopIds\` must name each of the ${found.stops.length} stops of route ${found.route.id} once, and the stops may have changed. Read the route again.`,
      { unknownIds: missing, version: found.stored.version },
    );
  }
  const stops = stopIds.map((id, index) => {
    const stop = byId.get(id)!;
    return found.stops[index]?.id === id && found.stops[index - 1]?.id === stopIds[index - 1]
      ? stop
      : moved(stop);
  });
  return refuseOrder(stops) ?? stops;
}

/** Its times are kept for comparison; distance and duration from the previous stop are not. */
function moved(stop: Stop): Stop {
  const { distanceFromPrevious, durationFromPrevious } = withoutTimes(stop);
  return { ...stop, distanceFromPrevious, durationFromPrevious };
}
