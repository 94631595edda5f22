import { type Order, orderEntity } from '../orders/index.ts';
import type { Table } from '../table/index.ts';
import { readCourierPosition, readCourierPositions } from './read-courier-position.ts';
import { type RenderedRoute, renderRoute } from './render-route.ts';
import type { RouteAggregate } from './route-aggregate.ts';

/** Most items of a route that a reply shows: they stand at the pickup and at the dropoff of their order. */
const MAX_ITEMS = 2_000;

/** A route as replies and webhooks show it, with its courier's position. 1 call while it is on the road, else none. */
export async function showRoute(table: Table, found: RouteAggregate): Promise<RenderedRoute> {
  return renderRoute(found, { position: await readCourierPosition(table, found.route) });
}

/** Several routes of an organization. 1 call for 100 of them that are on the road. */
export async function showRoutes(
  table: Table,
  found: readonly RouteAggregate[],
): Promise<readonly RenderedRoute[]> {
  const [first] = found;
  if (!first) return [];
  const routes = found.map(({ route }) => route);
  const positions = await readCourierPositions(table, first.route.organizationId, routes);
  return found.map((one) => renderRoute(one, { position: positions.get(one.route.id) }));
}

/** A route with the items of its orders. 1 more call for 100 orders that have items. */
export async function showRouteWithItems(table: Table, found: RouteAggregate): Promise<RenderedRoute> {
  const [position, items] = await Promise.all([
    readCourierPosition(table, found.route),
    itemsOf(table, found),
  ]);
  return renderRoute(found, { position, items });
}

/** Items by order; undefined when they are too many to be shown. */
async function itemsOf(
  table: Table,
  { route: { organizationId }, orders }: RouteAggregate,
): Promise<ReadonlyMap<string, Order['items']> | undefined> {
  const withItems = orders.filter(({ hasItems }) => hasItems);
  const stored = await table.getMany(
    orderEntity,
    withItems.map(({ id }) => ({ organizationId, id })),
  );
  const found = stored.flatMap((one) => one?.value ?? []);
  const count = found.reduce((sum, { items = [] }) => sum + sizeOf(items), 0);
  return count > MAX_ITEMS ? undefined : new Map(found.map(({ id, items }) => [id, items]));
}

/** Items with their parts. */
function sizeOf(items: readonly { readonly subItems?: readonly object[] | undefined }[]): number {
  return items.reduce((sum, { subItems = [] }) => sum + 1 + sizeOf(subItems), 0);
}
