import { orderEntity } from '../../ordering/orders/index.ts';
import { toInstant } from '../../platform/core/clock.ts';
import { commit } from '../../platform/core/commit.ts';
import { isRefusal, type Refusal } from '../../platform/core/refusal.ts';
import { takeOrders } from './arrange-stops.ts';
import type { RouteDeps } from './change-routes.ts';
import { commitRoutes } from './commit-routes.ts';
import { refusePlanning, refuseWhilePending } from './guard-planning.ts';
import { recoverRoutes } from './recover-routes.ts';
import { loadRoute } from './route-aggregate.ts';
import { routeStopsUpdated } from './route-events.ts';
import { settledRoute } from './settle-route.ts';

/**
 * Takes an order off a planned route. Undefined = it is off now, or was off before; a refusal says why it stays.
 * Repeating it does nothing.
 */
export async function takeOrderOff(
  deps: RouteDeps,
  of: { readonly organizationId: string; readonly orderId: string; readonly routeId: string },
): Promise<Refusal | undefined> {
  const { organizationId, orderId, routeId } = of;
  const done = await commit(deps, { what: 'route', id: routeId }, async () => {
    const stored = await deps.table.get(orderEntity, { organizationId, id: orderId });
    if (stored?.value.routeId !== routeId) return 'off';
    const found = await loadRoute(deps.table, { organizationId, id: routeId });
    if (!found) return 'off';
    const now = toInstant(deps.clock.now());
    const refused = refusePlanning(found.route, 'changed') ?? refuseWhilePending(found.route, now);
    if (refused) return refused;
    if (found.route.pending && !found.route.pending.isNew) {
      await recoverRoutes(deps, found.route);
      return undefined;
    }
    const { left } = takeOrders(deps.ids, found.stops, new Set([orderId]));
    const change = { route: { timesOutOfDate: true }, stops: left, encodedPolyline: null };
    const committed = await commitRoutes(deps, {
      edits: [{ before: found, next: settledRoute(found, change, now), events: [routeStopsUpdated] }],
      moves: [{ stored, to: undefined }],
    });
    return committed && (isRefusal(committed) ? committed : 'off');
  });
  return done === 'off' ? undefined : done;
}
