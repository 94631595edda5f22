import {
  type Balance,
  type JobInput,
  LARGEST_QUANTITY,
  LATEST_TIME,
  type Preference,
  type ProblemInput,
  type TimeWindow,
  type VehicleInput,
} from '../../engines/optimization/index.ts';
import { type Order, otherWindowsOf, SIDES, type Side } from '../../ordering/orders/index.ts';
import type { Point } from '../../platform/core/geography.ts';
import type { CoreDeps } from '../../platform/runtime/index.ts';
import { isSamePlace, largestTruck, type RoadSize } from '../routes/index.ts';
import { type DayClock, dayClock } from './clock-of-day.ts';
import { type FleetVehicle, fleetOfRun, type PlannedRange } from './fleet-of-run.ts';
import { DIMENSIONS, loadOf } from './loads.ts';
import { type OptimizationSettings, usesAllVehicles } from './optimization-strategy.ts';
import { collectPlaces } from './places.ts';
import { windowOf } from './route-problem.ts';
import { findRouteRestrictions } from './route-restriction.ts';
import { findSpareVehicles, type RunWithFleet } from './spare-vehicles.ts';

/** A route that is there already, as the run sees it. */
export interface ExistingRoute {
  readonly routeId: string;
  /** The vehicle of the run that stands for the route's own. */
  readonly vehicle: string;
  /** Its orders by visit, as the route has them now. */
  readonly jobs: readonly string[];
}

/** An existing route as it stands. */
export interface MeasuredRoute {
  readonly routeId: string;
  readonly orders: number;
  readonly costCents: number;
  readonly distance: number;
  readonly duration: number;
  readonly lateOrders: number;
}

/** The routes of a day, and what they were. */
export interface DayAsItWas {
  readonly routes: readonly ExistingRoute[];
  readonly measured: readonly MeasuredRoute[];
}

/** The problem of a run in the solver's form, without its roads, and what its numbers stand for. Stored as JSON. */
export interface BuiltProblem {
  readonly input: Omit<ProblemInput, 'travel' | 'initialRoutes'>;
  /** Places of the problem's locations. */
  readonly points: readonly Point[];
  /** When the first vehicle can set out; the solver counts time from there. */
  readonly departAt: string;
  /** End of the planned time; absent in a what-if. */
  readonly until?: string;
  /** The instant whose traffic is asked for; null = free roads. */
  readonly trafficAt: string | null;
  readonly avoid: readonly (readonly Point[])[];
  /** The size of the largest truck: all of them use only roads that are open to it. */
  readonly truck: RoadSize | null;
  readonly vehicles: readonly FleetVehicle[];
  /** Start and end of vehicles without their own. */
  readonly depot: Point;
  /** The routes that are planned again; absent in an optimization from nothing. */
  readonly existing?: readonly ExistingRoute[];
  /** Of a planning what-if: the day as it was. */
  readonly asItWas?: DayAsItWas;
  /** The names that people gave their orders, by id. */
  readonly orderNames: Readonly<Record<string, string>>;
  /** Ends of the windows of each order, by its id; absent on a side without an end, or with several windows. */
  readonly windowEnds?: Readonly<Record<string, Partial<Readonly<Record<Side, string>>>>>;
}

/** A place with at least this many pickups is a depot of plain vans. */
const DEPOT_ORDERS = 50;

/** Cost when a merely preferred capability is missing. Cents. */
const PREFERENCE_CENTS = 500;

/** Cost of each further route of a cluster label at level 1. Cents. */
const CLUSTER_CENTS = 1_000;

/** Weights of balance: cents times the square of a route's orders. */
const BALANCE_CENTS = 10;

const CLUSTER = 'cluster:';
const CUSTOM = 'custom:';
const PREFERRED = 'preferred:';

/** Vehicles that a run has besides those of its driver groups. */
export interface WantedVehicles extends Pick<RunWithFleet, 'routeIds' | 'listShards'> {
  readonly spareVehicleIds: readonly string[];
}

