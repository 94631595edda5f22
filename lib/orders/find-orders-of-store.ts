import { LISTING_LIMITS, scanList } from '../listing/index.ts';
import type { CoreDeps } from '../runtime/index.ts';
import { orderEntity, orderRowSchema } from './order.ts';

/** Statuses in which nothing more comes of an order, or its job tells what does. */
const SETTLED = ['dispatched', 'canceled', 'archived'];

/** How many orders are found at most. */
const ENOUGH = 20;

/** Some of the orders that name a store and may still be dispatched, newest first. Reads the list of orders. */
export async function findOrdersOfStore(
  deps: Pick<CoreDeps, 'table' | 'clock'>,
  owner: { readonly organizationId: string; readonly listShards: number },
  storeLocationId: string,
): Promise<readonly { readonly type: 'order'; readonly id: string }[]> {
  const { rows } = await scanList(
    deps,
    {
      entity: orderEntity,
      organizationId: owner.organizationId,
      shards: owner.listShards,
      startDate: '1970-01-01T00:00:00.000Z',
      read(row) {
        const order = orderRowSchema.parse(row);
        const isNamed = [order.pickupStoreLocationId, order.dropoffStoreLocationId].includes(storeLocationId);
        return isNamed && !SETTLED.includes(order.status) ? order : undefined;
      },
    },
    { ...LISTING_LIMITS, matches: ENOUGH },
  );
  return rows.map(({ id }) => ({ type: 'order' as const, id }));
}
