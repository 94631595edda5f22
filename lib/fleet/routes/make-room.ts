import { isRefusal, type Refusal } from '../../platform/core/refusal.ts';
import { MAX_OPERATIONS } from '../../platform/table/index.ts';
import type { RouteDeps } from './change-routes.ts';
import { membersOf, type RouteEdit, type RoutesChange } from './commit-routes.ts';
import { takeOrdersOff } from './take-orders-off.ts';

/** An order that a plan took from another route. */
export interface MovedOrder {
  readonly orderId: string;
  readonly fromRouteId: string;
}

/**
 * A planned change of a route, the first of its edits, that takes orders from others. Where these are more routes than one
 * transaction can change, they lose their orders one after the other, and the change is planned once more. In between the
 * orders are on no route: a request that dies there finds them free when it is repeated. What was freed is added to
 * `freed`.
 */
export async function makeRoom(
  deps: RouteDeps,
  freed: MovedOrder[],
  plan: () => Promise<RoutesChange | Refusal | undefined>,
): Promise<RoutesChange | Refusal | undefined> {
  const planned = await plan();
  if (!planned || isRefusal(planned) || membersOf({ ...planned, moves: [] }) <= MAX_OPERATIONS)
    return planned;
  for (const edit of planned.edits.slice(1)) {
    const { route, orderIds } = leaving(edit);
    const { organizationId, id: routeId } = route;
    const refused = await takeOrdersOff(deps, { organizationId, routeId, orderIds });
    if (refused) return refused;
    freed.push(...orderIds.map((orderId) => ({ orderId, fromRouteId: routeId })));
  }
  return plan();
}

/** The orders that a change takes off a route. */
function leaving({ before, next: { route, orders } }: RouteEdit) {
  const stay = new Set(orders.map(({ id }) => id));
  return { route, orderIds: (before?.orders ?? []).map(({ id }) => id).filter((id) => !stay.has(id)) };
}
