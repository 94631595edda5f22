import { vehicleRank } from '../../ordering/orders/index.ts';
import { digest } from '../../platform/core/ids.ts';
import type { Route } from './route.ts';
import type { RouteContent } from './route-aggregate.ts';
import type { RouteViolation } from './route-items.ts';
import { hasWindows, type RouteOrder } from './route-order.ts';
import { carriesOrders, type Stop } from './stop.ts';

type Found = Omit<RouteViolation, 'id' | 'acknowledgedAt'>;

const DIMENSIONS = [
  ['weight', 'kg'],
  ['volume', 'cm3'],
  ['items', 'items'],
] as const;

/**
 * Violations of the route (specification 2.4, Route health). An acknowledged one stays acknowledged until it
 * gets worse.
 */
export function assessHealth(
  content: Pick<RouteContent, 'route' | 'stops' | 'orders'>,
  before: readonly RouteViolation[],
): readonly RouteViolation[] {
  const orders = new Map(content.orders.map((order) => [order.id, order]));
  const found = [
    ...lateStops(content.stops, orders),
    ...shiftEnd(content.route, content.stops),
    ...overloads(content.route, content.stops, orders),
    ...missingCapabilities(content.route, content.stops, orders),
  ];
  const known = new Map(before.map((violation) => [violation.id, violation]));
  return found.map((violation) => {
    const { type, stopId, orderId, name, amount } = violation;
    const id = digest(type, stopId ?? '', orderId ?? '', name ?? '').slice(0, 12);
    const earlier = known.get(id);
    const acknowledgedAt = earlier && amount <= earlier.amount ? earlier.acknowledgedAt : null;
    return { ...violation, id, acknowledgedAt };
  });
}

function* lateStops(stops: readonly Stop[], orders: ReadonlyMap<string, RouteOrder>): Generator<Found> {
  for (const { id: stopId, stopType, arrivalTime, objectIds } of stops) {
    if (stopType !== 'DROPOFF' || arrivalTime === null) continue;
    for (const orderId of objectIds) {
      const due = orders.get(orderId)?.dropoffTo;
      const seconds = due ? Math.ceil((Date.parse(arrivalTime) - Date.parse(due)) / 1000) : 0;
      if (seconds > 0) yield { type: 'late', stopId, orderId, name: null, amount: seconds, unit: 's' };
    }
  }
}

function* shiftEnd({ shift }: Route, stops: readonly Stop[]): Generator<Found> {
  const last = stops.at(-1);
  const end = last?.departTime ?? last?.arrivalTime;
  if (!shift || !last || !end) return;
  const seconds = Math.ceil((Date.parse(end) - Date.parse(shift.plannedEnd)) / 1000);
  if (seconds > 0)
    yield { type: 'past_shift_end', stopId: last.id, orderId: null, name: null, amount: seconds, unit: 's' };
}

/** Load grows at the start and at pickups, so it is checked there. */
function* overloads(
  { vehicle }: Route,
  stops: readonly Stop[],
  orders: ReadonlyMap<string, RouteOrder>,
): Generator<Found> {
  if (!vehicle) return;
  const collected = new Set(
    stops.filter((stop) => stop.stopType === 'PICKUP').flatMap((stop) => stop.objectIds),
  );
  const ofStop = ({ objectIds }: Stop) => objectIds.flatMap((id) => orders.get(id) ?? []);
  for (const [name, unit] of DIMENSIONS) {
    const capacity = vehicle.capacity[name];
    if (capacity === null) continue;
    const amountOf = (some: readonly RouteOrder[]) =>
      some.reduce((sum, order) => sum + (order[name] ?? 0), 0);
    const fromStart = stops
      .filter((stop) => stop.stopType === 'DROPOFF')
      .flatMap(ofStop)
      .filter(({ id }) => !collected.has(id));
    let load = amountOf(fromStart);
    const over = (stop: Stop): Found[] =>
      load > capacity
        ? [
            {
              type: 'over_capacity',
              stopId: stop.id,
              orderId: null,
              name,
              amount: Math.round((load - capacity) * 1000) / 1000,
              unit,
            },
          ]
        : [];
    for (const [index, stop] of stops.entries()) {
      if (stop.stopType === 'PICKUP') load += amountOf(ofStop(stop));
      if (index === 0 || stop.stopType === 'PICKUP') yield* over(stop);
      if (stop.stopType === 'DROPOFF') load -= amountOf(ofStop(stop));
    }
  }
}

/** What the vehicle of a route has and its driver can. */
export function capabilitiesOf({ vehicle, courier }: Pick<Route, 'vehicle' | 'courier'>): readonly string[] {
  return [...(vehicle?.capabilities ?? []), ...(courier?.skills ?? [])];
}

function* missingCapabilities(
  route: Route,
  stops: readonly Stop[],
  orders: ReadonlyMap<string, RouteOrder>,
): Generator<Found> {
  const { vehicle } = route;
  if (!vehicle) return;
  const has = capabilitiesOf(route);
  for (const stop of stops) {
    if (stop.stopType !== 'DROPOFF') continue;
    for (const orderId of stop.objectIds) {
      const order = orders.get(orderId);
      if (!order) continue;
      const missing = order.requires.filter((name) => !has.includes(name));
      if (isTooSmall(vehicle.type, order.minimumVehicleSize))
        missing.push(`vehicle_size:${order.minimumVehicleSize}`);
      for (const name of missing)
        yield { type: 'missing_capability', stopId: stop.id, orderId, name, amount: 1, unit: 'capability' };
    }
  }
}

function isTooSmall(type: string | null, least: string | null): boolean {
  return type !== null && vehicleRank(type) < vehicleRank(least);
}

/** Problems of a route's orders by order id. They are shown on the route but do not prevent planning. */
export function assessOrders(
  stops: readonly Stop[],
  orders: readonly RouteOrder[],
): Readonly<Record<string, string>> {
  const errors: Record<string, string> = {};
  const at = (type: Stop['stopType']) => {
    const places = new Map<string, number>();
    for (const [index, stop] of stops.entries()) {
      if (stop.stopType === type) for (const id of stop.objectIds) if (!places.has(id)) places.set(id, index);
    }
    return places;
  };
  const pickups = at('PICKUP');
  const dropoffs = at('DROPOFF');
  const returns = at('RETURN');
  const startsLoaded = stops[0]?.stopType === 'ROUTE_START';
  for (const order of orders) {
    const { id, flaw } = order;
    const pickup = pickups.get(id);
    const dropoff = dropoffs.get(id);
    if (pickup !== undefined && dropoff === undefined && !returns.has(id))
      errors[id] = 'The order has a pickup but no dropoff. Add a stop of type DROPOFF.';
    else if (pickup === undefined && dropoff !== undefined && !startsLoaded)
      errors[id] = 'The order has a dropoff but no pickup, and the route has no start at which to load it.';
    else if (pickup !== undefined && dropoff !== undefined && dropoff < pickup)
      errors[id] = 'The dropoff of the order comes before its pickup.';
    else if (flaw !== null) errors[id] = flaw;
    else if (!hasWindows(order))
      errors[id] =
        'The order has no pickup or dropoff time window. Give it both before the route is dispatched.';
  }
  return errors;
}

/** Ids of the orders at these stops, each once. */
export function orderIdsOf(stops: readonly Stop[]): readonly string[] {
  return [...new Set(stops.filter(carriesOrders).flatMap(({ objectIds }) => objectIds))];
}
