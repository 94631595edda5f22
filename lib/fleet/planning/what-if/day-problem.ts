import type { JobInput, TimeWindow, VehicleInput } from '../../../engines/optimization/index.ts';
import { mapConcurrently } from '../../../platform/core/map-concurrently.ts';
import { dayRange, instantOfLocal } from '../../../platform/core/zoned-time.ts';
import type { CoreDeps } from '../../../platform/runtime/index.ts';
import { findVehicles, type VehicleConfig } from '../../fleet/index.ts';
import { calculatedDeparture, capabilitiesOf, loadRoute, type RouteAggregate } from '../../routes/index.ts';
import { breakWithin } from '../break-within.ts';
import type { BuiltProblem, ExistingRoute } from '../build-problem.ts';
import { type DayClock, dayClock } from '../clock-of-day.ts';
import { costOf, type FleetVehicle } from '../fleet-of-run.ts';
import { capacityUnits, DIMENSIONS, loadOf } from '../loads.ts';
import { collectPlaces, type Places } from '../places.ts';
import type { PlanWhatIf } from '../request-optimization.ts';
import { breakOf, breaksOf, windowOf } from '../route-problem.ts';

/** Routes read at the same time. */
const WIDTH = 8;

const MINUTE = 60;

/** The routes of a day as a problem, once as they were and once under other conditions. */
export interface DayProblem {
  /** Under other conditions. */
  readonly run: BuiltProblem;
  /** As they were, on the same places. */
  readonly before: Pick<BuiltProblem['input'], 'jobs' | 'vehicles' | 'dimensions'>;
  readonly routes: readonly ExistingRoute[];
}

/**
 * Builds the problem of a day from its routes: each has its vehicle, and its orders are as the route knows them. Orders
 * without a place are left out of both.
 */
export async function dayProblem(
  { table }: Pick<CoreDeps, 'table'>,
  organizationId: string,
  whatIf: PlanWhatIf,
  timeZone: string,
): Promise<DayProblem | undefined> {
  const read = await mapConcurrently(whatIf.routeIds, WIDTH, (id) =>
    loadRoute(table, { organizationId, id }),
  );
  const found = read.filter((route) => route !== undefined);
  const range = dayRange(whatIf.date, timeZone);
  const clock = dayClock(range.from);
  const places = collectPlaces();
  const seen = new Set<string>();
  const days = found
    .map((route) => ({ route, ...jobsOf(route, { clock, places, seen }) }))
    .filter(({ jobs }) => jobs.length > 0);
  const [first] = days;
  const depot = places.points[0];
  if (!first || !depot) return undefined;
  const caller = { organizationId, driverGroupIds: null };
  const ids = [...new Set(days.flatMap(({ route }) => route.route.vehicle?.id ?? []))];
  const configs = new Map(
    (await findVehicles(table, caller, ids)).flatMap((stored) =>
      stored ? [[stored.value.id, stored.value.vehicleConfig] as const] : [],
    ),
  );
  const vehicles = days.map(({ route }) =>
    vehicleOf(route, { clock, places, range, config: configs.get(route.route.vehicle?.id ?? '') }),
  );
  const jobs = days.flatMap((day) => day.jobs);
  const changed = fleetOf(vehicles, days, whatIf, { clock, timeZone });
  const before = { dimensions: [...DIMENSIONS], jobs, vehicles: vehicles.map((one) => one.input) };
  const run: BuiltProblem = {
    input: {
      ...before,
      jobs: jobs.map((job) => withWindows(job, (whatIf.windowMinutes ?? 0) * MINUTE)),
      vehicles: changed.map((one) => one.input),
      fleetUse: 'as-needed',
    },
    points: places.points,
    departAt: range.from,
    trafficAt: null,
    avoid: [],
    truck: null,
    vehicles: changed,
    depot,
    orderNames: Object.fromEntries(
      days.flatMap(({ route }) => route.orders.map(({ id, externalId }) => [id, externalId ?? id])),
    ),
  };
  const routes = days.map(({ route, visits }) => ({
    routeId: route.route.id,
    vehicle: route.route.id,
    jobs: visits,
  }));
  return { run, before, routes };
}

