import * as z from 'zod';
import {
  orderArchived,
  orderCanceled,
  orderEntity,
  orderUpdated,
  refuseRouting,
} from '../../ordering/orders/index.ts';
import { toInstant } from '../../platform/core/clock.ts';
import { isRefusal } from '../../platform/core/refusal.ts';
import { retryLostRace } from '../../platform/core/retry-lost-race.ts';
import { sameValue } from '../../platform/core/same-value.ts';
import { ConsumerFailure, type EventKind, type EventRecord } from '../../platform/events/index.ts';
import type { RouteDeps } from './change-routes.ts';
import { commitRoutes, type RoutesChange } from './commit-routes.ts';
import { loseOrders } from './lose-orders.ts';
import { loadRoute } from './route-aggregate.ts';
import { routeUpdated } from './route-events.ts';
import { routeOrderOf } from './route-order.ts';
import { settledRoute } from './settle-route.ts';

/** Events of orders that update a planned route. */
export const ROUTE_ORDERS_FOLLOWED: readonly Pick<EventKind<unknown>, 'name' | 'summary'>[] = [
  orderUpdated,
  orderArchived,
  orderCanceled,
];

const aboutOrder = z.object({ orderId: z.string() });

/**
 * Updates the route of an order: its current windows, loads and labels; an archived or cancelled order leaves the route. A
 * dispatched route keeps its data from dispatch.
 */
export async function followOrder(deps: RouteDeps, event: EventRecord): Promise<void> {
  const { orderId: id } = aboutOrder.parse(event.data);
  const { organizationId } = event;
  const isDone = await retryLostRace(deps.clock, async () => {
    const change = await planFollowing(deps, organizationId, id);
    if (!change) return true;
    const done = await commitRoutes(deps, change);
    return done !== undefined && !isRefusal(done);
  });
  if (!isDone)
    throw new ConsumerFailure(
      'busy',
      'The route or its order was being changed by others; it will be read again.',
      {
        retryAfterMs: 2_000,
      },
    );
}

async function planFollowing(
  deps: RouteDeps,
  organizationId: string,
  id: string,
): Promise<RoutesChange | undefined> {
  const order = await deps.table.get(orderEntity, { organizationId, id });
  const routeId = order?.value.routeId;
  if (!order || routeId === undefined || order.value.status === 'dispatched') return undefined;
  const found = await loadRoute(deps.table, { organizationId, id: routeId });
  const before = found?.orders.find((one) => one.id === id);
  if (!found || !before || found.route.isDispatched || found.route.archivedAt !== null) return undefined;
  if (refuseRouting(order.value))
    return { edits: [loseOrders(deps, found, [id])], moves: [{ stored: order, to: undefined }] };
  const present = routeOrderOf(order.value, before);
  if (sameValue(present, before)) return undefined;
  const next = settledRoute(found, { known: [present] }, toInstant(deps.clock.now()));
  return { edits: [{ before: found, next, events: [routeUpdated] }], moves: [] };
}
