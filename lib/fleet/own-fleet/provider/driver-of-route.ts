import type { Table } from '../../../platform/table/index.ts';
import { routeEntity } from '../../routes/index.ts';

/** Id of the driver whom a person chose for a route; undefined without one. 1 call, none without a route. */
export async function driverOfRoute(
  table: Table,
  organizationId: string,
  routeId: string | null,
): Promise<string | undefined> {
  if (routeId === null) return undefined;
  const route = await table.get(routeEntity, { organizationId, id: routeId });
  return route?.value.courier?.id;
}
