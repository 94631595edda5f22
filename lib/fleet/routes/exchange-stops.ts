import { toInstant } from '../../platform/core/clock.ts';
import { isRefusal, type Refusal } from '../../platform/core/refusal.ts';
import { changeRoutes, type RouteDeps, type RoutePlanner } from './change-routes.ts';
import { routeActionInvalidStatus } from './refusals.ts';
import type { RouteAggregate } from './route-aggregate.ts';
import { routeStopsUpdated } from './route-events.ts';
import { isRouteOver } from './route-lifecycle.ts';
import { settledRoute } from './settle-route.ts';
import { planStopOrder } from './update-route.ts';

/**
 * Lets a driver put open stops of a route on the road into another order: the named ones exchange their places, and all others
 * stay where they are. So the dispatcher may change the route while the driver's phone is without a network. Stops that have
 * begun or ended, or are no longer on the route, count as not named.
 */
export async function exchangeStops(
  deps: RouteDeps,
  planner: RoutePlanner,
  of: { readonly routeId: string; readonly stopIds: readonly string[] },
): Promise<RouteAggregate | Refusal> {
  const ids = [of.routeId];
  const changed = await changeRoutes(deps, planner, { ids, isExecution: true }, async ([route]) => {
    const found = route!;
    const { id, isDispatched, status } = found.route;
    if (!isDispatched || isRouteOver(status)) {
      return routeActionInvalidStatus(`Route ${id} is ${status}, so its stops stay in their order.`, {
        id,
        status,
      });
    }
    const order = exchanged(found, of.stopIds);
    if (found.stops.every((stop, index) => stop.id === order[index])) return undefined;
    const stops = planStopOrder(found, order);
    if (isRefusal(stops)) return stops;
    const change = { route: { timesOutOfDate: true }, stops, encodedPolyline: null };
    const next = settledRoute(found, change, toInstant(deps.clock.now()));
    return { edits: [{ before: found, next, events: [routeStopsUpdated] }], moves: [] };
  });
  return isRefusal(changed) ? changed : changed[0]!;
}

/** All stops in their new order. */
function exchanged({ stops }: RouteAggregate, wanted: readonly string[]): readonly string[] {
  const movable = new Set(
    stops.filter(({ status, stopType }) => status === 'PENDING' && !FIXED.has(stopType)).map(({ id }) => id),
  );
  const named = [...new Set(wanted)].filter((id) => movable.has(id));
  const places = new Set(named);
  return stops.map(({ id }) => (places.has(id) ? named.shift()! : id));
}

/** The ends of a route stay where they are. */
const FIXED: ReadonlySet<string> = new Set(['ROUTE_START', 'ROUTE_END']);
