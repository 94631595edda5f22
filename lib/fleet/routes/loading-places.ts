import { greatCircleMeters, type Point } from '../../platform/core/geography.ts';
import type { RouteContent } from './route-aggregate.ts';

/** Distance within which two points are one place. Metres. */
const SAME_PLACE_METERS = 50;

/** Where a route loads its orders. */
export interface LoadingPlaces {
  /** `start`: everything is on board at the departure; `pickup`: the vehicle loads at the pickup stops. */
  readonly kind: 'start' | 'pickup' | 'none';
  readonly places: readonly Point[];
}

/** Where the route loads: at its pickup stops or, if it has none, at its start. */
export function loadingPlacesOf({ stops }: Pick<RouteContent, 'stops'>): LoadingPlaces {
  const at = (type: string) =>
    stops.filter(({ stopType }) => stopType === type).flatMap(({ location }) => location ?? []);
  const pickups = at('PICKUP');
  if (pickups.length > 0) return { kind: 'pickup', places: pickups };
  const starts = at('ROUTE_START');
  return starts.length > 0 ? { kind: 'start', places: starts } : { kind: 'none', places: [] };
}

/** Whether two points are one place. */
export function isSamePlace(a: Point, b: Point): boolean {
  return greatCircleMeters(a, b) <= SAME_PLACE_METERS;
}
