import { assessHealth, assessOrders, orderIdsOf } from './assess-route.ts';
import type { Route } from './route.ts';
import type { RouteContent } from './route-aggregate.ts';
import type { RouteOrder } from './route-order.ts';
import { carriesOrders, type Stop } from './stop.ts';

/** Most stores that a route names: those of its orders, in their order. */
const MAX_STORES = 100;

/**
 * The content of a route after a change of its stops, with everything that follows from them: counts, times, stores,
 * what is wrong with its orders, what it breaks. `known` are the orders that its stops may name.
 */
export function settledRoute(
  before: RouteContent,
  change: {
    readonly route?: Partial<Route>;
    readonly stops?: readonly Stop[];
    readonly known?: readonly RouteOrder[];
    readonly encodedPolyline?: string | null;
  },
  at: string,
): RouteContent {
  const stops = change.stops ?? before.stops;
  const byId = new Map([...before.orders, ...(change.known ?? [])].map((order) => [order.id, order]));
  const orders = orderIdsOf(stops).flatMap((id) => byId.get(id) ?? []);
  const changed = { ...before.route, ...change.route, updatedAt: at };
  const work = stops.filter(carriesOrders);
  const route: Route = {
    ...changed,
    ...plannedTimes(changed, stops),
    validationErrors: assessOrders(stops, orders),
    stopCount: work.length,
    stopsCompleted: work.filter(({ status }) => status === 'COMPLETED').length,
    orderCount: orders.length,
    storeLocationIds: storesOf(stops, orders),
  };
  const violations = assessHealth({ route, stops, orders }, before.violations);
  return {
    route: { ...route, violationCount: violations.length },
    stops,
    orders,
    violations,
    encodedPolyline: change.encodedPolyline === undefined ? before.encodedPolyline : change.encodedPolyline,
  };
}

/** Departure as it was set, or the first time that the stops have; completion as the last one. */
function plannedTimes(
  route: Route,
  stops: readonly Stop[],
): Pick<Route, 'plannedDeparture' | 'plannedCompletion'> {
  const [first] = stops;
  const last = stops.at(-1);
  return {
    plannedDeparture: route.plannedDeparture ?? first?.departTime ?? first?.arrivalTime ?? null,
    plannedCompletion: last?.departTime ?? last?.arrivalTime ?? null,
  };
}

function storesOf(stops: readonly Stop[], orders: readonly RouteOrder[]): string[] {
  const ends = stops
    .filter(({ stopType }) => stopType === 'ROUTE_START' || stopType === 'ROUTE_END')
    .flatMap(({ objectIds }) => objectIds);
  return [...new Set([...ends, ...orders.flatMap(({ storeLocationIds }) => storeLocationIds)])].slice(
    0,
    MAX_STORES,
  );
}
