import type { DispatchDeps } from '../../fulfilment/dispatch/index.ts';
import { plannedActivity } from '../../platform/activities/index.ts';
import { toInstant } from '../../platform/core/clock.ts';
import { mapConcurrently } from '../../platform/core/map-concurrently.ts';
import type { Actor } from '../../platform/core/origin.ts';
import { isRefusal, type Refusal } from '../../platform/core/refusal.ts';
import type { RoutePlanner } from './change-routes.ts';
import { callForRoutes, type RoutesDispatchRequest } from './dispatch-pending-routes.ts';
import { dispatchRoute, refuseDispatch } from './dispatch-route.ts';

/** Maximum number of routes of one request: those of a day. */
export const MAX_DISPATCHED = 300;

/** Routes that are dispatched in parallel. */
const WIDTH = 3;

/**
 * How long a request starts further routes. Each of the last ones may take as long as the slowest provider of 200
 * packages (15 s) plus its writes, which stays below the 29 s of API Gateway. Milliseconds.
 */
const BEGIN_MS = 4_000;

/** The outcome of a route in a request; `pending` = the activity dispatches it. */
export interface RouteOutcome {
  readonly routeId: string;
  readonly outcome: { readonly jobId: string } | Refusal | 'pending';
}

/** Outcomes in the order of the routes, and the activity that dispatches the pending ones, if any. */
export interface DispatchedRoutes {
  readonly outcomes: readonly RouteOutcome[];
  readonly activityId: string | null;
}

/**
 * Dispatches routes within the time of a request. Those that could not be started in time are left to an activity,
 * which survives a crash. A route that cannot be dispatched does not block the others.
 */
export async function dispatchRoutes(
  deps: DispatchDeps,
  planner: RoutePlanner & { readonly actor: Actor },
  { routeIds, autoDispatch }: { readonly routeIds: readonly string[]; readonly autoDispatch: boolean },
): Promise<DispatchedRoutes> {
  const { table, clock, ids } = deps;
  // Drawn before any other ids, so that a repeated request gets the same one for each route.
  const wanted = [...new Set(routeIds)].map((routeId) => ({ routeId, jobId: ids.next('job') }));
  const activityId = ids.next('act');
  const until = clock.now() + BEGIN_MS;
  const each = await mapConcurrently(wanted, WIDTH, async ({ routeId, jobId }): Promise<RouteOutcome> => {
    if (clock.now() > until)
      return { routeId, outcome: (await refuseDispatch(deps, planner, routeId)) ?? 'pending' };
    const done = await dispatchRoute(deps, planner, routeId, { autoDispatch, jobId });
    if (isRefusal(done)) return { routeId, outcome: done };
    return { routeId: done.route.route.id, outcome: { jobId: done.job.job.value.id } };
  });
  const routes = wanted.filter((_, index) => each[index]?.outcome === 'pending');
  const outcomes = withoutOtherNames(each);
  if (routes.length === 0) return { outcomes, activityId: null };
  const { organizationId, keyId: createdBy, storeLocationIds, driverGroupIds, actor } = planner;
  const request: RoutesDispatchRequest = { routes, autoDispatch, actor: { ...actor } };
  const planned = plannedActivity(
    { organizationId, createdBy, storeLocationIds, driverGroupIds },
    { id: activityId, action: 'act_dispatch_routes', request },
    clock.now(),
  );
  // A repeated request finds the activity that its first attempt created.
  await table.write([
    ...planned.operations,
    callForRoutes({ organizationId, id: activityId }, 0, toInstant(clock.now())),
  ]);
  return { outcomes, activityId };
}

/**
 * The outcomes without duplicates of routes that the request names twice, by id and by external id: a job is reported
 * once.
 */
function withoutOtherNames(outcomes: readonly RouteOutcome[]): readonly RouteOutcome[] {
  const dispatched = new Set(
    outcomes.flatMap(({ routeId, outcome }) =>
      typeof outcome === 'object' && 'jobId' in outcome ? routeId : [],
    ),
  );
  return outcomes.filter(
    ({ outcome }) =>
      outcome === 'pending' || !isRefusal(outcome) || !dispatched.has(String(outcome.details.id)),
  );
}
