import type { Table } from '../../../platform/table/index.ts';
import { deliveriesOfOrders } from './deliveries-of-orders.ts';

/** The orders whose delivery has one of the statuses. */
export async function keepByDelivery<Row extends Parameters<typeof deliveriesOfOrders>[2][number]>(
  table: Table,
  organizationId: string,
  rows: readonly Row[],
  statuses: readonly string[],
): Promise<readonly Row[]> {
  const deliveries = await deliveriesOfOrders(table, organizationId, rows);
  return rows.filter(({ id }) => statuses.includes(deliveries.get(id)?.deliveryStatus ?? ''));
}
