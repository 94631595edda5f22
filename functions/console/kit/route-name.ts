import { m } from '../messages.ts';
import { time } from './format.ts';
import type { Route } from './types.ts';

/** What a route is called by. */
type Called = Pick<Route, 'id' | 'name' | 'externalId' | 'plannedDeparture'> & {
  readonly courier?: { readonly firstName: string | null; readonly lastName: string | null } | null;
};

/**
 * Name of a route; one without a name is named by its driver and its start, and by its id only if these are unknown.
 */
export function routeName({ id, name, externalId, courier, plannedDeparture }: Called): string {
  return name ?? externalId ?? nameOfPlanned(driverName(courier), plannedDeparture) ?? id;
}

/** What a planner tells routes apart by: name, driver and start. */
export function routeTitle(route: Called): string {
  const label = route.name ?? route.externalId;
  if (label === null) return routeName(route);
  const start = route.plannedDeparture ? time(route.plannedDeparture) : undefined;
  return [label, route.courier?.firstName, start].filter(Boolean).join(', ');
}

/** Name of a planned route that has none yet. */
export function nameOfPlanned(
  driver: string | undefined,
  departure: string | null | undefined,
): string | undefined {
  if (departure) return m.shared.leaving(driver, time(departure));
  return driver;
}

/** First and last name; undefined without a driver. */
export function driverName(courier: Called['courier']): string | undefined {
  return [courier?.firstName, courier?.lastName].filter(Boolean).join(' ') || undefined;
}
