import type { Order } from '../../ordering/orders/index.ts';
import { toInstant } from '../../platform/core/clock.ts';
import { isRefusal, type Refusal } from '../../platform/core/refusal.ts';
import { collectAt, insertStops } from './arrange-stops.ts';
import { changeRoutes, type RouteDeps, type RoutePlanner } from './change-routes.ts';
import { findOrders, refuseClaims } from './claim-orders.ts';
import type { RoutesChange } from './commit-routes.ts';
import { refusePlanning } from './guard-planning.ts';
import { isSamePlace, loadingPlacesOf } from './loading-places.ts';
import { placeOf, refuseOrder } from './read-stops.ts';
import { routeInvalid } from './refusals.ts';
import type { RouteAggregate } from './route-aggregate.ts';
import { routeStopsUpdated } from './route-events.ts';
import { routeOrderOf } from './route-order.ts';
import { settledRoute } from './settle-route.ts';
import { newStop, type Stop } from './stop.ts';

/** Adds orders to a route, before its end. Those that are already on it stay where they are. */
export async function addOrders(
  deps: RouteDeps,
  planner: RoutePlanner,
  id: string,
  orderIds: readonly string[],
  expectedVersion?: number,
): Promise<RouteAggregate | Refusal> {
  const changed = await changeRoutes(deps, planner, { ids: [id], expectedVersion }, async ([route]) =>
    planAddition(deps, planner, route!, orderIds),
  );
  return isRefusal(changed) ? changed : changed[0]!;
}

async function planAddition(
  deps: RouteDeps,
  planner: RoutePlanner,
  found: RouteAggregate,
  orderIds: readonly string[],
): Promise<RoutesChange | Refusal | undefined> {
  const { route } = found;
  const refused = refusePlanning(route, 'given orders');
  if (refused) return refused;
  const orders = await findOrders(deps, planner, orderIds);
  if (isRefusal(orders)) return orders;
  const present = new Set(found.orders.map((order) => order.id));
  const added = [...new Map([...orders.values()].map((stored) => [stored.value.id, stored])).values()].filter(
    ({ value }) => !present.has(value.id),
  );
  if (added.length === 0) return undefined;
  const claims = await refuseClaims(deps, added, route.id);
  if (claims) return claims;
  let stops: readonly Stop[] = found.stops;
  for (const { value: order } of added) {
    const next = withOrder(deps, stops, order);
    if (isRefusal(next)) return next;
    stops = next;
  }
  const invalid = refuseOrder(stops);
  if (invalid) return invalid;
  const known = added.map(({ value }) => routeOrderOf(value));
  const change = { route: { timesOutOfDate: true }, stops, known, encodedPolyline: null };
  return {
    edits: [
      {
        before: found,
        next: settledRoute(found, change, toInstant(deps.clock.now())),
        events: [routeStopsUpdated],
      },
    ],
    moves: added.map((stored) => ({ stored, to: route.id })),
  };
}

/** The stops with one more order, which is either loaded at the start or picked up. */
export function withOrder(
  { ids }: Pick<RouteDeps, 'ids'>,
  stops: readonly Stop[],
  order: Order,
): readonly Stop[] | Refusal {
  const dropoff = placeOf('DROPOFF', order);
  if (!dropoff) return noPlace(order, 'dropoff');
  const pickup = placeOf('PICKUP', order);
  const { kind, places } = loadingPlacesOf({ stops });
  const startLoads = kind === 'start' && (!pickup || places.some((place) => isSamePlace(place, pickup)));
  if (!startLoads && !pickup) return noPlace(order, 'pickup');
  const collected = startLoads || !pickup ? stops : collectAt(ids, stops, pickup, [order.id]);
  const stop = newStop({
    id: ids.next('stp'),
    stopType: 'DROPOFF',
    objectIds: [order.id],
    location: dropoff,
    serviceTime: order.optimizationParameters?.dropoffDoorstepTimeSeconds ?? null,
  });
  return insertStops(collected, [stop], undefined);
}

function noPlace({ id }: Order, side: string): Refusal {
  return routeInvalid(
    `Order ${id} has no coordinates for its ${side}. Give it an address that can be found.`,
    {
      fields: { orderIds: `Order ${id} has no coordinates for its ${side}.` },
      orderId: id,
    },
  );
}
