import { toInstant } from '../../platform/core/clock.ts';
import type { CoreDeps } from '../../platform/runtime/index.ts';
import { maySeeRoute, type RouteActor } from './read-route.ts';
import { routeEntity, routeRowSchema } from './route.ts';
import { isOnTheRoad } from './seen-driver.ts';

/** Drivers and vehicles of routes that touch the stores to which a caller is limited. */
export interface FleetAtStores {
  /** By the driver's id; whether a route of these is on the road. */
  readonly drivers: ReadonlyMap<string, { readonly isUnderWay: boolean }>;
  readonly vehicleIds: ReadonlySet<string>;
}

/** Routes count from this long before now, because people still ask about yesterday's. */
const BACK_MS = 48 * 3_600_000;

/** Rows per read, maximum number of rows, and maximum number of routes whose vehicles are read. */
const PAGE = 1_000;
const MAX_ROWS = 5_000;
const MAX_ROUTES = 500;

/**
 * The part of the fleet that a store sees. 1 call for each 1,000 present routes of the organization, 1 for each 100 of
 * the store.
 */
export async function fleetAtStores(
  { table, clock }: Pick<CoreDeps, 'table' | 'clock'>,
  actor: RouteActor,
): Promise<FleetAtStores> {
  const { organizationId, listShards: shards } = actor;
  const from = toInstant(clock.now() - BACK_MS);
  const routeIds: string[] = [];
  const drivers = new Map<string, { isUnderWay: boolean }>();
  let after: { readonly at: string; readonly id: string } | undefined;
  for (let read = 0; read < MAX_ROWS && routeIds.length < MAX_ROUTES; read += PAGE) {
    const page = await table.list(routeEntity, {
      organizationId,
      shards,
      direction: 'DESC',
      limit: PAGE,
      from,
      ...(after ? { after } : {}),
    });
    for (const { row } of page) {
      const route = routeRowSchema.parse(row);
      if (route.archivedAt !== null || !maySeeRoute(actor, route)) continue;
      routeIds.push(route.id);
      if (!route.courier) continue;
      const isUnderWay = isOnTheRoad(route);
      const known = drivers.get(route.courier.id);
      drivers.set(route.courier.id, { isUnderWay: isUnderWay || (known?.isUnderWay ?? false) });
    }
    after = page.at(-1);
    if (page.length < PAGE) break;
  }
  const keys = routeIds.slice(0, MAX_ROUTES).map((id) => ({ organizationId, id }));
  const routes = await table.getMany(routeEntity, keys);
  const vehicles = routes.flatMap((stored) => stored?.value.vehicle?.id ?? []);
  return { drivers, vehicleIds: new Set(vehicles) };
}