/** Builds the problem from orders and the organization's fleet. */
export async function buildProblem(
  deps: Pick<CoreDeps, 'table'>,
  organizationId: string,
  orders: readonly Order[],
  settings: OptimizationSettings,
  now: string,
  wanted?: WantedVehicles,
): Promise<BuiltProblem> {
  const range = rangeOf(orders, now);
  const clock = dayClock(range.from);
  const fleet = await fleetOfRun(deps, organizationId, settings, range, clock, {
    orders: orders.length,
    now,
    depots: depotsOf(orders).filter(({ count }) => count >= DEPOT_ORDERS),
  });
  const spares = wanted?.spareVehicleIds.length
    ? await findSpareVehicles(
        deps,
        organizationId,
        { settings, range, clock, fleet, ...wanted },
        wanted.spareVehicleIds,
      )
    : [];
  const vehicles = [...fleet, ...spares.map(({ vehicle }) => vehicle)];
  const depot = depotOf(orders);
  const places = collectPlaces();
  const startsAt = vehicles.map((vehicle) => vehicle.depot ?? depot);
  const isAtEveryStart = (point: Point) => startsAt.every((start) => isSamePlace(start, point));
  const jobs = orders.map((order) =>
    jobOf(order, settings, clock, isAtEveryStart, (point) => places.indexOf(point)),
  );
  const shares = balanceShares(vehicles, settings);
  const loading = loadingSeconds(jobs, settings);
  const loaded = vehicles.map((vehicle): FleetVehicle => {
    const departureDelay = (vehicle.input.departureDelay ?? 0) + loading;
    return departureDelay === 0 ? vehicle : { ...vehicle, input: { ...vehicle.input, departureDelay } };
  });
  const inputs = loaded.map(({ input }, index): VehicleInput => {
    const at = places.indexOf(startsAt[index]!);
    return { ...input, start: at, end: at, balancePercent: shares[index]! };
  });
  const avoid = await avoidedAreas(deps, organizationId, settings);
  return {
    input: {
      dimensions: [...DIMENSIONS],
      jobs,
      vehicles: inputs,
      fleetUse: usesAllVehicles(settings) === true ? 'all' : 'as-needed',
      ...balanceOf(settings),
      clusterPenaltyCents: (settings.clusteringLevel ?? 1) * CLUSTER_CENTS,
    },
    points: places.points,
    departAt: range.from,
    until: range.to,
    trafficAt: trafficAt(range.from, settings),
    avoid,
    truck: largestTruck(vehicles.filter(({ input }) => input.profile === 'truck').map(({ size }) => size)),
    vehicles: loaded,
    depot,
    orderNames: Object.fromEntries(orders.map(({ id, externalId }) => [id, externalId ?? id])),
    windowEnds: Object.fromEntries(orders.map((order) => [order.id, endsOf(order)])),
  };
}

/** How long the vehicles of a run load before they set out. Seconds. */
export function loadingSeconds(jobs: readonly JobInput[], settings: OptimizationSettings): number {
  const loads = settings.allowReloads === true || jobs.some(({ kind }) => kind === 'delivery');
  return loads ? (settings.pickupServiceTimeSeconds ?? 0) : 0;
}

function endsOf(order: Order): Partial<Record<Side, string>> {
  return Object.fromEntries(
    SIDES.flatMap((side) => {
      const end = order[`${side}EndTime`];
      return end === undefined || otherWindowsOf(order, side).length > 0 ? [] : [[side, end] as const];
    }),
  );
}

/** The outer rings of the areas that the strategy avoids. */
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

/**
 * From the start of the first window, or now if that is later, to the end of the last one; a day when no window ends.
 */
function rangeOf(orders: readonly Order[], now: string): PlannedRange {
  const instants = (names: readonly (keyof Order)[]) =>
    orders.flatMap((order) =>
      names.flatMap((name) => (typeof order[name] === 'string' ? [String(order[name])] : [])),
    );
  const others = orders.flatMap((order) => SIDES.flatMap((side) => otherWindowsOf(order, side)));
  const starts = [
    ...instants(['pickupStartTime', 'dropoffStartTime']),
    ...others.map((window) => window.from),
  ];
  const from = starts.sort()[0] ?? now;
  const ends = [
    ...instants(['pickupEndTime', 'dropoffEndTime']),
    ...others.map((window) => window.to),
  ].sort();
  const start = from;
  const last = ends.at(-1);
  const day = new Date(Date.parse(start) + 86_400_000).toISOString();
  // The vehicles are back four hours after the end of the last window.
  const to = last === undefined ? day : new Date(Date.parse(last) + 4 * 3_600_000).toISOString();
  return { from: start, to: to > start ? to : day };
}

/** The most frequent pickup place. */
function depotOf(orders: readonly Order[]): Point {
  const [most] = depotsOf(orders);
  if (!most) throw new Error('An optimization has orders with coordinates only.');
  return most.point;
}

