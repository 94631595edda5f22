import {
  type InitialRouteInput,
  InvalidProblem,
  type JobInput,
  type Lock,
  type Route,
} from '../../engines/optimization/index.ts';
import { carriesOrders, type RouteAggregate, type Stop } from '../routes/index.ts';
import type { BuiltProblem, ExistingRoute } from './build-problem.ts';
import type { FleetVehicle } from './fleet-of-run.ts';
import type { ReplannedDay } from './request-optimization.ts';

/** A capability that only the vehicle of one route has: its orders prefer it at the price of a move. */
const ON_ROUTE = 'on-route:';

/**
 * The problem with the routes that are there already: each has its vehicle, its orders begin on it and stay on it, or leave it at
 * a price, and its frozen stops keep their places.
 *
 * @throws InvalidProblem when the fleet has no vehicle for a route
 */
export function withExistingRoutes(
  built: BuiltProblem,
  routes: readonly RouteAggregate[],
  day: ReplannedDay,
): BuiltProblem {
  const vehicles = vehiclesOf(routes, built.vehicles);
  const jobById = new Map(built.input.jobs.map((job) => [job.id, job]));
  const existing: ExistingRoute[] = [];
  const bound = new Map<string, { readonly routeId: string; readonly lock: Lock }>();
  for (const [index, found] of routes.entries()) {
    const vehicle = vehicles[index]!.input.id;
    const visits = visitsOf(found.stops, jobById);
    existing.push({ routeId: found.route.id, vehicle, jobs: visits.map(({ job }) => job) });
    const isFrozen = frozenOn(found.stops, day);
    for (const [position, { job, stop, isPickup }] of visits.entries()) {
      const before = bound.get(job)?.lock ?? { vehicle };
      const isDelivery = jobById.get(job)!.kind === 'pair' && !isPickup;
      const place =
        stop && isFrozen(stop) ? { [isDelivery ? 'deliveryPosition' : 'position']: position } : {};
      bound.set(job, { routeId: found.route.id, lock: { ...before, ...place } });
    }
  }
  const { moveCents } = day;
  const routeOf = new Map(existing.map(({ vehicle, routeId }) => [vehicle, routeId]));
  const jobs = built.input.jobs.map((job): JobInput => {
    const own = bound.get(job.id);
    if (own === undefined) return job;
    const isInPlace = own.lock.position !== undefined || own.lock.deliveryPosition !== undefined;
    if (moveCents === null || isInPlace) return { ...job, lock: own.lock };
    if (moveCents === 0) return job;
    const preference = { capability: `${ON_ROUTE}${own.routeId}`, penaltyCents: moveCents };
    return { ...job, prefers: [...(job.prefers ?? []), preference] };
  });
  const isPriced = moveCents !== null && moveCents > 0;
  const inputs = built.input.vehicles.map((vehicle) => {
    const routeId = routeOf.get(vehicle.id);
    if (!isPriced || routeId === undefined) return vehicle;
    return { ...vehicle, capabilities: [...(vehicle.capabilities ?? []), `${ON_ROUTE}${routeId}`] };
  });
  return { ...built, input: { ...built.input, jobs, vehicles: inputs }, existing };
}

/** The existing routes as the first plan of the search. */
export function initialRoutesOf({
  existing,
  asItWas,
  vehicles,
}: Pick<BuiltProblem, 'existing' | 'asItWas' | 'vehicles'>): readonly InitialRouteInput[] {
  const known = new Set(vehicles.map(({ input }) => input.id));
  return (existing ?? asItWas?.routes ?? [])
    .filter(({ vehicle, jobs }) => jobs.length > 0 && known.has(vehicle))
    .map(({ vehicle, jobs }) => ({ vehicle, jobs }));
}

/** What the orders of a route pay for having left another one: a wish of the planner, not a cost. */
export function centsOfMoves({ existing, input }: BuiltProblem, { vehicle, visits }: Route): number {
  if (existing === undefined) return 0;
  const own = input.vehicles.find(({ id }) => id === vehicle)?.capabilities ?? [];
  const here = new Set(visits.map(({ job }) => job));
  return input.jobs
    .filter(({ id }) => here.has(id))
    .flatMap(({ prefers = [] }) => prefers)
    .filter(({ capability }) => capability.startsWith(ON_ROUTE) && !own.includes(capability))
    .reduce((cents, { penaltyCents }) => cents + penaltyCents, 0);
}

