import type { Order } from '../../ordering/orders/index.ts';
import type { Stored } from '../../platform/table/index.ts';
import type { RouteDeps } from './change-routes.ts';
import type { OrderMove } from './commit-routes.ts';
import { loadOrders } from './load-orders.ts';
import type { RouteContent } from './route-aggregate.ts';

/**
 * The moves of orders' claims for a change of one route: those that were added, and those that left it and
 * are on none now. `known` are orders that were read already.
 */
export async function movesBetween(
  deps: Pick<RouteDeps, 'table'>,
  before: RouteContent,
  next: RouteContent,
  known: readonly Stored<Order>[],
): Promise<readonly OrderMove[]> {
  const { organizationId, id } = next.route;
  const staying = new Set(next.orders.map((order) => order.id));
  const left = before.orders.map((order) => order.id).filter((orderId) => !staying.has(orderId));
  const gone = await loadOrders(deps, organizationId, left);
  return [
    ...known
      .filter(({ value }) => staying.has(value.id) && value.routeId !== id)
      .map((stored) => ({ stored, to: id })),
    ...gone.filter(({ value }) => value.routeId === id).map((stored) => ({ stored, to: undefined })),
  ];
}
