import { maySeeOrder, orderEntity } from '../../ordering/orders/index.ts';
import { type FoundActivity, plannedActivity, readActivity } from '../../platform/activities/index.ts';
import { toInstant } from '../../platform/core/clock.ts';
import type { Refusal } from '../../platform/core/refusal.ts';
import type { CoreDeps } from '../../platform/runtime/index.ts';
import { callForRows } from './bulk-events.ts';
import { type BulkCaller, type OrderAction, ownerOf } from './bulk-request.ts';
import { archiveReasonMissing, unknownOrders } from './refusals.ts';

/** A requested bulk action. */
export interface AskedAction {
  readonly action: OrderAction;
  readonly orderIds: readonly string[];
  readonly reason?: string | undefined;
}

/**
 * Starts an action on orders and returns its activity. An order that is named twice is processed once; an
 * unknown id refuses the whole call (decision 68). 1 read per 100 orders and 1 transaction.
 */
export async function startOrderAction(
  deps: Pick<CoreDeps, 'table' | 'clock' | 'ids'>,
  caller: BulkCaller,
  asked: AskedAction,
): Promise<FoundActivity | Refusal> {
  const { organizationId } = caller;
  const id = deps.ids.next('act');
  const orderIds = [...new Set(asked.orderIds)];
  if (asked.action === 'archive' && asked.reason === undefined) {
    const why = 'is missing. Send the reason for archiving; it is kept with each order.';
    return archiveReasonMissing(`reason ${why}`, { fields: { reason: why } });
  }
  const found = await deps.table.getMany(
    orderEntity,
    orderIds.map((orderId) => ({ organizationId, id: orderId })),
  );
  const unknownIds = orderIds.filter((_, index) => {
    const order = found[index]?.value;
    return !order || !maySeeOrder(caller, order);
  });
  if (unknownIds.length > 0) {
    const some = unknownIds.slice(0, 5).join(', ');
    return unknownOrders(`orderIds names ${unknownIds.length} unknown orders: ${some}. Leave them out.`, {
      unknownIds,
    });
  }
  const { action, reason = null } = asked;
  const planned = plannedActivity(
    ownerOf(caller),
    { id, action: 'act_orders_bulk_action', request: { action, orderIds, reason, actor: caller.actor } },
    deps.clock.now(),
  );
  const due = callForRows({ organizationId, id }, 0, toInstant(deps.clock.now()));
  if ((await deps.table.write([...planned.operations, due])).ok)
    return { stored: planned.next, result: null };
  // A repeated request finds what its first attempt created.
  return readActivity(deps.table, caller, id);
}
