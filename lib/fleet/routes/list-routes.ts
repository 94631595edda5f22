import {
  isOneOf,
  isPartOf,
  LISTING_LIMITS,
  type ListedPage,
  listPage,
} from '../../platform/listing/index.ts';
import type { CoreDeps } from '../../platform/runtime/index.ts';
import { maySeeRoute, type RouteActor } from './read-route.ts';
import { type RouteRow, routeEntity, routeRowOf, routeRowSchema } from './route.ts';
import { loadRoute } from './route-aggregate.ts';

/** Filter of a list of routes. */
export interface RouteFilters {
  /** Range of times: that of a day in the organization's time zone. Absent = any time. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  /** Case does not matter; absent = all but archived ones, which `archived` requests. */
  readonly status?: readonly string[] | undefined;
  readonly driverGroupId?: string | undefined;
  readonly courierId?: string | undefined;
  readonly storeLocationId?: string | undefined;
  /** Part of the id, external id, name, job id or driver's name. */
  readonly search?: string | undefined;
}

/** Routes per read of a list. */
const PAGE = 1_000;

/** A page of routes by the day of their departure, latest first; an empty route is listed by its creation (3.2.8). */
export async function listRoutes(
  deps: Pick<CoreDeps, 'table' | 'clock'>,
  actor: RouteActor,
  query: { readonly filters: RouteFilters; readonly limit: number; readonly offset: number },
): Promise<ListedPage<RouteRow>> {
  const { filters, limit, offset } = query;
  const { organizationId } = actor;
  return listPage(deps, actor, {
    prefix: 'rte_',
    query: filters,
    limit,
    offset,
    collect: () => collectRows(deps, actor, filters),
    async read(id) {
      const found = await loadRoute(deps.table, { organizationId, id });
      const row = found && routeRowOf(found.route);
      return row && maySeeRoute(actor, row) ? row : undefined;
    },
  });
}

/** All rows that match, as many as a listing can have. With a day, no more is read than the day has. */
async function collectRows(
  { table }: Pick<CoreDeps, 'table'>,
  actor: RouteActor,
  filters: RouteFilters,
): Promise<{ readonly rows: readonly RouteRow[]; readonly isExact: boolean }> {
  const rows: RouteRow[] = [];
  let scanned = 0;
  let after: { readonly at: string; readonly id: string } | undefined;
  for (;;) {
    const page = await table.list(routeEntity, {
      organizationId: actor.organizationId,
      shards: actor.listShards,
      direction: 'DESC',
      limit: PAGE,
      ...(filters.from ? { from: filters.from } : {}),
      ...(filters.to ? { to: filters.to } : {}),
      ...(after ? { after } : {}),
    });
    for (const { row } of page) {
      const route = routeRowSchema.parse(row);
      if (!maySeeRoute(actor, route) || !matches(route, filters)) continue;
      if (rows.length === LISTING_LIMITS.matches) return { rows, isExact: false };
      rows.push(route);
    }
    scanned += page.length;
    after = page.at(-1);
    if (page.length < PAGE) return { rows, isExact: true };
    if (scanned >= LISTING_LIMITS.scanned) return { rows, isExact: false };
  }
}

function matches(row: RouteRow, filters: RouteFilters): boolean {
  const { status, driverGroupId, courierId, storeLocationId, search } = filters;
  const shown = row.archivedAt === null ? row.status : 'ARCHIVED';
  return (
    (status?.length ? isOneOf(status, [shown]) : row.archivedAt === null) &&
    (driverGroupId === undefined ||
      isOneOf([driverGroupId], [row.driverGroup?.id, row.driverGroup?.externalId ?? undefined])) &&
    (courierId === undefined || row.courier?.id === courierId) &&
    (storeLocationId === undefined || row.storeLocationIds.includes(storeLocationId)) &&
    isPartOf(search, [
      row.id,
      row.externalId ?? undefined,
      row.name ?? undefined,
      row.jobId ?? undefined,
      [row.courier?.firstName, row.courier?.lastName].filter(Boolean).join(' '),
    ])
  );
}
