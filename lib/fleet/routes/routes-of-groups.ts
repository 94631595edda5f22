import type { Table } from '../../platform/table/index.ts';
import { routeEntity, routeRowSchema } from './route.ts';

/** Maximum number of rows per read and in total: the routes of the last months. */
const PAGE = 1_000;
const MOST = 20_000;

/** Ids of the latest routes of drivers in these groups: through them a caller that is limited to groups sees orders. */
export async function routesOfGroups(
  table: Table,
  {
    organizationId,
    listShards,
    driverGroupIds,
  }: {
    readonly organizationId: string;
    readonly listShards: number;
    readonly driverGroupIds: readonly string[] | null;
  },
): Promise<readonly string[]> {
  const found: string[] = [];
  let after: { readonly at: string; readonly id: string } | undefined;
  for (let read = 0; read < MOST; read += PAGE) {
    const page = await table.list(routeEntity, {
      organizationId,
      shards: listShards,
      direction: 'DESC',
      limit: PAGE,
      ...(after ? { after } : {}),
    });
    for (const { id, row } of page) {
      const { driverGroup } = routeRowSchema.parse(row);
      if (driverGroup && driverGroupIds?.includes(driverGroup.id)) found.push(id);
    }
    after = page.at(-1);
    if (page.length < PAGE) break;
  }
  return found;
}
