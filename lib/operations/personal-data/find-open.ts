import { jobEntity } from '../../fulfilment/jobs/index.ts';
import { OPEN_ORDER_STATUSES, orderEntity } from '../../ordering/orders/index.ts';
import { recurringOrderEntity } from '../../ordering/recurring/index.ts';
import type { Entity, Shape, Table } from '../../platform/table/index.ts';

/** Those of the orders, jobs and recurring orders that are still under way: people need to know where to deliver. */
export async function findOpen(
  table: Table,
  organizationId: string,
  ids: readonly string[],
): Promise<readonly string[]> {
  const openOf = async <Value extends Shape>(
    entity: Entity<Value, { organizationId: string; id: string }>,
    prefix: string,
    isOpen: (value: Value) => boolean,
  ) => {
    const own = ids.filter((id) => id.startsWith(prefix));
    const stored = await table.getMany(
      entity,
      own.map((id) => ({ organizationId, id })),
    );
    return own.filter((_, index) => {
      const found = stored[index];
      return found !== undefined && isOpen(found.value);
    });
  };
  return (
    await Promise.all([
      openOf(orderEntity, 'ord_', ({ status }) => OPEN_ORDER_STATUSES.includes(status)),
      openOf(jobEntity, 'job_', ({ summary }) => summary.isActive),
      openOf(recurringOrderEntity, 'rec_', ({ ended }) => ended === null),
    ])
  ).flat();
}