interface StopVisit {
  readonly job: string;
  readonly isPickup: boolean;
  /** Absent for a pickup that the route has no stop for. */
  readonly stop: Stop | undefined;
}

/** The visits of a route in order. An order that is loaded at the start has only its delivery. */
function visitsOf(stops: readonly Stop[], jobById: ReadonlyMap<string, JobInput>): readonly StopVisit[] {
  const visits: StopVisit[] = [];
  for (const stop of stops) {
    const isPickup = stop.stopType === 'PICKUP';
    if (!isPickup && stop.stopType !== 'DROPOFF') continue;
    for (const job of stop.objectIds) {
      const kind = jobById.get(job)?.kind;
      if (kind === 'pair' || (kind === 'delivery' && !isPickup)) visits.push({ job, isPickup, stop });
    }
  }
  const has = (job: string, isPickup: boolean) =>
    visits.some((visit) => visit.job === job && visit.isPickup === isPickup);
  const pairs = [...new Set(visits.map(({ job }) => job))].filter((id) => jobById.get(id)!.kind === 'pair');
  const missing = (isPickup: boolean) =>
    pairs.filter((job) => !has(job, isPickup)).map((job): StopVisit => ({ job, isPickup, stop: undefined }));
  return [...missing(true), ...visits, ...missing(false)];
}

/** Whether a stop keeps its place: one of the first, one that is named, or one up to the last locked stop. */
function frozenOn(
  stops: readonly Stop[],
  { frozenStops, frozenStopIds }: ReplannedDay,
): (stop: Stop) => boolean {
  const working = stops.filter(carriesOrders);
  const locked = working.findLastIndex(({ metadata }) => metadata?.locked === true);
  const first = new Set(working.slice(0, Math.max(frozenStops, locked + 1)).map(({ id }) => id));
  const named = new Set(frozenStopIds);
  return ({ id }) => first.has(id) || named.has(id);
}

type Match = (vehicle: FleetVehicle, route: RouteAggregate['route']) => boolean;

/** How a vehicle of the fleet is found for a route, the surest first. */
const MATCHES: readonly Match[] = [
  ({ shift }, route) => shift !== null && shift.id === route.shift?.id,
  ({ courierId, vehicleId }, route) =>
    courierId !== null && courierId === route.courier?.id && vehicleId === (route.vehicle?.id ?? null),
  ({ courierId }, route) => courierId !== null && courierId === route.courier?.id,
  ({ vehicleId }, route) => vehicleId !== null && vehicleId === route.vehicle?.id,
  (vehicle, route) => isAnybodys(vehicle) && vehicle.driverGroupId === (route.driverGroup?.id ?? null),
  (vehicle) => isAnybodys(vehicle),
  (vehicle, route) =>
    route.courier === null &&
    route.vehicle === null &&
    (route.driverGroup === null || vehicle.driverGroupId === route.driverGroup.id),
];

const isAnybodys = ({ courierId, vehicleId, shift }: FleetVehicle): boolean =>
  courierId === null && vehicleId === null && shift === null;

/** A vehicle of its own for each route. */
function vehiclesOf(
  routes: readonly RouteAggregate[],
  fleet: readonly FleetVehicle[],
): readonly FleetVehicle[] {
  const left = new Set(fleet);
  const chosen = new Map<string, FleetVehicle>();
  for (const matches of MATCHES) {
    for (const { route } of routes) {
      if (chosen.has(route.id)) continue;
      const vehicle = [...left].find((one) => matches(one, route));
      if (vehicle === undefined) continue;
      left.delete(vehicle);
      chosen.set(route.id, vehicle);
    }
  }
  return routes.map(({ route }) => {
    const vehicle = chosen.get(route.id);
    if (vehicle) return vehicle;
    const driver = route.courier?.id ?? route.vehicle?.id ?? route.driverGroup?.id ?? 'nobody yet';
    throw new InvalidProblem(
      'routeIds',
      `has route ${route.id} (of ${driver}), for which the fleet of this optimization has no vehicle left. ` +
        'Choose a strategy or contractIds with that driver, or leave the route out.',
    );
  });
}
