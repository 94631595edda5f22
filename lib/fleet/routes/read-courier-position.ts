import type { Table } from '../../platform/table/index.ts';
import { type CourierPosition, courierPositionEntity, OWN } from './courier-cells.ts';
import type { Route, RouteRow } from './route.ts';
import { isRouteOver } from './route-lifecycle.ts';

/** What determines whether a route's courier is under way, and where. */
type OnTheRoad = Pick<RouteRow, 'id' | 'status' | 'isDispatched' | 'courier'>;

/**
 * Latest positions of the couriers of routes, by route id. A route that is not dispatched or over has none, and neither
 * has one whose courier's latest position belongs to another route. 1 call for each 100 routes under way.
 */
export async function readCourierPositions(
  table: Table,
  organizationId: string,
  routes: readonly OnTheRoad[],
): Promise<ReadonlyMap<string, CourierPosition>> {
  const driven = routes.filter(({ status, isDispatched }) => isDispatched && !isRouteOver(status));
  if (driven.length === 0) return new Map();
  const found = await table.getMany(
    courierPositionEntity,
    driven.map(({ id, courier }) => ({ organizationId, cell: OWN, courierId: courier?.id ?? id })),
  );
  return new Map(
    driven.flatMap(({ id }, index) => {
      const position = found[index]?.value;
      return position?.routeId === id ? [[id, position] as const] : [];
    }),
  );
}

/** Latest position of a route's courier on it. 1 call at most. */
export async function readCourierPosition(table: Table, route: Route): Promise<CourierPosition | undefined> {
  return (await readCourierPositions(table, route.organizationId, [route])).get(route.id);
}
