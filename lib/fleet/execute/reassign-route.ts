import { isRefusal, type Refusal } from '../../platform/core/refusal.ts';
import {
  assignRoute,
  type Route,
  type RouteAggregate,
  type RouteDeps,
  type RoutePlanner,
  readRoute,
} from '../routes/index.ts';
import { notOwnFleet, vehicleNeedsNoLimit } from './refusals.ts';

/** The new driver and vehicle. Null removes the current one. */
export interface Reassignment {
  readonly courierId?: string | null | undefined;
  readonly vehicleId?: string | null | undefined;
}

/** Which changes a caller may make to a route (specification 4.8.4), and why the others are refused. */
export function membersWhoPick(
  route: Pick<Route, 'providerId' | 'providerName'>,
  caller: Pick<RoutePlanner, 'storeLocationIds' | 'driverGroupIds'>,
  ownFleetId: string,
): { readonly courier: boolean; readonly vehicle: boolean; readonly reason: string | null } {
  if (route.providerId !== null && route.providerId !== ownFleetId) {
    const provider = route.providerName ?? route.providerId;
    const reason = `${provider} carries the route and chooses its driver and vehicle.`;
    return { courier: false, vehicle: false, reason };
  }
  if (caller.storeLocationIds === null && caller.driverGroupIds === null) {
    return { courier: true, vehicle: true, reason: null };
  }
  const reason = 'Only users who are not limited to stores or driver groups can assign vehicles.';
  return { courier: true, vehicle: false, reason };
}

/**
 * Reassigns a route to another driver or vehicle of the own fleet, on the road as well. Needs no right to
 * plan routes: a store operator may reassign a driver (specification 5.3).
 */
export async function reassignRoute(
  deps: RouteDeps,
  caller: RoutePlanner,
  id: string,
  reassignment: Reassignment,
  ownFleetId: string,
): Promise<RouteAggregate | Refusal> {
  const found = await readRoute(deps.table, caller, id);
  if (isRefusal(found)) return found;
  const { courier, vehicle, reason } = membersWhoPick(found.route, caller, ownFleetId);
  if (!courier) {
    return notOwnFleet(`${reason} Ask the provider, or cancel its job and dispatch the route again.`, {
      id: found.route.id,
      providerId: found.route.providerId,
    });
  }
  if (!vehicle && reassignment.vehicleId !== undefined) {
    return vehicleNeedsNoLimit(`${reason} Send only \`courierId\`.`, { field: 'vehicleId' });
  }
  const waits = refuseWhileWaiting(found.route, reassignment);
  if (waits) return waits;
  return assignRoute(deps, caller, found.route.id, reassignment, [], { isExecution: true });
}

/** A driver who is named here would not get a job that any provider can still take. */
function refuseWhileWaiting(
  { id, isDispatched, providerId, status }: Route,
  { courierId }: Reassignment,
): Refusal | undefined {
  const isCarried = !isDispatched || providerId !== null || (status !== 'CREATED' && status !== 'ASSIGNED');
  if (!courierId || isCarried) return undefined;
  return notOwnFleet(
    `No provider carries route ${id} yet. Give it to the driver with POST /v1/routes/${id}/assign.`,
    { id, providerId },
  );
}
