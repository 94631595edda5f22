import type { RouteEdit } from './commit-routes.ts';
import { routeCompleted, routeFailed } from './route-events.ts';
import { isRouteOver, nextRouteStatus } from './route-lifecycle.ts';
import type { RouteOrder } from './route-order.ts';
import { withHistoryEntry } from './status-history.ts';
import { carriesOrders } from './stop.ts';
import { isStopDone } from './stop-lifecycle.ts';

/** Whether nothing more will happen to any of these packages. */
export function areOver(orders: readonly RouteOrder[]): boolean {
  return orders.every(({ delivery }) => delivery?.isOver === true);
}

/**
 * The change of a route with its end, once nothing is left to do: every stop is done and every delivery is over. A route of which
 * something was delivered is complete; of another one every delivery failed.
 */
export function endedEdit(edit: RouteEdit, at: string): RouteEdit {
  const { stops, orders } = edit.next;
  const work = stops.filter(carriesOrders);
  const isDone = work.length > 0 && work.every(({ status }) => isStopDone(status)) && areOver(orders);
  if (!isDone) return edit;
  return endedBy(orders.some(({ delivery }) => delivery?.deliveredAt) ? 'complete' : 'fail', edit, at);
}

/** The change with the end of its route; as it is when the route is over. */
export function endedBy(trigger: 'complete' | 'fail', edit: RouteEdit, at: string): RouteEdit {
  const { route } = edit.next;
  const status = isRouteOver(route.status) ? undefined : nextRouteStatus(route.status, trigger);
  if (!status) return edit;
  const statusHistory = withHistoryEntry(route.statusHistory, { created_at: at, status });
  return {
    ...edit,
    next: { ...edit.next, route: { ...route, status, statusHistory, completedAt: at } },
    events: [...edit.events, trigger === 'complete' ? routeCompleted : routeFailed],
  };
}
