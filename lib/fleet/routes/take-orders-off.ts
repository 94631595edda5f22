import { toInstant } from '../../platform/core/clock.ts';
import { commit } from '../../platform/core/commit.ts';
import { isRefusal, type Refusal } from '../../platform/core/refusal.ts';
import type { RouteDeps } from './change-routes.ts';
import { commitRoutes } from './commit-routes.ts';
import { refusePlanning, refuseWhilePending } from './guard-planning.ts';
import { loadOrders } from './load-orders.ts';
import { loseOrders } from './lose-orders.ts';
import { recoverRoutes } from './recover-routes.ts';
import { loadRoute } from './route-aggregate.ts';

/**
 * Takes orders off a planned route. Undefined = they are off now, or were off before; a refusal says why they stay.
 * Repeating it does nothing.
 */
export async function takeOrdersOff(
  deps: RouteDeps,
  of: { readonly organizationId: string; readonly orderIds: readonly string[]; readonly routeId: string },
): Promise<Refusal | undefined> {
  const { organizationId, orderIds, routeId } = of;
  const done = await commit(deps, { what: 'route', id: routeId }, async () => {
    const stored = await loadOrders(deps, organizationId, orderIds);
    const held = stored.filter(({ value }) => value.routeId === routeId);
    if (held.length === 0) return 'off';
    const found = await loadRoute(deps.table, { organizationId, id: routeId });
    if (!found) return 'off';
    const now = toInstant(deps.clock.now());
    const refused = refusePlanning(found.route, 'changed') ?? refuseWhilePending(found.route, now);
    if (refused) return refused;
    if (found.route.pending && !found.route.pending.isNew) {
      await recoverRoutes(deps, found.route);
      return undefined;
    }
    const committed = await commitRoutes(deps, {
      edits: [
        loseOrders(
          deps,
          found,
          held.map(({ value }) => value.id),
        ),
      ],
      moves: held.map((order) => ({ stored: order, to: undefined })),
    });
    return committed && (isRefusal(committed) ? committed : 'off');
  });
  return done === 'off' ? undefined : done;
}
