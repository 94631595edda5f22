import {
  type Order,
  orderAlreadyDispatched,
  type Sequencing,
  sequencedOrder,
} from '../../ordering/orders/index.ts';
import { lostRace } from '../../platform/core/commit.ts';
import { isRefusal, type Refusal } from '../../platform/core/refusal.ts';
import type { Stored } from '../../platform/table/index.ts';
import type { RouteDeps, RoutePlanner } from './change-routes.ts';
import { findOrders } from './claim-orders.ts';
import { refusePlanner } from './guard-planning.ts';

/** What a transaction holds (DynamoDB). */
const MAX_MEMBERS = 100;

/** Maximum number of orders of a request. */
export const MAX_SEQUENCED = 1_000;

/**
 * Sets the sequencing attributes of orders, which the next optimization applies (specification 2.4).
 * Dispatched orders are refused, and nothing is written then. More than 100 orders are written in portions,
 * each of them whole; repeating the request finishes what an interrupted one left.
 */
export async function sequenceOrders(
  deps: RouteDeps,
  planner: RoutePlanner,
  orderIds: readonly string[],
  sequencing: Sequencing,
): Promise<readonly Stored<Order>[] | Refusal> {
  const refused = refusePlanner(planner, planner.preferences);
  if (refused) return refused;
  const found = await findOrders(deps, planner, orderIds);
  if (isRefusal(found)) return found;
  const orders = [...new Map([...found.values()].map((stored) => [stored.value.id, stored])).values()];
  const dispatched = orders.find(({ value }) => value.status === 'dispatched');
  if (dispatched) {
    return orderAlreadyDispatched(
      `Order ${dispatched.value.id} is dispatched; its place in a route can no longer be planned. Leave it out.`,
      { orderId: dispatched.value.id, jobId: dispatched.value.jobId },
    );
  }
  const changed = orders.map((stored) => sequencedOrder(stored, sequencing, deps.clock.now()));
  for (let from = 0; from < changed.length; from += MAX_MEMBERS) {
    const portion = changed.slice(from, from + MAX_MEMBERS);
    if (!(await deps.table.write(portion.map(({ operation }) => operation))).ok)
      return lostRace({ what: 'planned orders' });
  }
  return changed.map(({ next }) => next);
}
