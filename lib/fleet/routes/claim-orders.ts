import {
  findOrderByExternalId,
  isOrderId,
  maySeeOrder,
  type Order,
  orderEntity,
  refuseRouting,
} from '../../ordering/orders/index.ts';
import { toInstant } from '../../platform/core/clock.ts';
import { mapConcurrently } from '../../platform/core/map-concurrently.ts';
import { isRefusal, type Refusal } from '../../platform/core/refusal.ts';
import type { CoreDeps } from '../../platform/runtime/index.ts';
import type { Stored } from '../../platform/table/index.ts';
import type { RouteDeps } from './change-routes.ts';
import type { RouteEdit } from './commit-routes.ts';
import { refusePlanning, refuseWhilePending } from './guard-planning.ts';
import { loseOrders } from './lose-orders.ts';
import type { RouteActor } from './read-route.ts';
import { recoverRoutes } from './recover-routes.ts';
import { routeChanged, routeInvalid } from './refusals.ts';
import { loadRoute, type RouteAggregate } from './route-aggregate.ts';

/** Orders read at the same time. */
const WIDTH = 25;

/**
 * The stored orders with these ids or external ids. If some are unknown, all are refused (decision C68), and nothing
 * may be written.
 */
export async function findOrders(
  { table }: Pick<CoreDeps, 'table'>,
  actor: RouteActor,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Stored<Order>> | Refusal> {
  const { organizationId } = actor;
  const unique = [...new Set(ids)];
  // Ids of the service are read a hundred at a time. Anything else, and any unknown id, may be an external id.
  const own = unique.filter(isOrderId);
  const read = await table.getMany(
    orderEntity,
    own.map((id) => ({ organizationId, id })),
  );
  const byId = new Map(own.map((id, index) => [id, read[index]]));
  const found = await mapConcurrently(unique, WIDTH, async (id) => {
    const stored = byId.get(id);
    if (stored && maySeeOrder(actor, stored.value)) return [id, stored] as const;
    const order = await findOrderByExternalId(table, actor, id);
    return [id, !order || isRefusal(order) ? undefined : order.stored] as const;
  });
  const unknownIds = found.flatMap(([id, order]) => (order ? [] : [id]));
  if (unknownIds.length > 0) {
    const [first] = unknownIds;
    const more = unknownIds.length > 1 ? ` and ${unknownIds.length - 1} more` : '';
    return routeInvalid(`There is no order "${first}"${more}. Send ids or external ids of orders.`, {
      unknownIds,
    });
  }
  return new Map(found.map(([id, order]) => [id, order!]));
}

/** Why one of the orders cannot go on the route: it is dispatched, archived, or on another route. */
export async function refuseClaims(
  deps: RouteDeps,
  orders: readonly Stored<Order>[],
  routeId: string,
): Promise<Refusal | undefined> {
  const elsewhere = await ordersElsewhere(deps, orders, routeId);
  if (isRefusal(elsewhere)) return elsewhere;
  const [other] = elsewhere;
  if (!other) return undefined;
  const { id } = other.route.route;
  return routeChanged(
    `Order ${other.orderIds[0]} is on route ${id}. Move its stops from there, or take it off first.`,
    { orderIds: other.orderIds, routeId: id },
  );
}

/**
 * The changes of the planned routes that the orders are on, so that they can go on this one in the same transaction; a route
 * that is emptied remains (specification 3.2.4). Refused for an order that is dispatched or archived.
 */
export async function takeFromOthers(
  deps: RouteDeps,
  orders: readonly Stored<Order>[],
  routeId: string,
): Promise<readonly RouteEdit[] | Refusal> {
  const elsewhere = await ordersElsewhere(deps, orders, routeId);
  if (isRefusal(elsewhere)) return elsewhere;
  const refused = elsewhere.map(({ route }) => refusePlanning(route.route, 'planned again')).find(Boolean);
  if (refused) return refused;
  return elsewhere.map(({ route, orderIds }) => loseOrders(deps, route, orderIds));
}

/**
 * The other routes that show some of the orders, or why one of them cannot go on any route. A claim that an
 * interrupted change left behind, for a route that does not show the order, does not count: that change is undone, so
 * that it can no longer be finished. An order that this gives back to another route has a new version, and the caller's
 * transaction fails.
 */
async function ordersElsewhere(
  deps: RouteDeps,
  orders: readonly Stored<Order>[],
  routeId: string,
): Promise<readonly { readonly route: RouteAggregate; readonly orderIds: readonly string[] }[] | Refusal> {
  const { table, clock } = deps;
  const now = toInstant(clock.now());
  for (const { value: order } of orders) {
    const refused = refuseRouting(order);
    if (refused) return refused;
  }
  const elsewhere = orders.filter(({ value }) => value.routeId !== undefined && value.routeId !== routeId);
  const others = new Set(elsewhere.map(({ value }) => value.routeId!));
  const found: { readonly route: RouteAggregate; readonly orderIds: readonly string[] }[] = [];
  for (const id of others) {
    const organizationId = elsewhere[0]!.value.organizationId;
    const other = await loadRoute(table, { organizationId, id });
    if (!other || other.route.archivedAt !== null) continue;
    const pending = refuseWhilePending(other.route, now);
    if (pending) return pending;
    const shown = new Set(other.orders.map((order) => order.id));
    const held = elsewhere.filter(({ value }) => value.routeId === id && shown.has(value.id));
    if (held.length > 0) {
      found.push({ route: other, orderIds: held.map(({ value }) => value.id) });
      continue;
    }
    // What it claimed is given back to the routes that show it; orders of the other routes are read again before they
    // are claimed.
    await recoverRoutes(deps, other.route);
  }
  return found;
}
