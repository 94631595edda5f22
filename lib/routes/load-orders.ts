import { type Order, orderEntity } from '../orders/index.ts';
import type { CoreDeps } from '../runtime/index.ts';
import type { Stored } from '../table/index.ts';

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