/** The orders of a route as jobs, and the order in which its stops visit them. */
function jobsOf(
  { stops, orders }: RouteAggregate,
  { clock, places, seen }: { readonly clock: DayClock; readonly places: Places; readonly seen: Set<string> },
): { readonly jobs: readonly JobInput[]; readonly visits: readonly string[] } {
  const stopAt = (type: 'PICKUP' | 'DROPOFF', id: string) =>
    stops.find(({ stopType, objectIds }) => stopType === type && objectIds.includes(id));
  const jobs = orders.flatMap((order): JobInput[] => {
    const [pickup, dropoff] = [stopAt('PICKUP', order.id), stopAt('DROPOFF', order.id)];
    const to = dropoff?.location ?? order.dropoff;
    const from = pickup?.location ?? order.pickup;
    // An order that failed on one route can be on a second one.
    if (!dropoff || !to || (pickup && !from) || seen.has(order.id)) return [];
    seen.add(order.id);
    const visit = (stop: typeof dropoff, point: typeof to, opens: string | null, closes: string | null) => ({
      location: places.indexOf(point),
      // What is done at a stop together is shared evenly, as the orders may be on different routes.
      service: Math.round((stop.serviceTime ?? 0) / Math.max(1, stop.objectIds.length)),
      ...windowOf(opens, closes, clock),
    });
    const common = {
      id: order.id,
      load: loadOf(order),
      requires: order.requires,
      ...(order.sequencePriority === null ? {} : { sequencePriority: order.sequencePriority }),
      ...(order.sequenceGroup === null ? {} : { sequenceGroup: order.sequenceGroup }),
    };
    const delivery = visit(dropoff, to, order.dropoffFrom, order.dropoffTo);
    return pickup && from
      ? [
          {
            ...common,
            kind: 'pair',
            pickup: visit(pickup, from, order.pickupFrom, order.pickupTo),
            delivery,
          },
        ]
      : [{ ...common, kind: 'delivery', stop: delivery }];
  });
  const kinds = new Map(jobs.map(({ id, kind }) => [id, kind]));
  const visits = stops
    .filter(({ stopType }) => stopType === 'PICKUP' || stopType === 'DROPOFF')
    .flatMap(({ stopType, objectIds }) =>
      objectIds.filter((id) => kinds.get(id) === 'pair' || (kinds.has(id) && stopType === 'DROPOFF')),
    );
  return { jobs, visits };
}

type PlacedVehicle = Omit<FleetVehicle, 'input'> & { readonly input: VehicleInput };

/** The vehicle of a route with its limits, its shift and its breaks. */
function vehicleOf(
  { route, stops, orders, ...more }: RouteAggregate,
  {
    clock,
    places,
    range,
    config,
  }: {
    readonly clock: DayClock;
    readonly places: Places;
    readonly range: { readonly from: string; readonly to: string };
    readonly config: VehicleConfig | undefined;
  },
): PlacedVehicle {
  const end = (type: 'ROUTE_START' | 'ROUTE_END') =>
    stops.find(({ stopType }) => stopType === type)?.location ?? undefined;
  const [start, last] = [end('ROUTE_START'), end('ROUTE_END')];
  const { profile, speedPercent, parkingSeconds, maxStops, maxMeters, maxSeconds } =
    route.vehicle?.driving ?? {};
  const departure = calculatedDeparture({ route, stops, orders, ...more }) ?? range.from;
  const from = clock.secondsOf(route.shift?.plannedStart ?? departure);
  const to = clock.secondsOf(route.shift?.plannedEnd ?? later(range.to, route.plannedCompletion));
  return {
    input: {
      id: route.id,
      profile: profile ?? 'car',
      ...(speedPercent ? { speedPercent } : {}),
      ...(parkingSeconds ? { parkingTime: parkingSeconds } : {}),
      ...(maxStops ? { maxStops } : {}),
      ...(maxMeters ? { maxDistance: maxMeters } : {}),
      ...(maxSeconds ? { maxDuration: maxSeconds } : {}),
      ...(start ? { start: places.indexOf(start) } : {}),
      ...(last ? { end: places.indexOf(last) } : {}),
      shift: { from, to: Math.max(from, to) },
      capacity: capacityUnits(route.vehicle?.capacity),
      capabilities: [...capabilitiesOf(route)],
      breaks: breaksOf(stops).map(([stop]) => breakOf(stop!, clock)),
      cost: costOf(config),
    },
    name: route.name ?? route.externalId ?? route.id,
    units: { weight: config?.weightUnit ?? 'kg', length: config?.lengthUnit ?? 'meter' },
    depot: start ?? null,
    size: route.vehicle?.size ?? null,
    driverGroupId: route.driverGroup?.id ?? null,
    vehicleId: route.vehicle?.id ?? null,
    courierId: route.courier?.id ?? null,
    shift: route.shift,
  };
}

