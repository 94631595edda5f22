import { toInstant } from '../../platform/core/clock.ts';
import { commit } from '../../platform/core/commit.ts';
import { isRefusal, type Refusal } from '../../platform/core/refusal.ts';
import type { CoreDeps } from '../../platform/runtime/index.ts';
import { commitRoutes, type RoutesChange } from './commit-routes.ts';
import { type RoutePreferences, refusePlanner, refuseWhilePending } from './guard-planning.ts';
import { type RouteActor, readRoute } from './read-route.ts';
import { recoverRoutes } from './recover-routes.ts';
import { routeChanged } from './refusals.ts';
import type { RouteAggregate } from './route-aggregate.ts';

/** What changing routes needs. */
export type RouteDeps = Pick<CoreDeps, 'table' | 'clock' | 'ids'>;

/** Who plans, with the organization's preferences. */
export interface RoutePlanner extends RouteActor {
  readonly preferences: RoutePreferences;
}

/**
 * Reads routes, lets `plan` decide and makes the change. The first of `ids` is the one whose version may be expected. A
 * lost race is retried; the second reading usually shows the faster change, which is then the reason to refuse.
 */
export async function changeRoutes(
  deps: RouteDeps,
  planner: RoutePlanner,
  of: {
    readonly ids: readonly string[];
    readonly expectedVersion?: number | undefined;
    /** A change while the route is under way. It needs no right to plan: the endpoint's permission is enough. */
    readonly isExecution?: boolean | undefined;
  },
  plan: (routes: readonly RouteAggregate[]) => Promise<RoutesChange | Refusal | undefined>,
): Promise<readonly RouteAggregate[] | Refusal> {
  const refused = of.isExecution ? undefined : refusePlanner(planner, planner.preferences);
  if (refused) return refused;
  return commit(deps, { what: 'route', id: of.ids }, async () => {
    const routes = await readFree(deps, planner, of.ids);
    if (isRefusal(routes)) return routes;
    const stale = refuseVersion(routes[0], of.expectedVersion);
    if (stale) return stale;
    const change = await plan(routes);
    if (isRefusal(change)) return change;
    if (!change) return routes;
    const done = await commitRoutes(deps, change);
    if (done) return done;
  });
}

/** The routes, unless one of them is in the middle of a large change. */
async function readFree(
  deps: RouteDeps,
  planner: RoutePlanner,
  ids: readonly string[],
): Promise<readonly RouteAggregate[] | Refusal> {
  const routes: RouteAggregate[] = [];
  for (const id of ids) {
    const found = await readSettled(deps, planner, id);
    if (isRefusal(found)) return found;
    routes.push(found);
  }
  return routes;
}

/** The route, with the remains of an interrupted change undone; CONFLICT while a change is in progress. */
export async function readSettled(
  deps: RouteDeps,
  actor: RouteActor,
  id: string,
): Promise<RouteAggregate | Refusal> {
  const found = await readRoute(deps.table, actor, id);
  if (isRefusal(found) || found.route.pending === null) return found;
  const now = toInstant(deps.clock.now());
  const pending = refuseWhilePending(found.route, now);
  if (pending) return pending;
  await recoverRoutes(deps, found.route);
  const present = await readRoute(deps.table, actor, id);
  if (isRefusal(present)) return present;
  // The expired mark of a new route is removed with this change.
  return refuseWhilePending(present.route, now) ?? { ...present, route: { ...present.route, pending: null } };
}

/** The stops have changed since they were read: decision C49. */
function refuseVersion(route: RouteAggregate | undefined, expected: number | undefined): Refusal | undefined {
  if (!route || expected === undefined || route.stored.version === expected) return undefined;
  return routeChanged(
    `Route ${route.route.id} has version ${route.stored.version}, not ${expected}. Read it again and repeat the change.`,
    { id: route.route.id, version: route.stored.version },
  );
}
