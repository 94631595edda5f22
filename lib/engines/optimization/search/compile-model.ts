import type { Job, Problem, Stop, Vehicle } from '../problem.ts';
import { finish, type Work } from '../work.ts';
import { chainStops } from './chain-stops.ts';
import { createTravelCompiler, type Points, type TravelClass } from './compile-travel.ts';

/** What a visit does with the job's load. */
export const VISIT = Object.freeze({
  delivery: 0,
  pickup: 1,
  service: 2,
  pairPickup: 3,
  pairDelivery: 4,
  onBoard: 5,
});

/** Vehicles that are interchangeable. */
export interface VehicleType {
  readonly vehicle: Vehicle;
  readonly travel: TravelClass;
  /** Points the route starts and ends at, see `Points`. */
  readonly startPoint: number;
  readonly endPoint: number;
  readonly centsPerMetre: number;
  readonly centsPerSecond: number;
  /** Load of goods that are on board already, per dimension. */
  readonly baseLoad: Float64Array;
}

/** A problem as typed arrays. Arrays indexed by visit have `visits` entries; matrices are over `Points`. */
export interface Model {
  readonly problem: Problem;
  readonly jobs: number;
  readonly visits: number;
  readonly points: number;
  readonly dimensions: number;
  readonly jobOf: Int32Array;
  /** Main visit of a job: its only one, or its delivery. */
  readonly visitOf: Int32Array;
  /** Pickup visit of a job, -1 where it has none. */
  readonly pickupOf: Int32Array;
  /** The other visit of the same job, -1 where there is none. */
  readonly mate: Int32Array;
  readonly kind: Uint8Array;
  readonly open: Int32Array;
  readonly close: Int32Array;
  /** Windows of a visit: `windowFrom[k]`, `windowTo[k]` for k from `windowAt[visit]` to `windowAt[visit + 1]`. */
  readonly windowAt: Int32Array;
  readonly windowFrom: Int32Array;
  readonly windowTo: Int32Array;
  /** Seconds of doorstep and service. */
  readonly service: Int32Array;
  /** Load per dimension, `load[visit * dimensions + d]`. */
  readonly load: Int32Array;
  readonly locationOf: Int32Array;
  /** Importance of a job: a power per priority, above any sum of the lower ones; 0 where it may be left out for a price. */
  readonly weight: Float64Array;
  /** Cents for leaving a job out; 0 where it is left out only when it does not fit, which `isOptional` tells apart. */
  readonly leaveOut: Float64Array;
  readonly isOptional: Uint8Array;
  readonly types: readonly VehicleType[];
  readonly typeOf: Int32Array;
  /** 1 where the job may be on a vehicle of the type: `allowed[job * types.length + type]`. */
  readonly allowed: Uint8Array;
  /** Cents of missing preferred capabilities, same index. */
  readonly preferenceCents: Float64Array;
  /** Group in which a job is ordered (-1: none), its rank there (-1: none), and the group that stays on one route. */
  readonly orderGroup: Int32Array;
  readonly rank: Int32Array;
  readonly routeGroup: Int32Array;
  readonly exclusion: Int32Array;
  readonly cluster: Int32Array;
  /** For each visit the label of visits that follow one another; -1: none. */
  readonly together: Int32Array;
  /** Number of distinct groups and labels of all kinds. */
  readonly labels: number;
  /** Place to which a visit is locked; -1: none. */
  readonly lockedPosition: Int32Array;
  /** `single`: only deliveries and plain costs. `paired`: only pairs and plain costs. `rich`: everything else. */
  readonly shape: 'single' | 'paired' | 'rich';
  /**
   * Whether there are only deliveries and services with single windows, on vehicles of one kind whose only limits and
   * prices concern loads, orders and duration.
   */
  readonly breeds: boolean;
  /** Whether routes may have a debt: orders short of a minimum, places away from a locked one. */
  readonly owes: boolean;
}