function later(one: string, other: string | null): string {
  return other !== null && other > one ? other : one;
}

/**
 * The vehicles of the what-if: those of the day with the most orders, and copies of them in turn for further ones, all with
 * the shift that is asked for.
 */
function fleetOf(
  vehicles: readonly PlacedVehicle[],
  days: readonly { readonly jobs: readonly JobInput[] }[],
  { vehicles: count = vehicles.length, shiftStart, shiftEnd, date }: PlanWhatIf,
  { clock, timeZone }: { readonly clock: DayClock; readonly timeZone: string },
): readonly PlacedVehicle[] {
  const order = vehicles
    .map((vehicle, index) => ({ vehicle, orders: days[index]!.jobs.length }))
    .sort(
      (one, other) => other.orders - one.orders || (one.vehicle.input.id < other.vehicle.input.id ? -1 : 1),
    )
    .map(({ vehicle }) => vehicle);
  const at = (time: string) => clock.secondsOf(instantOfLocal(`${date}T${time}:00`, timeZone));
  return Array.from({ length: count }, (_, index) => {
    const vehicle = order[index % order.length]!;
    const isCopy = index >= order.length;
    const own = vehicle.input.shift!;
    const from = shiftStart === undefined ? own.from : at(shiftStart);
    const shift = { from, to: Math.max(from, shiftEnd === undefined ? own.to : at(shiftEnd)) };
    const isOther = shift.from !== own.from || shift.to !== own.to;
    // A break of another shift is taken anywhere in it.
    const breaks = vehicle.input.breaks?.map((one) =>
      isOther && one.kind === 'window' ? breakWithin(shift.from, shift.to, one.duration) : one,
    );
    const copy = Math.floor(index / order.length) + 1;
    return {
      ...vehicle,
      name: isCopy ? `${vehicle.name} (${copy})` : vehicle.name,
      courierId: isCopy ? null : vehicle.courierId,
      input: {
        ...vehicle.input,
        id: isCopy ? `${vehicle.input.id}+${copy}` : vehicle.input.id,
        shift,
        ...(breaks ? { breaks } : {}),
      },
    };
  });
}

/** The job with windows that open earlier and close later by so many seconds. */
function withWindows(job: JobInput, seconds: number): JobInput {
  if (seconds === 0) return job;
  const widened = <Of extends { readonly windows?: readonly TimeWindow[] }>(stop: Of): Of =>
    stop.windows
      ? {
          ...stop,
          windows: stop.windows.map(({ from, to }) => {
            const opens = Math.max(0, from - seconds);
            return { from: opens, to: Math.max(opens, to + seconds) };
          }),
        }
      : stop;
  return job.kind === 'pair'
    ? { ...job, pickup: widened(job.pickup), delivery: widened(job.delivery) }
    : { ...job, stop: widened(job.stop) };
}
