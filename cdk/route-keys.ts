import type { Area, Endpoint } from '../lib/platform/http/index.ts';

/** A route of the API and the area whose function answers it. */
export interface RouteKey {
  readonly routeKey: string;
  readonly area: string;
  /** Whether no key is needed. */
  readonly isPublic: boolean;
}

/**
 * Paths below which one area answers whatever has no route of its own. An API has at most 300 routes unless AWS grants
 * more, and one for each endpoint would be more than that.
 *
 * To give a path to another area takes two deployments: remove it here, deploy, and add it again.
 */
export const SUBTREES: Readonly<Record<string, string>> = Object.freeze({
  '/v1/activities': 'activities',
  '/v1/agent-runs': 'agents',
  '/v1/agents': 'agents',
  '/v1/ai': 'ai',
  '/v1/connections': 'connections',
  '/v1/custom-event-definitions': 'workflow-setup',
  '/v1/delivery-window': 'windows',
  '/v1/delivery-windows': 'windows',
  '/v1/dispatch': 'dispatch',
  '/v1/documents': 'documents',
  '/v1/driver': 'driver',
  '/v1/driver-phones': 'driver-phones',
  '/v1/execute': 'execute',
  '/v1/flags': 'notifications',
  '/v1/fleet': 'fleet',
  '/v1/fleet/couriers': 'own-fleet',
  '/v1/fleet/tasks': 'own-fleet',
  '/v1/insights': 'insights',
  '/v1/jobs': 'jobs',
  '/v1/notification-groups': 'notifications',
  '/v1/notification-templates': 'notifications',
  '/v1/notification-triggers': 'notifications',
  '/v1/optimization-strategies': 'planning',
  '/v1/order': 'orders',
  '/v1/orders': 'order-operations',
  '/v1/organization-management': 'tenancy',
  '/v1/recurring': 'recurring-orders',
  '/v1/route-exceptions': 'execute',
  '/v1/routes': 'routes',
  '/v1/shops': 'shops',
  '/v1/store_locations': 'stores',
  '/v1/uploads': 'uploads',
  '/v1/webhooks': 'webhooks',
  '/v1/workflow-executions': 'workflow-runs',
  '/v1/workflows': 'workflows',
  '/v1/zone-restrictions': 'zones',
  '/v1/zones': 'zones',
});

/** The routes through which every endpoint is reached by its own area's function, and public ones without a key. */
export function routeKeysOf(
  areas: readonly Area[],
  subtrees: Readonly<Record<string, string>> = SUBTREES,
): readonly RouteKey[] {
  const names = new Set(areas.map(({ name }) => name));
  const owned = Object.entries(subtrees)
    .filter(([, area]) => names.has(area))
    .map(([path, area]) => ({ routeKey: `ANY ${path}/{proxy+}`, area, isPublic: false }));
  const fallback = areas.find((area) => area.fallback);
  return [
    ...owned,
    ...[...byPath(areas)].flatMap(([path, endpoints]) =>
      ownRoutes(endpoints, ownerOf(path, subtrees), fallback),
    ),
    ...(fallback ? [{ routeKey: '$default', area: fallback.name, isPublic: true }] : []),
  ];
}

interface Answered {
  readonly area: string;
  readonly endpoint: Endpoint;
}

/** The endpoints at each path, whatever its variables are called. */
function byPath(areas: readonly Area[]): ReadonlyMap<string, readonly Answered[]> {
  return Map.groupBy(
    areas.flatMap((area) => area.endpoints.map((endpoint) => ({ area: area.name, endpoint }))),
    ({ endpoint }) => endpoint.path.replaceAll(/\{\w+\}/g, '{}'),
  );
}

/** The area that has the innermost subtree with this path in it. */
function ownerOf(path: string, subtrees: Readonly<Record<string, string>>): string | undefined {
  const [innermost] = Object.keys(subtrees)
    .filter((root) => path.startsWith(`${root}/`))
    .sort((one, other) => other.length - one.length);
  return innermost === undefined ? undefined : subtrees[innermost];
}

/** The routes of one path. */
function ownRoutes(
  answered: readonly Answered[],
  owner: string | undefined,
  fallback: Area | undefined,
): readonly RouteKey[] {
  const needed = answered.filter(({ area, endpoint }) => !isReached(area, endpoint, owner, fallback));
  const [first] = needed;
  if (!first) return [];
  const { area, endpoint } = first;
  const isPublic = endpoint.permission === null;
  const isAlike = answered.every(
    (one) =>
      one.area === area &&
      one.endpoint.path === endpoint.path &&
      (one.endpoint.permission === null) === isPublic,
  );
  // Within another area's subtree, that area would be asked for the other methods and deny that the path exists.
  const isForeign = owner !== undefined && owner !== area;
  if (isAlike && (answered.length > 1 || isForeign))
    return [{ routeKey: `ANY ${endpoint.path}`, area, isPublic }];
  return needed.map((one) => ({
    routeKey: one.endpoint.routeKey,
    area: one.area,
    isPublic: one.endpoint.permission === null,
  }));
}

/** Whether an endpoint is reached by its area's subtree, or by the route for everything else. */
function isReached(
  area: string,
  { path, permission }: Endpoint,
  owner: string | undefined,
  fallback: Area | undefined,
): boolean {
  if (owner === undefined) return permission === null && fallback?.name === area;
  return owner === area && permission !== null && !hasText(path);
}

/**
 * Whether the path has an identifier of the merchant's, which may contain a slash. API Gateway hands over the path with
 * its escapes resolved, so only its own parameters tell such a slash from one of the path's.
 */
function hasText(path: string): boolean {
  return /\{external_?id/i.test(path);
}