/** Pickup places, the busiest first. */
function depotsOf(orders: readonly Order[]): readonly { readonly point: Point; readonly count: number }[] {
  const counts = new Map<string, { readonly point: Point; count: number }>();
  for (const { pickupLat: lat, pickupLng: lng } of orders) {
    if (lat === undefined || lng === undefined) continue;
    const key = `${lat},${lng}`;
    const known = counts.get(key) ?? { point: { lat, lng }, count: 0 };
    known.count += 1;
    counts.set(key, known);
  }
  return [...counts.values()].sort((a, b) => b.count - a.count);
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
    load: loadOf({ weight, volume, items: itemsCount }),
    requires,
    prefers,
    priority: wanted.assignmentPriority ?? 0,
    ...(wanted.leaveOutCents === undefined ? {} : { leaveOutCents: wanted.leaveOutCents }),
    ...(wanted.sequencePriority === undefined ? {} : { sequencePriority: wanted.sequencePriority }),
    ...groupOf(wanted, settings),
    ...(wanted.mxLabel === undefined ? {} : { exclusionLabel: wanted.mxLabel }),
    ...(wanted.clusterLabel === undefined ? {} : { clusterLabel: wanted.clusterLabel }),
  };
  const delivery = {
    location: locate(dropoff),
    service: work((settings.dropoffServiceTimeSeconds ?? 180) + pieces),
    doorstep: work(wanted.dropoffDoorstepTimeSeconds ?? 0),
    ...windowsOf(order, 'dropoff', clock),
  };
  const isLoadedAtStart = isAtEveryStart(pickup);
  if (isLoadedAtStart && settings.allowReloads !== true)
    return { ...common, kind: 'delivery', stop: delivery };
  return {
    ...common,
    kind: 'pair',
    pickup: {
      location: locate(pickup),
      service: isLoadedAtStart
        ? (settings.loadingSecondsPerOrder ?? 0)
        : (settings.pickupServiceTimeSeconds ?? 120),
      doorstep: work(wanted.pickupDoorstepTimeSeconds ?? 0),
      ...windowsOf(order, 'pickup', clock),
    },
    delivery,
  };
}

/** Seconds of work as the solver takes them: an order with 23 years of it is left out like any other that does not fit. */
function work(seconds: number): number {
  return Math.min(LATEST_TIME, Math.max(0, seconds));
}

/** The windows of one side, in order; what overlaps is one. */
function windowsOf(order: Order, side: Side, clock: DayClock): { readonly windows?: readonly TimeWindow[] } {
  const first = windowOf(order[`${side}StartTime`] ?? null, order[`${side}EndTime`] ?? null, clock);
  const others = otherWindowsOf(order, side).map(({ from, to }) => ({
    from: clock.secondsOf(from),
    to: clock.secondsOf(to),
  }));
  if (first.windows === undefined) return first;
  const windows: TimeWindow[] = [];
  for (const window of [...first.windows, ...others].sort((a, b) => a.from - b.from)) {
    const last = windows.at(-1);
    if (last && window.from <= last.to)
      windows[windows.length - 1] = { from: last.from, to: Math.max(last.to, window.to) };
    else windows.push(window);
  }
  return { windows };
}

/** The traffic of the departure, or of the same hour some weeks before. */
function trafficAt(departAt: string, settings: OptimizationSettings): string | null {
  if (settings.defaultTrafficSource === 'none') return null;
  const weeks = settings.trafficTimeOffsetWeeks ?? 0;
  return new Date(Date.parse(departAt) - weeks * 7 * 86_400_000).toISOString();
}

/** What has to be on one route: its sequence group or, where cluster labels are binding, its label. */
function groupOf(
  { sequenceGroup, clusterLabel }: NonNullable<Order['optimizationParameters']>,
  { softClusterLabel }: OptimizationSettings,
) {
  if (sequenceGroup !== undefined) return { sequenceGroup };
  return softClusterLabel === false && clusterLabel !== undefined
    ? { sequenceGroup: `${CLUSTER}${clusterLabel}` }
    : {};
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

/**
 * How strongly balance counts for each vehicle. With `same_vehicle_type`, vehicles of equal capacity are balanced among
 * themselves; a larger vehicle takes proportionally more. Capacity is weight, or volume if some vehicle has no limit of
 * weight.
 */
function balanceShares(
  vehicles: readonly FleetVehicle[],
  { balanceRoutes }: OptimizationSettings,
): readonly number[] {
  const capacities = DIMENSIONS.map((_, at) => vehicles.map(({ input }) => input.capacity?.[at] ?? 0));
  const limited = capacities.find((amounts) =>
    amounts.every((amount) => amount > 0 && amount < LARGEST_QUANTITY),
  );
  if (balanceRoutes !== 'same_vehicle_type' || !limited) return vehicles.map(() => 100);
  const least = limited.reduce((some, amount) => Math.min(some, amount));
  return limited.map((amount) => Math.max(1, Math.round((100 * least) / amount)));
}

function balanceOf({ balanceRoutes }: OptimizationSettings): { readonly balance?: Balance } {
  return balanceRoutes === null || balanceRoutes === 'none'
    ? {}
    : { balance: { by: 'orders', weightCents: BALANCE_CENTS } };
}
