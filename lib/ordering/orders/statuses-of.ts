import type { Table } from '../../platform/table/index.ts';
import { orderEntity } from './order.ts';
import type { OrderStatus } from './order-lifecycle.ts';

/** Statuses of orders by their ids; those that have left the table are missing. 1 call per 100. */
export async function statusesOf(
  table: Table,
  organizationId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, OrderStatus>> {
  const found = await table.getMany(
    orderEntity,
    ids.map((id) => ({ organizationId, id })),
  );
  return new Map(
    found.flatMap((stored) => (stored ? [[stored.value.id, stored.value.status] as const] : [])),
  );
}
