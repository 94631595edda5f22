import { toInstant } from '../../platform/core/clock.ts';
import { isRefusal, type Refusal } from '../../platform/core/refusal.ts';
import { collectAt, insertStops, takeOrders } from './arrange-stops.ts';
import { changeRoutes, type RouteDeps, type RoutePlanner } from './change-routes.ts';
import type { RoutesChange } from './commit-routes.ts';
import { refusePlanning } from './guard-planning.ts';
import { listShardOf } from './list-shard.ts';
import { loadOrders } from './load-orders.ts';
import { routeHasNoStops, routeInvalid, routeStopNotFound } from './refusals.ts';
import type { Route } from './route.ts';
import type { RouteAggregate, RouteContent } from './route-aggregate.ts';
import { routeCreated, routeStopsUpdated } from './route-events.ts';
import { settledRoute } from './settle-route.ts';
import { newStop, type Stop } from './stop.ts';

/** Maximum number of routes into which one is split. */
export const MAX_SPLIT = 10;

/** Where to split a route: before a stop, or into a number of parts with about as many dropoffs each. */
export type Split = { readonly stopId: string } | { readonly routes: number };

/**
 * Splits a route: the stops after the given one, or the further parts, become routes of their own with the
 * same start, end, departure and driver group, and without driver and vehicle. The route itself keeps its
 * name and the first part.
 */
export async function splitRoute(
  deps: RouteDeps,
  planner: RoutePlanner,
  id: string,
  split: Split,
  newIds: readonly string[],
  expectedVersion?: number,
): Promise<readonly RouteAggregate[] | Refusal> {
  return changeRoutes(deps, planner, { ids: [id], expectedVersion }, async ([route]) =>
    planSplit(deps, planner, route!, split, newIds),
  );
}

async function planSplit(
  deps: RouteDeps,
  planner: RoutePlanner,
  found: RouteAggregate,
  split: Split,
  newIds: readonly string[],
): Promise<RoutesChange | Refusal> {
  const refused = refusePlanning(found.route, 'split');
  if (refused) return refused;
  const parts = partsOf(found, split);
  if (isRefusal(parts)) return parts;
  const at = toInstant(deps.clock.now());
  let left: readonly Stop[] = found.stops;
  const made: {
    readonly id: string;
    readonly content: RouteContent;
    readonly orderIds: readonly string[];
  }[] = [];
  for (const [index, orderIds] of parts.entries()) {
    const id = newIds[index];
    if (id === undefined) throw new Error('A split needs an id for every new route.');
    const taken = takeOrders(deps.ids, left, new Set(orderIds));
    left = taken.left;
    let stops = endsOf(deps, found.stops);
    for (const { location, objectIds } of taken.pickups)
      if (location) stops = collectAt(deps.ids, stops, location, objectIds);
    stops = insertStops(stops, taken.taken, undefined);
    const known = found.orders.filter((order) => orderIds.includes(order.id));
    const empty: RouteContent = {
      route: partOf(found.route, id, index, planner, at),
      stops: [],
      orders: [],
      violations: [],
      encodedPolyline: null,
    };
    made.push({ id, content: settledRoute(empty, { stops, known }, at), orderIds });
  }
  const orders = await loadOrders(deps, found.route.organizationId, parts.flat());
  const routeOf = new Map(
    made.flatMap(({ id, orderIds }) => orderIds.map((orderId) => [orderId, id] as const)),
  );
  const first = settledRoute(
    found,
    { route: { timesOutOfDate: true }, stops: left, encodedPolyline: null },
    at,
  );
  return {
    edits: [
      { before: found, next: first, events: [routeStopsUpdated] },
      ...made.map(({ content }) => ({ before: undefined, next: content, events: [routeCreated] })),
    ],
    moves: orders.map((stored) => ({ stored, to: routeOf.get(stored.value.id) })),
  };
}

/** Orders of each new route, in the order of their dropoffs. */
function partsOf({ route, stops, orders }: RouteAggregate, split: Split): readonly string[][] | Refusal {
  const dropoffs = stops.filter(({ stopType }) => stopType === 'DROPOFF');
  if (orders.length === 0)
    return routeHasNoStops(`Route ${route.id} has no orders, so it cannot be split.`, { id: route.id });
  if ('routes' in split) {
    const { routes } = split;
    if (dropoffs.length < routes) {
      return routeInvalid(
        `Route ${route.id} has ${dropoffs.length} dropoffs and cannot be split into ${routes} routes.`,
        { fields: { routes: `is ${routes}; the route has ${dropoffs.length} dropoffs.` } },
      );
    }
    const border = (part: number) => Math.round((part * dropoffs.length) / routes);
    return Array.from({ length: routes - 1 }, (_, index) =>
      dropoffs.slice(border(index + 1), border(index + 2)).flatMap(({ objectIds }) => objectIds),
    );
  }
  const from = stops.findIndex(({ id }) => id === split.stopId);
  if (from < 0)
    return routeStopNotFound(`Route ${route.id} has no stop "${split.stopId}".`, { stopId: split.stopId });
  const isAfter = (list: readonly Stop[]) =>
    list.filter(({ stopType }) => stopType === 'DROPOFF').flatMap(({ objectIds }) => objectIds);
  const going = isAfter(stops.slice(from));
  if (going.length === 0 || going.length === isAfter(stops).length) {
    return routeInvalid(
      `Nothing is dropped off ${going.length === 0 ? 'from' : 'before'} stop ${split.stopId}${going.length === 0 ? ' on' : ''}. Choose a stop between dropoffs.`,
      { fields: { stopId: 'is not between dropoffs' } },
    );
  }
  return [going];
}

function endsOf({ ids }: RouteDeps, stops: readonly Stop[]): readonly Stop[] {
  return stops
    .filter(({ stopType }) => stopType === 'ROUTE_START' || stopType === 'ROUTE_END')
    .map(({ stopType, objectIds, location, serviceTime }) =>
      newStop({ id: ids.next('stp'), stopType, objectIds, location, serviceTime }),
    );
}

function partOf(route: Route, id: string, index: number, { listShards }: RoutePlanner, at: string): Route {
  return {
    ...route,
    id,
    listShard: listShardOf(id, listShards),
    createdAt: at,
    updatedAt: at,
    externalId: null,
    name: route.name === null ? null : `${route.name.slice(0, 120)} (${index + 2})`,
    status: 'CREATED',
    statusHistory: [{ created_at: at, status: 'CREATED' }],
    courier: null,
    vehicle: null,
    shift: null,
    providerId: null,
    providerName: null,
    timesOutOfDate: true,
    pending: null,
  };
}
