import { assessHealth, assessOrders, orderIdsOf } from './assess-route.ts';
import type { Route } from './route.ts';
import type { RouteContent } from './route-aggregate.ts';
import type { RouteOrder } from './route-order.ts';
import { carriesOrders, type Stop } from './stop.ts';
import { isStopDone } from './stop-lifecycle.ts';

/** Maximum number of stores of a route: those of its orders, in their order. */
const MAX_STORES = 100;

/**
 * The content of a route after a change of its stops, with everything derived from them: counts, times, stores,
 * problems of its orders, violations. `known` are the orders that its stops may refer to.
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
    ...punctualityOf(work),
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

/** The set departure, or the first time of the stops; completion is the last one. */
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

/** How late a stop may be reached while still counting as on time. Milliseconds. */
const TOLERANCE_MS = 5 * 60_000;

function punctualityOf(work: readonly Stop[]): Pick<Route, 'stopsOnTime' | 'delaySeconds'> {
  const delayOf = ({ arrivalTime, plannedArrivalTime }: Stop) =>
    arrivalTime === null || plannedArrivalTime === null
      ? null
      : Date.parse(arrivalTime) - Date.parse(plannedArrivalTime);
  const next = work.find(({ status }) => !isStopDone(status));
  const delay = next ? delayOf(next) : null;
  return {
    stopsOnTime: work.filter((stop) => {
      const late = delayOf(stop);
      return stop.status === 'COMPLETED' && late !== null && late <= TOLERANCE_MS;
    }).length,
    delaySeconds: delay === null ? null : Math.round(delay / 1000),
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
