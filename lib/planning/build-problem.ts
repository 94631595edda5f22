import type { Point } from '../core/geography.ts';
import {
  type Balance,
  defineProblem,
  type FleetUse,
  type JobInput,
  type Preference,
  type Problem,
  type Profile,
  type TravelTable,
  type VehicleInput,
} from '../optimization/index.ts';
import type { Order } from '../orders/index.ts';
import { isSamePlace } from '../routes/index.ts';
import type { CoreDeps } from '../runtime/index.ts';
import type { Travel } from '../travel/index.ts';
import { type DayClock, dayClock } from './clock-of-day.ts';
import { type FleetVehicle, fleetOfRun, type PlannedRange } from './fleet-of-run.ts';
import type { OptimizationSettings } from './optimization-strategy.ts';
import { collectPlaces, travelTable } from './places.ts';
import { DIMENSIONS, LOAD_UNITS, windowOf } from './route-problem.ts';
import { findRouteRestrictions } from './route-restriction.ts';

/** A run as the solver takes it, with what its numbers stand for. */
export interface PosedRun {
  readonly problem: Problem;
  readonly clock: DayClock;
  readonly vehicles: readonly FleetVehicle[];
  /** Where vehicles without a place of their own start and end. */
  readonly depot: Point;
  readonly orders: ReadonlyMap<string, Order>;
  /** Places of the problem's locations. */
  readonly points: readonly Point[];
}

/** What a capability that is only preferred costs when it is missing. Cents. */
const PREFERENCE_CENTS = 500;

/** What each further route of a cluster label costs at level 1. Cents. */
const CLUSTER_CENTS = 1_000;

/** Weights of balance: cents times the square of a route's orders. */
const BALANCE_CENTS = 10;

const CUSTOM = 'custom:';
const PREFERRED = 'preferred:';

/** Poses the problem of orders and the organization's fleet, on the roads of `travel`. */
export async function poseRun(
  deps: Pick<CoreDeps, 'table'> & { readonly travel: Travel },
  organizationId: string,
  orders: readonly Order[],
  settings: OptimizationSettings,
  now: string,
): Promise<PosedRun> {
  const range = rangeOf(orders, now);
  const clock = dayClock(range.from);
  const vehicles = await fleetOfRun(deps, organizationId, settings, range, clock, orders.length);
  const depot = depotOf(orders);
  const places = collectPlaces();
  const startsAt = vehicles.map((vehicle) => vehicle.depot ?? depot);
  const isAtEveryStart = (point: Point) => startsAt.every((start) => isSamePlace(start, point));
  const jobs = orders.map((order) =>
    jobOf(order, settings, clock, isAtEveryStart, (point) => places.indexOf(point)),
  );
  const inputs = vehicles.map(({ input }, index): VehicleInput => {
    const at = places.indexOf(startsAt[index]!);
    return { ...input, start: at, end: at };
  });
  const tables: Partial<Record<Profile, TravelTable>> = {};
  const avoid = await avoidedAreas(deps, organizationId, settings);
  for (const profile of new Set(inputs.map((input) => input.profile ?? 'car')))
    tables[profile] = await travelTable(deps.travel, places.points, { profile, departAt: range.from, avoid });
  const clustering = settings.clusteringLevel ?? 1;
  const problem = defineProblem({
    travel: { locationCount: places.points.length, tables },
    dimensions: [...DIMENSIONS],
    jobs,
    vehicles: inputs,
    fleetUse: fleetUseOf(settings),
    ...balanceOf(settings),
    clusterPenaltyCents: clustering * CLUSTER_CENTS,
  });
  return {
    problem,
    clock,
    vehicles,
    depot,
    orders: new Map(orders.map((order) => [order.id, order])),
    points: places.points,
  };
}

/** The outer rings of the areas that the strategy keeps routes out of. */
async function avoidedAreas(
  deps: Pick<CoreDeps, 'table'>,
  organizationId: string,
  { routeRestrictionIds }: OptimizationSettings,
): Promise<readonly (readonly Point[])[]> {
  const found = await findRouteRestrictions(deps, organizationId, routeRestrictionIds);
  return found.flatMap(({ value }) =>
    value.polygons.flatMap(([ring]) => (ring ? [ring.map(([lng, lat]) => ({ lat, lng }))] : [])),
  );
}

