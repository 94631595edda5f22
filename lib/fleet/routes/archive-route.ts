import { refuseRouting } from '../../ordering/orders/index.ts';
import { toInstant } from '../../platform/core/clock.ts';
import { isRefusal, type Refusal } from '../../platform/core/refusal.ts';
import { takeOrders } from './arrange-stops.ts';
import { changeRoutes, type RouteDeps, type RoutePlanner } from './change-routes.ts';
import { refuseClaims } from './claim-orders.ts';
import { refusePlanning } from './guard-planning.ts';
import { loadOrders } from './load-orders.ts';
import type { RouteAggregate } from './route-aggregate.ts';
import { routeArchivedEvent, routeUnarchived } from './route-events.ts';
import { routeOrderOf } from './route-order.ts';
import { settledRoute } from './settle-route.ts';

/**
 * Archives a route that is not dispatched. Its orders are free for other routes; its stops stay as a record.
 * An archived route stays archived.
 */
export async function archiveRoute(
  deps: RouteDeps,
  planner: RoutePlanner,
  id: string,
  expectedVersion?: number,
): Promise<RouteAggregate | Refusal> {
  const changed = await changeRoutes(deps, planner, { ids: [id], expectedVersion }, async ([found]) => {
    const { route, orders } = found!;
    if (route.archivedAt !== null) return undefined;
    const refused = refusePlanning(route, 'archived');
    if (refused) return refused;
    const at = toInstant(deps.clock.now());
    const claimed = await loadOrders(
      deps,
      route.organizationId,
      orders.map((order) => order.id),
    );
    return {
      edits: [
        {
          before: found,
          next: settledRoute(found!, { route: { archivedAt: at } }, at),
          events: [routeArchivedEvent],
        },
      ],
      moves: claimed
        .filter(({ value }) => value.routeId === route.id)
        .map((stored) => ({ stored, to: undefined })),
    };
  });
  return isRefusal(changed) ? changed : changed[0]!;
}

/**
 * Takes a route out of the archive, with those of its orders that are still free; the others are removed from
 * its stops.
 */
export async function unarchiveRoute(
  deps: RouteDeps,
  planner: RoutePlanner,
  id: string,
  expectedVersion?: number,
): Promise<RouteAggregate | Refusal> {
  const changed = await changeRoutes(deps, planner, { ids: [id], expectedVersion }, async ([found]) => {
    const { route, orders, stops } = found!;
    if (route.archivedAt === null) return undefined;
    const present = await loadOrders(
      deps,
      route.organizationId,
      orders.map((order) => order.id),
    );
    const routable = present.filter(({ value }) => refuseRouting(value) === undefined);
    const verdicts = await Promise.all(routable.map((stored) => refuseClaims(deps, [stored], route.id)));
    const free = routable.filter((_, index) => verdicts[index] === undefined);
    const kept = new Set(free.map(({ value }) => value.id));
    const gone = new Set(orders.map((order) => order.id).filter((orderId) => !kept.has(orderId)));
    const at = toInstant(deps.clock.now());
    const change = {
      route: { archivedAt: null, ...(gone.size > 0 ? { timesOutOfDate: true } : {}) },
      stops: gone.size > 0 ? takeOrders(deps.ids, stops, gone).left : stops,
      known: free.map(({ value }) => routeOrderOf(value)),
    };
    return {
      edits: [{ before: found, next: settledRoute(found!, change, at), events: [routeUnarchived] }],
      moves: free.map((stored) => ({ stored, to: route.id })),
    };
  });
  return isRefusal(changed) ? changed : changed[0]!;
}
