import { orderEntity } from '../../ordering/orders/index.ts';
import { mapConcurrently } from '../../platform/core/map-concurrently.ts';
import type { RouteDeps, RoutePlanner } from './change-routes.ts';
import { refusePlanner } from './guard-planning.ts';
import { routeEntity } from './route.ts';
import type { MovedOrder } from './save-route.ts';
import { takeOrdersOff } from './take-orders-off.ts';

/** Routes that may lose orders to a saved one in its own transaction: with a hundred stops each, they are 80 of its members. */
const MOST_LOSING = 8;

/** Routes that lose orders at the same time. */
const WIDTH = 8;

/**
 * Where a plan takes orders from more planned routes than one transaction can change, takes them off these routes first, and
 * says which; a plan of fewer moves each order in the transaction that saves its route. `targets` are the routes that the plan
 * puts orders on, by order. Routes of the plan that are saved already keep what they have. In between, orders are on no route:
 * a request that dies there finds them free when it is repeated. A route that may not lose orders keeps them, so that
 * the plan's own route is refused, with the reason.
 */
export async function freeOrders(
  deps: RouteDeps,
  planner: RoutePlanner,
  targets: ReadonlyMap<string, { readonly routeId: string; readonly isNew: boolean }>,
): Promise<readonly MovedOrder[]> {
  const { table } = deps;
  const { organizationId } = planner;
  if (refusePlanner(planner, planner.preferences)) return [];
  const fresh = [...new Set([...targets.values()].flatMap(({ routeId, isNew }) => (isNew ? [routeId] : [])))];
  const present = await table.getMany(
    routeEntity,
    fresh.map((id) => ({ organizationId, id })),
  );
  const saved = new Set(present.flatMap((route) => (route?.value.pending === null ? [route.value.id] : [])));
  const orders = await table.getMany(
    orderEntity,
    [...targets.keys()].map((id) => ({ organizationId, id })),
  );
  const leaving = orders.flatMap((order) => {
    const target = order && targets.get(order.value.id);
    const from = order?.value.routeId;
    const moves = target && from !== undefined && from !== target.routeId && !saved.has(target.routeId);
    return moves ? [{ orderId: order.value.id, fromRouteId: from }] : [];
  });
  const losing = Map.groupBy(leaving, ({ fromRouteId }) => fromRouteId);
  if (losing.size <= MOST_LOSING) return [];
  const freed = await mapConcurrently([...losing], WIDTH, async ([routeId, moved]) => {
    const orderIds = moved.map(({ orderId }) => orderId);
    return (await takeOrdersOff(deps, { organizationId, routeId, orderIds })) ? [] : moved;
  });
  return freed.flat();
}