/** From the first window that opens, but not before now, to the last one that closes; a day where none does. */
function rangeOf(orders: readonly Order[], now: string): PlannedRange {
  const instants = (names: readonly (keyof Order)[]) =>
    orders.flatMap((order) =>
      names.flatMap((name) => (typeof order[name] === 'string' ? [String(order[name])] : [])),
    );
  const from = instants(['pickupStartTime', 'dropoffStartTime']).sort()[0] ?? now;
  const ends = instants(['pickupEndTime', 'dropoffEndTime']).sort();
  const start = from;
  const last = ends.at(-1);
  const day = new Date(Date.parse(start) + 86_400_000).toISOString();
  // Four hours after the last window has closed the vehicles are back.
  const to = last === undefined ? day : new Date(Date.parse(last) + 4 * 3_600_000).toISOString();
  return { from: start, to: to > start ? to : day };
}

/** The place at which most orders are picked up. */
function depotOf(orders: readonly Order[]): Point {
  const counts = new Map<string, { readonly point: Point; count: number }>();
  for (const { pickupLat: lat, pickupLng: lng } of orders) {
    if (lat === undefined || lng === undefined) continue;
    const key = `${lat},${lng}`;
    const known = counts.get(key) ?? { point: { lat, lng }, count: 0 };
    known.count += 1;
    counts.set(key, known);
  }
  const [most] = [...counts.values()].sort((a, b) => b.count - a.count);
  if (!most) throw new Error('An optimization has orders with coordinates only.');
  return most.point;
}

function jobOf(
  order: Order,
  settings: OptimizationSettings,
  clock: DayClock,
  isAtEveryStart: (point: Point) => boolean,
  locate: (point: Point) => number,
): JobInput {
  const { optimizationParameters: wanted = {}, height, width, depth, weight, itemsCount } = order;
  const volume =
    height !== undefined && width !== undefined && depth !== undefined ? height * width * depth : 0;
  const pickup = { lat: order.pickupLat!, lng: order.pickupLng! };
  const dropoff = { lat: order.dropoffLat!, lng: order.dropoffLng! };
  const pieces = Math.max(0, (itemsCount ?? 1) - 1) * (settings.incrementalServiceTimeSeconds ?? 0);
  const { requires, prefers } = capabilitiesOf(order, settings);
  const common = {
    id: order.id,
    load: [weight ?? 0, volume, itemsCount ?? 0].map((amount) => Math.round(amount * LOAD_UNITS)),
    requires,
    prefers,
    priority: wanted.assignmentPriority ?? 0,
    ...(wanted.sequencePriority === undefined ? {} : { sequencePriority: wanted.sequencePriority }),
    ...(wanted.sequenceGroup === undefined ? {} : { sequenceGroup: wanted.sequenceGroup }),
    ...(wanted.mxLabel === undefined ? {} : { exclusionLabel: wanted.mxLabel }),
    ...(wanted.clusterLabel === undefined ? {} : { clusterLabel: wanted.clusterLabel }),
  };
  const delivery = {
    location: locate(dropoff),
    service: (settings.dropoffServiceTimeSeconds ?? 180) + pieces,
    doorstep: wanted.dropoffDoorstepTimeSeconds ?? 0,
    ...windowOf(order.dropoffStartTime ?? null, order.dropoffEndTime ?? null, clock),
  };
  if (isAtEveryStart(pickup)) return { ...common, kind: 'delivery', stop: delivery };
  return {
    ...common,
    kind: 'pair',
    pickup: {
      location: locate(pickup),
      service: settings.pickupServiceTimeSeconds ?? 120,
      doorstep: wanted.pickupDoorstepTimeSeconds ?? 0,
      ...windowOf(order.pickupStartTime ?? null, order.pickupEndTime ?? null, clock),
    },
    delivery,
  };
}

function capabilitiesOf({ requirements = [] }: Order, { softCapabilities }: OptimizationSettings) {
  const named = (prefix: string) =>
    requirements.filter((name) => name.startsWith(prefix)).map((name) => name.slice(prefix.length));
  const custom = named(CUSTOM);
  const soft = [...named(PREFERRED), ...custom.filter((name) => softCapabilities.includes(name))];
  return {
    requires: custom.filter((name) => !softCapabilities.includes(name)),
    prefers: soft.map((capability): Preference => ({ capability, penaltyCents: PREFERENCE_CENTS })),
  };
}

function fleetUseOf({ contractOptimizationOverrideParameters }: OptimizationSettings): FleetUse {
  return contractOptimizationOverrideParameters.some(({ useAllVehicles }) => useAllVehicles)
    ? 'all'
    : 'as-needed';
}

function balanceOf({ balanceRoutes }: OptimizationSettings): { readonly balance?: Balance } {
  return balanceRoutes === null || balanceRoutes === 'none'
    ? {}
    : { balance: { by: 'orders', weightCents: BALANCE_CENTS } };
}