/** Translates a problem for the search at once. */
export function compileModel(problem: Problem, relax = 0): Model {
  return finish(compilingModel(problem, relax));
}

/**
 * Translates a problem for the search. Capabilities and single loads do not bind where any rule is relaxed. A unit of the
 * work is a row of a matrix.
 */
export function* compilingModel(problem: Problem, relax: number): Work<Model> {
  const { jobs, dimensions } = problem;
  const given = jobs.flatMap((job, j) => [
    ...(job.pickup === undefined ? [] : [{ job: j, stop: job.pickup, kind: VISIT.pairPickup }]),
    { job: j, stop: job.stop, kind: kindOf(job) },
  ]);
  const visits = given.length;
  const kinds = vehicleKinds(problem);
  const shape = shapeOf(problem, new Set(kinds).size);
  const stops = paysToChain(visits, shape) ? yield* chainStops(problem, given) : given;
  const visitOf = new Int32Array(jobs.length);
  const pickupOf = new Int32Array(jobs.length).fill(-1);
  for (const [v, { job, kind }] of stops.entries()) (kind === VISIT.pairPickup ? pickupOf : visitOf)[job] = v;
  const mate = new Int32Array(visits).fill(-1);
  for (let j = 0; j < jobs.length; j++)
    if (pickupOf[j]! >= 0) {
      mate[pickupOf[j]!] = visitOf[j]!;
      mate[visitOf[j]!] = pickupOf[j]!;
    }
  const windowAt = new Int32Array(visits + 1);
  for (const [v, { stop }] of stops.entries()) windowAt[v + 1] = windowAt[v]! + stop.windows.length;
  const windows = stops.flatMap(({ stop }) => stop.windows);
  const load = new Int32Array(visits * dimensions.length);
  for (const [v, { job }] of stops.entries()) load.set(jobs[job]!.load, v * dimensions.length);
  const fleet = yield* compileFleet(problem, stops, kinds, relax !== 0);
  const labels = compileLabels(problem, stops);
  return Object.freeze({
    problem,
    jobs: jobs.length,
    visits,
    dimensions: dimensions.length,
    jobOf: Int32Array.from(stops, ({ job }) => job),
    visitOf,
    pickupOf,
    mate,
    kind: Uint8Array.from(stops, ({ kind }) => kind),
    open: Int32Array.from(stops, ({ stop }) => stop.windows[0]!.from),
    close: Int32Array.from(stops, ({ stop }) => stop.windows[stop.windows.length - 1]!.to),
    windowAt,
    windowFrom: Int32Array.from(windows, ({ from }) => from),
    windowTo: Int32Array.from(windows, ({ to }) => to),
    service: Int32Array.from(stops, ({ stop }) => stop.doorstep + stop.service),
    load,
    locationOf: Int32Array.from(stops, ({ stop }) => stop.location),
    weight: Float64Array.from(jobs, (job) =>
      job.leaveOutCents === undefined ? (jobs.length + 1) ** job.priority : 0,
    ),
    leaveOut: Float64Array.from(jobs, ({ leaveOutCents = 0 }) => leaveOutCents),
    isOptional: Uint8Array.from(jobs, ({ leaveOutCents }) => (leaveOutCents === undefined ? 0 : 1)),
    ...fleet,
    ...labels,
    lockedPosition: Int32Array.from(
      stops,
      ({ job, kind }) => lockedPlace(jobs[job]!.lock, kind === VISIT.pairDelivery) ?? -1,
    ),
    ...shape,
    owes: problem.vehicles.some((vehicle) => vehicle.minOrders > 1) || jobs.some(isLockedInPlace),
  });
}

/** Number of visits before a visit of a job that is locked to its place. */
export function lockedPlace(lock: Job['lock'], isDeliveryOfPair: boolean): number | undefined {
  return isDeliveryOfPair ? lock?.deliveryPosition : lock?.position;
}

