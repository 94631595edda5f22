import type { Table } from '../../platform/table/index.ts';
import { readCourierPosition, readCourierPositions } from './read-courier-position.ts';
import { type RenderedRoute, renderRoute } from './render-route.ts';
import type { RouteAggregate } from './route-aggregate.ts';
import type { RouteViewer } from './seen-driver.ts';

/** What showing a route needs: the table, and for whom it is shown. */
export interface RouteReader {
  readonly table: Table;
  readonly caller: RouteViewer;
}

/** A route as replies and webhooks show it, with its courier's position. 1 call while it is on the road, else none. */
export async function showRoute(
  { table, caller }: RouteReader,
  found: RouteAggregate,
): Promise<RenderedRoute> {
  return renderRoute(found, { viewer: caller, position: await readCourierPosition(table, found.route) });
}

/** Several routes of an organization. 1 call for 100 of them that are on the road. */
export async function showRoutes(
  { table, caller }: RouteReader,
  found: readonly RouteAggregate[],
): Promise<readonly RenderedRoute[]> {
  const [first] = found;
  if (!first) return [];
  const routes = found.map(({ route }) => route);
  const positions = await readCourierPositions(table, first.route.organizationId, routes);
  return found.map((one) => renderRoute(one, { viewer: caller, position: positions.get(one.route.id) }));
}
