import { deliveryStatusNamed } from '../../../engines/vocabulary/index.ts';
import type { OrderNarrowing } from '../../../ordering/orders/index.ts';
import type { Table } from '../../../platform/table/index.ts';
import { keepByDelivery } from './keep-by-delivery.ts';

/** Keeps the orders whose delivery has one of the statuses, in any spelling; undefined when no status is given. */
export function narrowByDelivery(
  table: Table,
  organizationId: string,
  asked: readonly string[] | undefined,
): OrderNarrowing | undefined {
  if (!asked || asked.length === 0) return undefined;
  const statuses = asked.map((status) => deliveryStatusNamed(status).toLowerCase());
  return {
    by: { deliveryStatus: statuses },
    keep: (rows) => keepByDelivery(table, organizationId, rows, statuses),
  };
}
