import { refuseUnknownIds } from '../../platform/core/reference-refusals.ts';
import type { Refusal } from '../../platform/core/refusal.ts';
import type { Table } from '../../platform/table/index.ts';
import { routeNotFound, routeNotInScope } from './refusals.ts';
import { type RouteRow, routeReferenceEntity } from './route.ts';
import { loadRoute, type RouteAggregate } from './route-aggregate.ts';

/** On whose behalf routes are read or changed. */
export interface RouteActor {
  readonly organizationId: string;
  /** API key or user. */
  readonly keyId: string;
  /** Store locations and driver groups to which the caller is limited; null = no limit. */
  readonly storeLocationIds: readonly string[] | null;
  readonly driverGroupIds: readonly string[] | null;
  /** Shards of the organization's lists. */
  readonly listShards: number;
}

const INTERNAL_ID = /^rte_[0-9A-HJKMNP-TV-Z]{26}$/;

/** Whether this can only be one of the service's own ids. */
export function isRouteId(id: string): boolean {
  return id.startsWith('rte_');
}

/**
 * The route with this id or external id; ROUTE_NOT_FOUND, or FORBIDDEN when it is outside the caller's stores
 * and driver groups (specification 5.3). 1 call by id, 2 by external id.
 */
export async function readRoute(
  table: Table,
  actor: RouteActor,
  id: string,
): Promise<RouteAggregate | Refusal> {
  const found = await findRoute(table, actor.organizationId, id);
  if (!found) return unknownRoute(id);
  return maySeeRoute(actor, rowFields(found)) ? found : outsideScope(id);
}

/**
 * The routes of a list `routeIds`, each once; unknown ones refuse it and are all named (decision C68), one outside the
 * caller's stores and driver groups is FORBIDDEN.
 */
export async function readRoutes(
  table: Table,
  actor: RouteActor,
  ids: readonly string[],
): Promise<readonly RouteAggregate[] | Refusal> {
  const routes = new Map<string, RouteAggregate>();
  const unknownIds: string[] = [];
  for (const id of new Set(ids)) {
    const found = await findRoute(table, actor.organizationId, id);
    if (!found) unknownIds.push(id);
    else if (maySeeRoute(actor, rowFields(found))) routes.set(found.route.id, found);
    else return outsideScope(id);
  }
  return refuseUnknownIds('routeIds', unknownIds) ?? [...routes.values()];
}

/** The route with this id or external id, for any caller. */
export async function findRoute(
  table: Table,
  organizationId: string,
  id: string,
): Promise<RouteAggregate | undefined> {
  if (INTERNAL_ID.test(id)) {
    const found = await loadRoute(table, { organizationId, id });
    if (found) return found;
  }
  const reference = await table.get(routeReferenceEntity, { organizationId, externalId: id });
  return reference && loadRoute(table, { organizationId, id: reference.value.routeId });
}

/** ROUTE_NOT_FOUND, for unknown and foreign routes alike. */
export function unknownRoute(id: string): Refusal {
  return routeNotFound(`There is no route with the id or external id "${id}".`, { id });
}

/** Whether a caller sees the route: a limited one sees routes that touch one of its stores or driver groups. */
export function maySeeRoute(
  actor: Pick<RouteActor, 'storeLocationIds' | 'driverGroupIds'>,
  route: Pick<RouteRow, 'storeLocationIds' | 'driverGroup'>,
): boolean {
  const { storeLocationIds, driverGroupIds } = actor;
  if (driverGroupIds !== null) {
    if (!route.driverGroup || !driverGroupIds.includes(route.driverGroup.id)) return false;
    return storeLocationIds === null || touches(storeLocationIds, route);
  }
  return storeLocationIds === null || touches(storeLocationIds, route);
}

function touches(
  limit: readonly string[],
  { storeLocationIds }: Pick<RouteRow, 'storeLocationIds'>,
): boolean {
  return storeLocationIds.some((id) => limit.includes(id));
}

function rowFields({ route }: RouteAggregate): Pick<RouteRow, 'storeLocationIds' | 'driverGroup'> {
  return route;
}

function outsideScope(id: string): Refusal {
  return routeNotInScope(
    `Route "${id}" touches none of the store locations or driver groups to which the caller is limited.`,
    { id },
  );
}
