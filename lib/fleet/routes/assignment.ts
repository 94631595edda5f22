import type { Route } from './route.ts';
import { nextRouteStatus } from './route-lifecycle.ts';
import { withHistoryEntry } from './status-history.ts';

/** Driver and vehicle, already looked up. Undefined = unchanged; null = none. */
export interface Assignment {
  readonly driverGroup?: Route['driverGroup'] | undefined;
  readonly courier?: Route['courier'] | undefined;
  readonly vehicle?: Route['vehicle'] | undefined;
  readonly shift?: Route['shift'] | undefined;
  readonly provider?: { readonly id: string; readonly name: string } | null | undefined;
}

/** Fields of the route that an assignment changes; a route with a driver or a provider is assigned. */
export function nextAssignment(route: Route, assignment: Assignment, at: string): Partial<Route> {
  const { driverGroup, courier, vehicle, shift, provider } = assignment;
  const fields: Partial<Route> = {
    ...(driverGroup === undefined ? {} : { driverGroup }),
    ...(courier === undefined ? {} : { courier }),
    ...(vehicle === undefined ? {} : { vehicle }),
    ...(shift === undefined ? {} : { shift }),
    ...(provider === undefined
      ? {}
      : { providerId: provider?.id ?? null, providerName: provider?.name ?? null }),
  };
  const next = { ...route, ...fields };
  const trigger = next.courier !== null || next.providerId !== null ? 'assign' : 'unassign';
  const status = nextRouteStatus(route.status, trigger);
  if (!status) return fields;
  return {
    ...fields,
    status,
    statusHistory: withHistoryEntry(route.statusHistory, { created_at: at, status }),
  };
}
