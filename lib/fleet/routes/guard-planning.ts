import type { Refusal } from '../../platform/core/refusal.ts';
import type { RouteActor } from './read-route.ts';
import {
  routeAlreadyDispatched,
  routeArchived,
  routeChanged,
  routeNotInScope,
  routesNotEnabled,
} from './refusals.ts';
import type { Route } from './route.ts';

/** Preferences of the organization that concern routes. */
export interface RoutePreferences {
  readonly routesEnabled: boolean;
  readonly autoDispatchRoutesOnCreation: boolean;
  readonly editRoutesAfterDispatch: boolean;
}

/**
 * Whether the caller may plan routes at all: routes are enabled, and the caller is not limited to stores or
 * driver groups (specification 3.2.8, 5.4).
 */
export function refusePlanner(
  actor: Pick<RouteActor, 'storeLocationIds' | 'driverGroupIds'>,
  preferences: RoutePreferences,
): Refusal | undefined {
  if (!preferences.routesEnabled) {
    return routesNotEnabled(
      'Routes are not enabled for this organization. Turn on the preference `routesEnabled`.',
      { preference: 'routesEnabled' },
    );
  }
  if (actor.storeLocationIds === null && actor.driverGroupIds === null) return undefined;
  const limit = actor.driverGroupIds === null ? 'store locations' : 'driver groups';
  return routeNotInScope(
    `Only callers without a limit can plan routes, but this one is limited to ${limit}.`,
    {
      limit,
    },
  );
}

/**
 * Why a route cannot be planned (specification 3.2.1): it is archived or dispatched; undefined when it can.
 * `deed` is the intended action, such as "resequenced".
 */
export function refusePlanning(route: Route, deed: string): Refusal | undefined {
  const { id, archivedAt, isDispatched, jobId } = route;
  if (archivedAt !== null) {
    return routeArchived(`Route ${id} is archived and cannot be ${deed}. Unarchive it first.`, {
      id,
      archivedAt,
    });
  }
  if (isDispatched) {
    return routeAlreadyDispatched(
      `Route ${id} is dispatched and cannot be ${deed}. Take its orders out of dispatch first.`,
      { id, jobId },
    );
  }
  return undefined;
}

/** Why the route's current change, made in several transactions, blocks others; undefined when it does not. */
export function refuseWhilePending({ id, pending }: Route, now: string): Refusal | undefined {
  if (!pending || pending.until <= now) return undefined;
  return routeChanged(
    `A large change of route ${id} is still in progress. Send the request again in a moment.`,
    {
      id,
      retryAfterSeconds: 5,
    },
  );
}