/** Whether a job is locked to a place on its route. */
export function isLockedInPlace({ lock }: Pick<Job, 'lock'>): boolean {
  return lock?.position !== undefined || lock?.deliveryPosition !== undefined;
}

/** What kind of problem it is, see `Model`. */
type Shape = Pick<Model, 'shape' | 'breeds'>;

/** Visits from which on matrices are larger than the processor's cache. */
const MANY_VISITS = 500;

/**
 * Whether chaining stops pays: with it, the city of the benchmark makes 1.15 times as many iterations. Where only
 * places next to near visits are looked at, as with plain deliveries, it makes no difference.
 */
const paysToChain = (visits: number, shape: Shape): boolean => visits >= MANY_VISITS && underAnyRules(shape);

/** Whether there are rules that only the rich evaluation supports, which rules out breeding. */
export function underAnyRules({ shape, breeds }: Shape): boolean {
  return shape === 'rich' && !breeds;
}

function kindOf(job: Job): number {
  if (job.onBoard !== undefined) return VISIT.onBoard;
  if (job.kind === 'pair') return VISIT.pairDelivery;
  return VISIT[job.kind];
}

function shapeOf(problem: Problem, kinds: number): Shape {
  const { jobs, vehicles, travel } = problem;
  const isSimple = (vehicle: Vehicle) =>
    vehicle.breaks.length === 0 &&
    vehicle.minOrders === 0 &&
    [vehicle.maxStops, vehicle.maxDistance].every((limit) => limit === Infinity);
  /** Whether only metres cost, and only one load is limited. */
  const isPlain = ({ cost, maxDuration, maxOrders }: Vehicle) =>
    cost.centsPerHour === 0 && cost.centsPerStop === 0 && maxDuration === Infinity && maxOrders === Infinity;
  const plainJob = (job: Job) =>
    [job.stop, job.pickup].every(
      (stop) => stop === undefined || (stop.windows.length === 1 && stop.together === undefined),
    ) &&
    job.prefers.length === 0 &&
    [
      job.sequencePriority,
      job.sequenceGroup,
      job.exclusionLabel,
      job.clusterLabel,
      job.lock,
      job.onBoard,
      job.leaveOutCents,
    ].every((field) => field === undefined);
  const simple =
    kinds === 1 &&
    travel[vehicles[0]!.profile]!.speedPeriods === undefined &&
    problem.balance === undefined &&
    problem.fleetUse !== 'all' &&
    vehicles.every(isSimple) &&
    jobs.every(plainJob);
  const breeds = simple && jobs.every((job) => job.kind === 'delivery' || job.kind === 'service');
  if (!simple || problem.dimensions.length > 1 || !vehicles.every(isPlain)) return { shape: 'rich', breeds };
  if (breeds) return { shape: 'single', breeds };
  return { shape: jobs.every((job) => job.kind === 'pair') ? 'paired' : 'rich', breeds };
}

/** For each vehicle a text that is the same for interchangeable ones. */
function vehicleKinds({ jobs, vehicles }: Problem): readonly string[] {
  const named = new Set(jobs.flatMap((job) => [job.lock?.vehicle, job.onBoard]));
  return vehicles.map((vehicle) =>
    JSON.stringify({ ...vehicle, id: named.has(vehicle.id) ? vehicle.id : '' }),
  );
}

