import { orderEntity, undispatchedOrder } from '../../../ordering/orders/index.ts';
import type { Operation } from '../../../platform/table/index.ts';
import type { Configuration } from '../../jobs/index.ts';
import type { DispatchDeps } from '../dispatch-deps.ts';

/**
 * The writes that make the order of a cancelled package `valid` again, so that it can be changed, archived or
 * dispatched again; none when the package has no order or another job has it by now. Part of the write that
 * cancels. At most 1 call.
 */
export async function freeOrder(
  { table }: Pick<DispatchDeps, 'table'>,
  { organizationId, jobId, orderId }: Configuration,
  occurredAt: string,
): Promise<readonly Operation[]> {
  if (orderId === null) return [];
  const order = await table.get(orderEntity, { organizationId, id: orderId });
  const isCarried = order?.value.status === 'dispatched' && order.value.jobId === jobId;
  return isCarried ? undispatchedOrder(order, { occurredAt }) : [];
}
