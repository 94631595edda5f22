import { planPartCancellation } from '../../fulfilment/dispatch/index.ts';
import { readJob } from '../../fulfilment/jobs/index.ts';
import { canceledOrder, type Order } from '../../ordering/orders/index.ts';
import { toInstant } from '../../platform/core/clock.ts';
import { isRefusal } from '../../platform/core/refusal.ts';
import type { Stored } from '../../platform/table/index.ts';
import { type Handled, written } from './handled.ts';
import type { ShopOrder } from './shop-order.ts';
import type { Handling, TakeDeps } from './take-deps.ts';

/**
 * Ends an order that the shop cancelled or refunded. A dispatched one is taken out of dispatch first, in a separate write;
 * one that has arrived stays as it is, and the log says so. Undefined when others were faster.
 */
export async function endOrder(
  deps: TakeDeps,
  { shop }: Handling,
  of: {
    readonly known: Stored<ShopOrder>;
    readonly next: ShopOrder;
    readonly order: Stored<Order> | undefined;
    readonly reason: string;
  },
): Promise<Handled | undefined> {
  const { known, next, order, reason } = of;
  if (!known.value.isCreated) {
    const message = `${reason} There is no order to cancel, and none will be created.`;
    return (
      (await written(deps, known, ended(next, reason))) && { outcome: 'canceled', orderId: null, message }
    );
  }
  const orderId = known.value.orderId;
  if (!order || order.value.status === 'canceled' || order.value.status === 'archived') {
    const message = `The order is ${order?.value.status ?? 'no longer in the table'} already.`;
    return (await written(deps, known, ended(next, reason))) && { outcome: 'unchanged', orderId, message };
  }
  const { status, jobId } = order.value;
  if (status === 'dispatched' && jobId !== undefined) {
    const job = await readJob(deps.table, shop.organizationId, jobId);
    const part = job?.configurations.find(({ value }) => value.orderId === orderId)?.value;
    if (job && part) {
      const planned = await planPartCancellation(deps, job, part.id);
      if (isRefusal(planned)) {
        const message = `${reason} The order cannot be cancelled: ${planned.message}`;
        return (await written(deps, known, ended(next, reason))) && { outcome: 'refused', orderId, message };
      }
      if (planned.operations.length > 0) {
        await deps.table.write(planned.operations);
        // The order is read again, as it is without its job.
        return undefined;
      }
    }
  }
  const occurredAt = toInstant(Math.max(deps.clock.now(), Date.parse(order.value.updatedAt)));
  const operations = canceledOrder(order, { reason, occurredAt });
  if (isRefusal(operations)) return { outcome: 'refused', orderId, message: operations.message };
  const done = await written(deps, known, ended(next, reason), operations);
  return done && { outcome: 'canceled', orderId, message: reason };
}

/** From then on only a newer message can want the order again. */
function ended(next: ShopOrder, reason: string): ShopOrder {
  return { ...next, ended: next.ended ?? { version: next.version ?? 0, reason } };
}
