import { toInstant } from '../../platform/core/clock.ts';
import type { Point } from '../../platform/core/geography.ts';
import { isRefusal, type Refusal } from '../../platform/core/refusal.ts';
import { collectAt, insertStops, takeOrders } from './arrange-stops.ts';
import { changeRoutes, type RouteDeps, type RoutePlanner } from './change-routes.ts';
import type { RoutesChange } from './commit-routes.ts';
import { refusePlanning } from './guard-planning.ts';
import { loadOrders } from './load-orders.ts';
import { isSamePlace, type LoadingPlaces, loadingPlacesOf } from './loading-places.ts';
import { refuseOrder } from './read-stops.ts';
import { routeChanged, routeMoveDisallowed, routeStopNotFound } from './refusals.ts';
import type { RouteAggregate } from './route-aggregate.ts';
import { routeStopsUpdated } from './route-events.ts';
import { settledRoute } from './settle-route.ts';
import { carriesOrders, type Stop } from './stop.ts';

/** What is to be moved where. */
export interface StopsMove {
  readonly stopIds: readonly string[];
  readonly toRouteId: string;
  /** Index among the destination's stops; absent = before its end. */
  readonly position?: number | undefined;
}

/**
 * Moves stops from one route to another with their orders. A pickup takes its orders' dropoffs along; a
 * dropoff leaves the pickup for the other orders there. Both routes change in one transaction, or, with very
 * many orders, as described at `commitRoutes`. Stops that are already on the destination stay where they are
 * (specification 3.2.2 to 3.2.5).
 */
export async function moveStops(
  deps: RouteDeps,
  planner: RoutePlanner,
  fromId: string,
  move: StopsMove,
  expectedVersion?: number,
): Promise<readonly RouteAggregate[] | Refusal> {
  const ids = [fromId, move.toRouteId];
  const moved = await changeRoutes(deps, planner, { ids, expectedVersion }, async ([source, destination]) =>
    planMove(deps, source!, destination!, move),
  );
  return moved;
}

async function planMove(
  deps: RouteDeps,
  source: RouteAggregate,
  destination: RouteAggregate,
  move: StopsMove,
): Promise<RoutesChange | Refusal | undefined> {
  const refused =
    refusePlanning(source.route, 'the source of a move') ??
    refusePlanning(destination.route, 'the destination of a move');
  if (refused) return refused;
  const selected = selectStops(source, destination, move.stopIds);
  if (isRefusal(selected)) return selected;
  if (selected.length === 0) return undefined;
  const orderIds = new Set(selected.flatMap(({ objectIds }) => objectIds));
  const places = loadingPlacesOf(destination);
  if (places.kind === 'none') {
    return routeMoveDisallowed(
      `Route ${destination.route.id} has no start and no pickup at which to load the orders. Add one first.`,
      { toRouteId: destination.route.id },
    );
  }
  const taken = takeOrders(deps.ids, source.stops, orderIds);
  const collected = loadAtDestination(deps, source, destination, taken.pickups, orderIds, places);
  if (isRefusal(collected)) return collected;
  const stops = insertStops(collected, taken.taken, move.position);
  const invalid = refuseOrder(stops);
  if (invalid) return invalid;
  const orders = await loadOrders(deps, source.route.organizationId, [...orderIds]);
  const strayed = orders.find(({ value }) => value.routeId !== source.route.id);
  if (strayed) {
    return routeChanged(
      `Order ${strayed.value.id} is no longer on route ${source.route.id}. Read it again.`,
      {
        orderId: strayed.value.id,
      },
    );
  }
  const at = toInstant(deps.clock.now());
  const stale = { timesOutOfDate: true };
  const known = source.orders.filter(({ id }) => orderIds.has(id));
  return {
    edits: [
      {
        before: source,
        next: settledRoute(source, { route: stale, stops: taken.left, encodedPolyline: null }, at),
        events: [routeStopsUpdated],
      },
      {
        before: destination,
        next: settledRoute(destination, { route: stale, stops, known, encodedPolyline: null }, at),
        events: [routeStopsUpdated],
      },
    ],
    moves: orders.map((stored) => ({ stored, to: destination.route.id })),
  };
}

/** The selected stops that are on the source. One that is on neither route has changed since it was selected. */
function selectStops(
  source: RouteAggregate,
  destination: RouteAggregate,
  stopIds: readonly string[],
): readonly Stop[] | Refusal {
  const there = new Set(destination.stops.map(({ id }) => id));
  const selected: Stop[] = [];
  for (const id of new Set(stopIds)) {
    if (there.has(id)) continue;
    const stop = source.stops.find((one) => one.id === id);
    if (!stop) {
      return id.startsWith('stp_')
        ? routeChanged(
            `Stop ${id} is no longer on route ${source.route.id}: its stops have changed since they were selected. Read the route again.`,
            { stopId: id, version: source.stored.version },
          )
        : routeStopNotFound(`Route ${source.route.id} has no stop "${id}".`, { stopId: id });
    }
    if (!carriesOrders(stop)) {
      return routeMoveDisallowed(
        `Stop ${id} is a ${stop.stopType} and belongs to its route. Only pickups, dropoffs and returns can be moved.`,
        { stopId: id, stopType: stop.stopType },
      );
    }
    selected.push(stop);
  }
  return selected;
}

/**
 * The destination's stops with the orders that are picked up there, or why they cannot be (specification 3.2.5). Two
 * routes that load at their starts exchange stops whatever their depots; otherwise both must load at the same place.
 */
function loadAtDestination(
  { ids }: RouteDeps,
  source: RouteAggregate,
  destination: RouteAggregate,
  pickups: readonly Stop[],
  orderIds: ReadonlySet<string>,
  places: LoadingPlaces,
): readonly Stop[] | Refusal {
  const collected = new Map(
    pickups.flatMap((stop) => stop.objectIds.map((id) => [id, stop.location] as const)),
  );
  const start = source.stops.find(({ stopType }) => stopType === 'ROUTE_START')?.location ?? null;
  let stops = destination.stops;
  const byPlace: { readonly place: Point; readonly orders: string[] }[] = [];
  for (const orderId of orderIds) {
    const isCollected = collected.has(orderId);
    if (!isCollected && places.kind === 'start') continue;
    const from = isCollected ? (collected.get(orderId) ?? null) : start;
    const place = from && places.places.find((one) => isSamePlace(one, from));
    if (!place) {
      const how = isCollected ? 'is collected at a pickup' : 'is loaded at the start of its route';
      return routeMoveDisallowed(
        `Order ${orderId} ${how}, and route ${destination.route.id} does not load at that place. Choose a route that does.`,
        { orderId, toRouteId: destination.route.id },
      );
    }
    if (places.kind === 'start') continue;
    const known = byPlace.find((one) => one.place === place);
    if (known) known.orders.push(orderId);
    else byPlace.push({ place, orders: [orderId] });
  }
  for (const { place, orders } of byPlace) stops = collectAt(ids, stops, place, orders);
  return stops;
}
