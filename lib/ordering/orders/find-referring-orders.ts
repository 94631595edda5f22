import { LISTING_LIMITS, scanList } from '../../platform/listing/index.ts';
import type { CoreDeps } from '../../platform/runtime/index.ts';
import { type OrderRow, orderEntity, orderRowSchema } from './order.ts';

/** Final statuses of an order, and those in which its job has the state. */
const SETTLED = ['dispatched', 'canceled', 'archived'];

/** Maximum number of orders that are returned. */
const ENOUGH = 20;

type Owner = { readonly organizationId: string; readonly listShards: number };
type Named = readonly { readonly type: 'order'; readonly id: string }[];

/** Some of the orders that name a store and may still be dispatched, newest first. Reads the list of orders. */
export function findOrdersOfStore(
  deps: Pick<CoreDeps, 'table' | 'clock'>,
  owner: Owner,
  storeLocationId: string,
): Promise<Named> {
  return findOrders(deps, owner, ({ pickupStoreLocationId, dropoffStoreLocationId }) =>
    [pickupStoreLocationId, dropoffStoreLocationId].includes(storeLocationId),
  );
}

/** Some of the orders that name a zone and may still be dispatched, newest first. Reads the list of orders. */
export function findOrdersOfZone(
  deps: Pick<CoreDeps, 'table' | 'clock'>,
  owner: Owner,
  zoneId: string,
): Promise<Named> {
  return findOrders(deps, owner, ({ pickupZoneIds = [] }) => pickupZoneIds.includes(zoneId));
}

async function findOrders(
  deps: Pick<CoreDeps, 'table' | 'clock'>,
  { organizationId, listShards: shards }: Owner,
  names: (order: OrderRow) => boolean,
): Promise<Named> {
  const { rows } = await scanList(
    deps,
    {
      entity: orderEntity,
      organizationId,
      shards,
      startDate: '1970-01-01T00:00:00.000Z',
      read(row) {
        const order = orderRowSchema.parse(row);
        return names(order) && !SETTLED.includes(order.status) ? order : undefined;
      },
    },
    { ...LISTING_LIMITS, matches: ENOUGH },
  );
  return rows.map(({ id }) => ({ type: 'order' as const, id }));
}
