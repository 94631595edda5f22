import { type Travel, TravelFailure, UNREACHABLE_SECONDS } from '../../engines/travel/index.ts';
import { toInstant } from '../../platform/core/clock.ts';
import { isRefusal, type Refusal } from '../../platform/core/refusal.ts';
import { changeRoutes, type RouteDeps, type RoutePlanner } from './change-routes.ts';
import { refusePlanning } from './guard-planning.ts';
import { routeHasNoStops, travelUnavailable } from './refusals.ts';
import type { RouteAggregate, RouteContent } from './route-aggregate.ts';
import { routeStopsUpdated } from './route-events.ts';
import { settledRoute } from './settle-route.ts';
import { timedStops } from './timed-stops.ts';

/**
 * Calculates when a route arrives at its stops and leaves them, by truck on the roads of `travel`, from its
 * planned departure, else from the first pickup window of its orders (specification 4.2.1). It clears the
 * mark of outdated times.
 */
export async function calculateTiming(
  deps: RouteDeps & { readonly travel: Travel },
  planner: RoutePlanner,
  id: string,
  expectedVersion?: number,
): Promise<RouteAggregate | Refusal> {
  const changed = await changeRoutes(deps, planner, { ids: [id], expectedVersion }, async ([found]) => {
    const { route, stops, orders } = found!;
    const refused = refusePlanning(route, 'timed');
    if (refused) return refused;
    if (stops.length === 0)
      return routeHasNoStops(`Route ${route.id} has no stops to calculate times for. Add orders first.`, {
        id: route.id,
      });
    const now = toInstant(deps.clock.now());
    const departure = departureOf(found!) ?? now;
    const way = await wayOf(deps.travel, found!, departure);
    if (isRefusal(way)) return way;
    const timed = timedStops(stops, orders, departure, way.legs);
    const next = settledRoute(
      found!,
      { route: { timesOutOfDate: false }, stops: timed, encodedPolyline: way.polyline },
      now,
    );
    return { edits: [{ before: found, next, events: [routeStopsUpdated] }], moves: [] };
  });
  return isRefusal(changed) ? changed : changed[0]!;
}

/** Departure of the route: the planned one, else the start of the first pickup window of its orders. */
export function departureOf({ route, stops, orders }: RouteContent): string | undefined {
  if (route.plannedDeparture !== null) return route.plannedDeparture;
  const byId = new Map(orders.map((order) => [order.id, order]));
  return stops.flatMap(({ objectIds }) => objectIds.flatMap((id) => byId.get(id)?.pickupFrom ?? []))[0];
}

/** The legs between the stops that have a place, in order. */
async function wayOf(travel: Travel, { route, stops }: RouteContent, departAt: string) {
  const points = stops.flatMap(({ location }) => location ?? []);
  try {
    const way = await travel.route(points, {
      profile: 'truck',
      departAt,
      truck: route.vehicle?.size ?? undefined,
    });
    const cut = way.legs.findIndex(({ seconds }) => seconds >= UNREACHABLE_SECONDS);
    return cut < 0
      ? way
      : travelUnavailable(`There is no road to place ${cut + 2} of the route. Move or correct that stop.`);
  } catch (error) {
    if (!(error instanceof TravelFailure)) throw error;
    return travelUnavailable(`The roads could not be looked up: ${error.message} Try again later.`);
  }
}
