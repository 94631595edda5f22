import { orderEntity } from '../../ordering/orders/index.ts';
import type { Table } from '../../platform/table/index.ts';
import { renderItems } from './order-items.ts';
import { readCourierPosition } from './read-courier-position.ts';
import { type BesideRoute, type RenderedRoute, renderRoute } from './render-route.ts';
import type { RouteAggregate } from './route-aggregate.ts';
import type { RouteReader } from './show-route.ts';

/**
 * Maximum number of items of a route that a reply shows: they stand at the pickup and at the dropoff of their order.
 */
const MAX_ITEMS = 2_000;

/** A route with the items of its orders. 1 more call for 100 orders that have items. */
export async function showRouteWithItems(
  { table, caller }: RouteReader,
  found: RouteAggregate,
): Promise<RenderedRoute> {
  const [position, items] = await Promise.all([
    readCourierPosition(table, found.route),
    itemsOf(table, found),
  ]);
  return renderRoute(found, { viewer: caller, position, items });
}

/** Items by order; undefined when there are too many to show. */
async function itemsOf(
  table: Table,
  { route: { organizationId }, orders }: RouteAggregate,
): Promise<BesideRoute['items']> {
  const withItems = orders.filter(({ hasItems }) => hasItems);
  const stored = await table.getMany(
    orderEntity,
    withItems.map(({ id }) => ({ organizationId, id })),
  );
  const found = stored.flatMap((one) => one?.value ?? []);
  const count = found.reduce((sum, { items = [] }) => sum + sizeOf(items), 0);
  if (count > MAX_ITEMS) return undefined;
  const byId = new Map(found.map(({ id, items = [] }) => [id, items]));
  return new Map(orders.map(({ id, delivery }) => [id, renderItems(byId.get(id) ?? [], delivery)]));
}

/** Items with their parts. */
function sizeOf(items: readonly { readonly subItems?: readonly object[] | undefined }[]): number {
  return items.reduce((sum, { subItems = [] }) => sum + 1 + sizeOf(subItems), 0);
}
