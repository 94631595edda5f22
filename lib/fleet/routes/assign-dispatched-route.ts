import { type DispatchDeps, giveJobToProvider } from '../../fulfilment/dispatch/index.ts';
import { readJob } from '../../fulfilment/jobs/index.ts';
import { isRefusal, type Refusal } from '../../platform/core/refusal.ts';
import { assignRoute, type ProviderName, planAssignment, type RouteAssignment } from './assign-route.ts';
import type { RoutePlanner } from './change-routes.ts';
import { refusePlanner } from './guard-planning.ts';
import { readRoute } from './read-route.ts';
import { routeChanged } from './refusals.ts';
import type { RouteAggregate } from './route-aggregate.ts';

/**
 * Assigns a route before or after dispatch. After dispatch, the deliveries move to the provider that is named, or to
 * the own fleet when a driver is named and the organization has one, and that driver gets them, on shift or not; their
 * present providers lose them, and new quotes are asked for. The job moves before the route is written, so that repeating an interrupted request completes
 * it.
 */
export async function assignDispatchedRoute(
  deps: DispatchDeps,
  planner: RoutePlanner,
  id: string,
  assignment: RouteAssignment,
  providers: readonly ProviderName[],
  ownFleetId: string,
): Promise<RouteAggregate | Refusal> {
  const refused = refusePlanner(planner, planner.preferences);
  if (refused) return refused;
  const found = await readRoute(deps.table, planner, id);
  if (isRefusal(found)) return found;
  const { organizationId, isDispatched, jobId } = found.route;
  if (!isDispatched) return assignRoute(deps, planner, id, assignment, providers);
  const providerId = assignment.providerId ?? fleetOf(assignment, providers, ownFleetId);
  if (!providerId) return assignRoute(deps, planner, id, assignment, providers);
  const named = { ...assignment, providerId };
  const planned = await planAssignment(deps, planner, found, named, { providers, hasJob: true });
  if (isRefusal(planned)) return planned;
  const job = jobId === null ? undefined : await readJob(deps.table, organizationId, jobId);
  if (!job) {
    return routeChanged(`Route ${id} is being dispatched. Send the request again in a moment.`, {
      id,
      jobId,
    });
  }
  const driverId = providerId === ownFleetId ? planned.edits[0]?.next.route.courier?.id : null;
  const given = await giveJobToProvider(deps, planner, { jobId: job.job.value.id, providerId, driverId });
  if (isRefusal(given)) return given;
  return assignRoute(deps, planner, id, named, providers, { hasJob: true });
}

/** The own fleet, for a driver who is named without a provider. */
function fleetOf(
  { courierId, providerId }: RouteAssignment,
  providers: readonly ProviderName[],
  ownFleetId: string,
): string | undefined {
  if (!courierId || providerId === null) return undefined;
  return providers.find((one) => one.id === ownFleetId)?.id;
}
