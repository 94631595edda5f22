import {
  type Asked,
  type Filters,
  isOneOf,
  isPartOf,
  LISTING_LIMITS,
  type ListedPage,
  listPage,
  type Only,
  passes,
} from '../../platform/listing/index.ts';
import type { CoreDeps } from '../../platform/runtime/index.ts';
import { maySeeRoute, type RouteActor } from './read-route.ts';
import { type RouteRow, routeEntity, routeRowOf, routeRowSchema } from './route.ts';
import { loadRoute } from './route-aggregate.ts';

/** What each filter requires of a route. */
const routeFilters = {
  driverGroupId: (row, id: string) =>
    isOneOf([id], [row.driverGroup?.id, row.driverGroup?.externalId ?? undefined]),
  courierId: (row, id: string) => row.courier?.id === id,
  storeLocationId: (row, id: string) => row.storeLocationIds.includes(id),
  /** Part of the id, external id, name, job id or driver's name. */
  search: (row, part: string) =>
    isPartOf(part, [
      row.id,
      row.externalId ?? undefined,
      row.name ?? undefined,
      row.jobId ?? undefined,
      [row.courier?.firstName, row.courier?.lastName].filter(Boolean).join(' '),
    ]),
} satisfies Filters<RouteRow>;

/** What is asked of a list of routes. */
export interface RouteFilters extends Asked<typeof routeFilters> {
  /** Range of times: that of a day in the organization's time zone. Absent = any time. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  /** Case does not matter; absent = all but archived ones, which `archived` requests. */
  readonly status?: readonly string[] | undefined;
}

/** Routes per read of a list. */
const PAGE = 1_000;

/**
 * A page of routes by the day of their departure, latest first; an empty route is listed by the time it was created
 * (3.2.8).
 */
export async function listRoutes<Given extends RouteFilters>(
  deps: Pick<CoreDeps, 'table' | 'clock'>,
  actor: RouteActor,
  query: { readonly filters: Only<Given, RouteFilters>; readonly limit: number; readonly offset: number },
): Promise<ListedPage<RouteRow>> {
  const { limit, offset } = query;
  const filters: RouteFilters = query.filters;
  const { organizationId } = actor;
  return listPage(deps, actor, {
    prefix: 'rte_',
    query: filters,
    limit,
    offset,
    collect: () => routesMatching(deps, actor, filters),
    async read(id) {
      const found = await loadRoute(deps.table, { organizationId, id });
      const row = found && routeRowOf(found.route);
      return row && maySeeRoute(actor, row) ? row : undefined;
    },
  });
}

/** All matching rows, up to the limit of a listing. With a day, only that day's rows are read. */
export async function routesMatching(
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

function matches(row: RouteRow, asked: RouteFilters): boolean {
  const shown = row.archivedAt === null ? row.status : 'ARCHIVED';
  const isListed = asked.status?.length ? isOneOf(asked.status, [shown]) : row.archivedAt === null;
  return isListed && passes(routeFilters, row, asked);
}
