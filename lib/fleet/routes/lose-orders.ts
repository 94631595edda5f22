import { toInstant } from '../../platform/core/clock.ts';
import type { CoreDeps } from '../../platform/runtime/index.ts';
import { takeOrders } from './arrange-stops.ts';
import type { RouteEdit } from './commit-routes.ts';
import type { RouteAggregate } from './route-aggregate.ts';
import { routeStopsUpdated } from './route-events.ts';
import { settledRoute } from './settle-route.ts';

/** The change of a planned route that loses some of its orders: the times of the stops that are left are out of date. */
export function loseOrders(
  { clock, ids }: Pick<CoreDeps, 'clock' | 'ids'>,
  before: RouteAggregate,
  orderIds: Iterable<string>,
): RouteEdit {
  const { left } = takeOrders(ids, before.stops, new Set(orderIds));
  const change = { route: { timesOutOfDate: true }, stops: left, encodedPolyline: null };
  const next = settledRoute(before, change, toInstant(clock.now()));
  return { before, next, events: [routeStopsUpdated] };
}