function* compileFleet(
  problem: Problem,
  stops: readonly { readonly stop: Stop }[],
  kinds: readonly string[],
  relaxed: boolean,
) {
  const { jobs, vehicles } = problem;
  const starts = new Set(vehicles.map(({ start = NOWHERE }) => start));
  const ends = new Set(vehicles.map(({ end = NOWHERE }) => end));
  const points: Points = {
    locations: Int32Array.from([...stops.map(({ stop }) => stop.location), ...starts, ...ends]),
    visits: stops.length,
    firstEnd: stops.length + starts.size,
  };
  const startPoints = new Map(Array.from(starts, (location, i) => [location, points.visits + i]));
  const endPoints = new Map(Array.from(ends, (location, i) => [location, points.firstEnd + i]));
  const compileTravel = createTravelCompiler(problem, points);
  const types: VehicleType[] = [];
  const typeByKey = new Map<string, number>();
  const typeOf = new Int32Array(vehicles.length);
  for (const [v, vehicle] of vehicles.entries()) {
    const known = typeByKey.get(kinds[v]!);
    typeOf[v] = known ?? types.length;
    if (known !== undefined) continue;
    typeByKey.set(kinds[v]!, types.length);
    const travel = yield* compileTravel(vehicle);
    const baseLoad = new Float64Array(problem.dimensions.length);
    for (const job of jobs)
      if (job.onBoard === vehicle.id) for (const [d, amount] of job.load.entries()) baseLoad[d]! += amount;
    types.push({
      vehicle,
      travel,
      startPoint: startPoints.get(vehicle.start ?? NOWHERE)!,
      endPoint: endPoints.get(vehicle.end ?? NOWHERE)!,
      centsPerMetre: vehicle.cost.centsPerKilometre / 1000,
      centsPerSecond: vehicle.cost.centsPerHour / 3600,
      baseLoad,
    });
    yield 1;
  }
  const allowed = new Uint8Array(jobs.length * types.length);
  const preferenceCents = new Float64Array(jobs.length * types.length);
  for (const [j, job] of jobs.entries()) {
    for (const [t, { vehicle }] of types.entries()) {
      const bound = job.lock?.vehicle ?? job.onBoard ?? vehicle.id;
      const fits =
        bound === vehicle.id &&
        (relaxed ||
          (job.requires.every((capability) => vehicle.capabilities.includes(capability)) &&
            job.load.every((amount, d) => amount <= vehicle.capacity[d]!)));
      allowed[j * types.length + t] = fits ? 1 : 0;
      for (const { capability, penaltyCents } of job.prefers)
        if (!vehicle.capabilities.includes(capability))
          preferenceCents[j * types.length + t]! += penaltyCents;
    }
    yield 1;
  }
  return { points: points.locations.length, types, typeOf, allowed, preferenceCents };
}

/** Location of an open start or end. */
const NOWHERE = -1;

function compileLabels(problem: Problem, stops: readonly { readonly stop: Stop }[]) {
  const ids = new Map<string, number>();
  const numbered = (space: string, label: string | undefined) => {
    if (label === undefined) return -1;
    const key = `${space}:${label}`;
    if (!ids.has(key)) ids.set(key, ids.size);
    return ids.get(key)!;
  };
  const column = (read: (job: Job) => number) => Int32Array.from(problem.jobs, read);
  /** A label of one order costs nothing wherever it is. Otherwise the price of a label's first route is included. */
  const jobsOf = new Map<string | undefined, number>();
  for (const { clusterLabel } of problem.jobs) jobsOf.set(clusterLabel, (jobsOf.get(clusterLabel) ?? 0) + 1);
  const routeGroup = column((job) => numbered('group', job.sequenceGroup));
  const orderGroup = column((job) =>
    job.sequencePriority === undefined
      ? -1
      : job.sequenceGroup === undefined
        ? numbered('ungrouped', '')
        : numbered('group', job.sequenceGroup),
  );
  return {
    routeGroup,
    orderGroup,
    rank: column((job) => job.sequencePriority ?? -1),
    exclusion: column((job) => numbered('exclusion', job.exclusionLabel)),
    cluster: column((job) =>
      numbered('cluster', jobsOf.get(job.clusterLabel) === 1 ? undefined : job.clusterLabel),
    ),
    together: Int32Array.from(stops, ({ stop }) => numbered('together', stop.together)),
    labels: ids.size,
  };
}
