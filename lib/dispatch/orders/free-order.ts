import type { Configuration } from '../../jobs/index.ts';
import { orderEntity, undispatchedOrder } from '../../orders/index.ts';
import type { Operation } from '../../table/index.ts';
import type { DispatchDeps } from '../dispatch-deps.ts';

/**
 * The writes by which the order of a cancelled package is `valid` again and can be changed, archived or dispatched anew;
 * none when the package has no order or another job has it by now. Belongs into the write that cancels. 1 call at most.
 */
export async function freeOrder(
  { organizationId, jobId, orderId }: Configuration,
  occurredAt: string,
  { table }: Pick<DispatchDeps, 'table'>,
): Promise<readonly Operation[]> {
  if (orderId === null) return [];
  const order = await table.get(orderEntity, { organizationId, id: orderId });
  const isCarried = order?.value.status === 'dispatched' && order.value.jobId === jobId;
  return isCarried ? undispatchedOrder(order, { occurredAt }) : [];
}
