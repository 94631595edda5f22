import type { RouteActor } from './read-route.ts';
import type { Route } from './route.ts';
import { isRouteOver } from './route-lifecycle.ts';

/** For whom a route is shown; null = for its organization, as webhooks are. */
export type RouteViewer = Pick<RouteActor, 'storeLocationIds'> | null;

/** Whether a route is on the road: it has left, and is not over. */
export function isOnTheRoad({ actualDeparture, status }: Pick<Route, 'actualDeparture' | 'status'>): boolean {
  return actualDeparture !== null && !isRouteOver(status);
}

/** The driver of a route as a viewer sees it: those limited to stores see the phone number while it is on the road. */
export function seenDriver(
  viewer: RouteViewer,
  route: Pick<Route, 'courier' | 'actualDeparture' | 'status'>,
): Route['courier'] {
  const { courier } = route;
  const isSeenWhole = !viewer || viewer.storeLocationIds === null || isOnTheRoad(route);
  return courier === null || isSeenWhole ? courier : { ...courier, phoneNumber: null };
}
