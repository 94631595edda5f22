import { type Order, orderEntity } from '../../ordering/orders/index.ts';
import type { CoreDeps } from '../../platform/runtime/index.ts';
import type { Stored } from '../../platform/table/index.ts';

/** Orders of a route by their own ids; deleted ones are left out. */
export async function loadOrders(
  { table }: Pick<CoreDeps, 'table'>,
  organizationId: string,
  ids: readonly string[],
): Promise<readonly Stored<Order>[]> {
  const found = await table.getMany(
    orderEntity,
    ids.map((id) => ({ organizationId, id })),
  );
  return found.filter((order) => order !== undefined);
}
