import type { PeerInstance, PeerStop, PeerVehicle } from './instance.ts';

/** A visit: of a job by its index, or back at the depot to load again. */
export interface PeerVisit {
  readonly kind: 'pickup' | 'delivery' | 'reload';
  readonly job?: number;
}

/** What a program prints: routes by the index of their vehicle. A job on no route is left out. */
export interface PeerPlan {
  readonly routes: readonly { readonly vehicle: number; readonly visits: readonly PeerVisit[] }[];
}

/** The checker's verdict. */
export interface Verdict {
  /** The first rule that the plan breaks. */
  readonly fault: string | undefined;
  /** Of the routes that break no rule. */
  readonly cost: number;
  readonly leftOut: number;
  readonly vehicles: number;
}

/**
 * Judges the plan of any program by the instance alone; it shares no code with any solver. Vehicles set out at the beginning of
 * their shift, and breaks go wherever they fit: what a program says about times does not matter.
 */
export function checkPlan(instance: PeerInstance, plan: PeerPlan): Verdict {
  const used = new Set<number>();
  const served = new Map<number, number>();
  let cost = 0;
  let fault: string | undefined;
  for (const { vehicle: index, visits } of plan.routes) {
    if (visits.length === 0) continue;
    const vehicle = instance.vehicles[index];
    const wrong =
      vehicle === undefined
        ? `there is no vehicle ${index}`
        : used.has(index)
          ? `vehicle ${index} has two routes`
          : (checkRoute(instance, vehicle, visits) ?? undefined);
    fault ??= wrong && `route of vehicle ${index}: ${wrong}`;
    used.add(index);
    for (const { job, kind } of visits) {
      const isWhole = job !== undefined && (kind === 'delivery' || instance.jobs[job]?.kind === 'pickup');
      if (isWhole) served.set(job, (served.get(job) ?? 0) + 1);
    }
    if (vehicle && !wrong) cost += vehicle.fixed + metresOf(instance, vehicle.depot, visits);
  }
  const twice = [...served].find(([, times]) => times > 1);
  if (twice) fault ??= `job ${twice[0]} is served twice`;
  return { fault, cost, leftOut: instance.jobs.length - served.size, vehicles: used.size };
}

function checkRoute(
  instance: PeerInstance,
  vehicle: PeerVehicle,
  visits: readonly PeerVisit[],
): string | undefined {
  for (const { job, kind } of visits) {
    if (kind === 'reload') {
      if (!instance.reloads) return 'it reloads';
      continue;
    }
    const own = instance.jobs[job!];
    if (own === undefined) return `there is no job ${job}`;
    if (own.skills.some((skill) => !vehicle.skills.includes(skill)))
      return `job ${job} needs another vehicle`;
    if (kind === 'pickup' && own.kind === 'delivery') return `job ${job} has no pickup`;
    if (kind === 'delivery' && own.kind === 'pickup') return `job ${job} has no delivery`;
  }
  return (
    checkPairs(instance, visits) ??
    checkLoads(instance, vehicle, visits) ??
    checkTimes(instance, vehicle, visits)
  );
}

function checkPairs({ jobs }: PeerInstance, visits: readonly PeerVisit[]): string | undefined {
  const carried = new Set<number>();
  for (const { job, kind } of visits) {
    if (job === undefined || jobs[job]!.kind !== 'pair') continue;
    if (kind === 'pickup' && carried.has(job)) return `job ${job} is picked up twice`;
    if (kind === 'delivery' && !carried.delete(job)) return `job ${job} is delivered before it is picked up`;
    if (kind === 'pickup') carried.add(job);
  }
  const [left] = carried;
  return left === undefined ? undefined : `job ${left} is never delivered`;
}

function checkLoads(
  { jobs }: PeerInstance,
  { capacity }: PeerVehicle,
  visits: readonly PeerVisit[],
): string | undefined {
  const trips: PeerVisit[][] = [[]];
  for (const visit of visits) {
    if (visit.kind === 'reload') trips.push([]);
    else trips.at(-1)!.push(visit);
  }
  for (const d of capacity.keys()) {
    for (const trip of trips) {
      let load = 0;
      for (const { job } of trip) if (jobs[job!]!.kind === 'delivery') load += jobs[job!]!.load[d]!;
      let most = load;
      for (const { job, kind } of trip) {
        load += (kind === 'pickup' ? 1 : -1) * jobs[job!]!.load[d]!;
        most = Math.max(most, load);
      }
      if (most > capacity[d]!) return `it carries ${most} of ${capacity[d]} in dimension ${d}`;
    }
  }
  return undefined;
}

function stopOf({ jobs }: PeerInstance, depot: number, { kind, job }: PeerVisit): PeerStop {
  if (kind === 'reload') return { location: depot, service: 0, window: [0, Number.POSITIVE_INFINITY] };
  const own = jobs[job!]!;
  return kind === 'pickup' && own.kind === 'pair' ? own.pickup! : own.stop;
}

/** A break goes before the way to a stop or before its service: each place is tried. */
function checkTimes(
  instance: PeerInstance,
  vehicle: PeerVehicle,
  visits: readonly PeerVisit[],
): string | undefined {
  const plain = endOf(instance, vehicle, visits, -1, false);
  if (typeof plain === 'string' || vehicle.pause === undefined || plain <= vehicle.pause.window[1]) {
    return typeof plain === 'string' ? plain : undefined;
  }
  for (let at = 0; at <= visits.length; at++)
    for (const isBeforeWay of [true, false])
      if (typeof endOf(instance, vehicle, visits, at, isBeforeWay) === 'number') return undefined;
  return 'its break fits nowhere';
}

/** When the route ends, with its break before visit `at`, or what is too late. */
function endOf(
  instance: PeerInstance,
  { depot, shift, pause }: PeerVehicle,
  visits: readonly PeerVisit[],
  at: number,
  isBeforeWay: boolean,
): number | string {
  const rested = (from: number) => {
    const begin = Math.max(from, pause!.window[0]);
    return begin > pause!.window[1] ? Number.POSITIVE_INFINITY : begin + pause!.seconds;
  };
  let place = depot;
  let time = shift[0];
  for (const [index, visit] of visits.entries()) {
    const { location, service, window } = stopOf(instance, depot, visit);
    if (index === at && isBeforeWay) time = rested(time);
    time += instance.durations[place]![location]!;
    if (index === at && !isBeforeWay) time = rested(time);
    time = Math.max(time, window[0]);
    if (time > window[1]) return `job ${visit.job} is ${time - window[1]} seconds late`;
    time += service;
    place = location;
  }
  if (at === visits.length && isBeforeWay) time = rested(time);
  time += instance.durations[place]![depot]!;
  if (at === visits.length && !isBeforeWay) time = rested(time);
  return time > shift[1] ? `it ends ${time - shift[1]} seconds after its shift` : time;
}

function metresOf(instance: PeerInstance, depot: number, visits: readonly PeerVisit[]): number {
  let place = depot;
  let metres = 0;
  for (const visit of visits) {
    const { location } = stopOf(instance, depot, visit);
    metres += instance.distances[place]![location]!;
    place = location;
  }
  return metres + instance.distances[place]![depot]!;
}
