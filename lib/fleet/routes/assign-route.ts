import { toInstant } from '../../platform/core/clock.ts';
import { isRefusal, type Refusal } from '../../platform/core/refusal.ts';
import { nextAssignment } from './assignment.ts';
import { changeRoutes, type RouteDeps, type RoutePlanner } from './change-routes.ts';
import type { RoutesChange } from './commit-routes.ts';
import { type AssignmentInput, findAssignment } from './find-assignment.ts';
import { routeActionInvalidStatus, routeAlreadyDispatched, routeArchived, routeInvalid } from './refusals.ts';
import type { RouteAggregate } from './route-aggregate.ts';
import { routeAssigned, routeUpdated } from './route-events.ts';
import { isRouteOver } from './route-lifecycle.ts';
import { settledRoute } from './settle-route.ts';

/** Who carries a route: a provider, or a driver with a vehicle of the own fleet. */
export interface RouteAssignment extends AssignmentInput {
  readonly providerId?: string | null | undefined;
}

/**
 * Assigns a route to a driver, a vehicle, a driver group or a provider. Driver, vehicle and group can be changed until
 * the route has ended. The provider of a dispatched route carries its job: `assignDispatchedRoute` moves that first and
 * then writes the route with `hasJob`.
 */
export async function assignRoute(
  deps: RouteDeps,
  planner: RoutePlanner,
  id: string,
  assignment: RouteAssignment,
  providers: readonly ProviderName[],
  { isExecution, hasJob }: { readonly isExecution?: boolean; readonly hasJob?: boolean } = {},
): Promise<RouteAggregate | Refusal> {
  const changed = await changeRoutes(deps, planner, { ids: [id], isExecution }, ([found]) =>
    planAssignment(deps, planner, found!, assignment, { providers, hasJob }),
  );
  return isRefusal(changed) ? changed : changed[0]!;
}

/** A provider as routes name it. */
export interface ProviderName {
  readonly id: string;
  readonly name: string;
}

/** The change of an assignment, or why the route cannot have it. */
export async function planAssignment(
  deps: Pick<RouteDeps, 'table' | 'clock'>,
  planner: RoutePlanner,
  found: RouteAggregate,
  { providerId, ...input }: RouteAssignment,
  {
    providers,
    hasJob,
  }: { readonly providers: readonly ProviderName[]; readonly hasJob?: boolean | undefined },
): Promise<RoutesChange | Refusal> {
  const { route } = found;
  const { id } = route;
  if (route.archivedAt !== null)
    return routeArchived(`Route ${id} is archived and cannot be assigned. Unarchive it first.`, { id });
  if (isRouteOver(route.status)) {
    return routeActionInvalidStatus(`Route ${id} is ${route.status} and can no longer be assigned.`, {
      id,
      status: route.status,
    });
  }
  if (providerId !== undefined && route.isDispatched && !(hasJob && providerId !== null)) {
    return routeAlreadyDispatched(
      `Route ${id} is dispatched and cannot be without a provider. Name another one, or cancel its job ${route.jobId} first.`,
      { id, jobId: route.jobId },
    );
  }
  const assignment = await findAssignment(deps.table, planner, input, route);
  if (isRefusal(assignment)) return assignment;
  const provider = providerId ? providers.find((one) => one.id === providerId) : null;
  if (provider === undefined) return unknownProvider(providerId!);
  const at = toInstant(deps.clock.now());
  const fields = nextAssignment(
    route,
    { ...assignment, ...(providerId === undefined ? {} : { provider }) },
    at,
  );
  const events = fields.status === 'ASSIGNED' ? [routeAssigned] : [routeUpdated];
  return { edits: [{ before: found, next: settledRoute(found, { route: fields }, at), events }], moves: [] };
}

function unknownProvider(providerId: string): Refusal {
  return routeInvalid(`"${providerId}" is not a provider. GET /v1/providers lists them.`, {
    fields: { providerId: `"${providerId}" is not a provider.` },
  });
}
