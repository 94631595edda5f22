import type { Table } from '../table/index.ts';
import { courierPositionEntity, OWN } from './courier-cells.ts';
import type { RenderedRoute } from './render-route.ts';
import type { Route } from './route.ts';
import { isRouteOver } from './route-lifecycle.ts';

/** Latest position of a route's courier on it; null when the route is over or none was reported. 1 call at most. */
export async function readCourierPosition(
  table: Table,
  { organizationId, id, status, courier }: Route,
): Promise<RenderedRoute['courierPosition']> {
  if (isRouteOver(status)) return null;
  const key = { organizationId, cell: OWN, courierId: courier?.id ?? id };
  const position = (await table.get(courierPositionEntity, key))?.value;
  if (position?.routeId !== id) return null;
  const { lat, lng, updatedAt } = position;
  return { lat, lng, updatedAt };
}
