import type { Job, Problem, Vehicle } from '../problem.ts';

/** How many times as many suitable vehicles a part gets as its jobs would need if they were spread evenly. */
const MARGIN = 2;

/** Jobs that only some vehicles may serve, for the same reasons, and how far each part is from each start. */
interface NarrowJobs {
  readonly jobs: readonly number[];
  mayServe(vehicle: Vehicle): boolean;
}

/**
 * Gives parts the vehicles for jobs that only some vehicles may serve, by capabilities or size. A part gets as many as
 * it probably needs, the nearest first; the part with the greatest shortage is served first. Vehicles are added to
 * `placed`.
 */
export function placeAble(
  problem: Problem,
  placed: Map<string, number>,
  partOf: readonly number[],
  count: number,
): void {
  const { vehicles, jobs } = problem;
  for (const { jobs: narrow, mayServe } of narrowJobs(problem)) {
    const able = vehicles.filter(mayServe);
    const need = new Float64Array(count);
    for (const job of narrow) if (partOf[job]! >= 0) need[partOf[job]!]! += 1;
    const wanted = need.map((some) => Math.ceil((MARGIN * some * vehicles.length) / jobs.length));
    const has = new Float64Array(count);
    for (const { id } of able) if (placed.has(id)) has[placed.get(id)!]! += 1;
    const spare = new Set(able.filter(({ id }) => !placed.has(id)));
    while (spare.size > 0) {
      let shortest = 0;
      const lack = (part: number) => (has[part]! >= wanted[part]! ? 0 : 1 - has[part]! / wanted[part]!);
      for (let part = 1; part < count; part += 1) if (lack(part) > lack(shortest)) shortest = part;
      if (lack(shortest) === 0) break;
      const there = narrow.filter((job) => partOf[job] === shortest);
      const [nearest] = [...spare].toSorted(
        (a, b) => meanWay(problem, a, there) - meanWay(problem, b, there),
      );
      spare.delete(nearest!);
      placed.set(nearest!.id, shortest);
      has[shortest]! += 1;
    }
  }
}

/**
 * Moves each job that no vehicle of its part may serve to the part whose suitable vehicle starts nearest. `isBound`
 * marks jobs that must stay: on a route, with other jobs, or on a vehicle.
 */
export function moveToAble(
  problem: Problem,
  placed: ReadonlyMap<string, number>,
  partOf: number[],
  isBound: (job: number) => boolean,
): void {
  for (const { jobs: narrow, mayServe } of narrowJobs(problem)) {
    const able = problem.vehicles.filter((vehicle) => placed.has(vehicle.id) && mayServe(vehicle));
    const served = new Set(able.map(({ id }) => placed.get(id)!));
    if (able.length === 0) continue;
    for (const job of narrow) {
      if (served.has(partOf[job]!) || isBound(job)) continue;
      const wayOf = (vehicle: Vehicle) => meanWay(problem, vehicle, [job]);
      const nearest = able.reduce((best, one) => (wayOf(one) < wayOf(best) ? one : best));
      partOf[job] = placed.get(nearest.id)!;
    }
  }
}

/**
 * Jobs that some vehicle may not serve, by the kinds of vehicles that may; those with the fewest suitable vehicles
 * first.
 */
function narrowJobs({ jobs, vehicles }: Problem): readonly NarrowJobs[] {
  const kindOf = ({ capabilities, capacity }: Vehicle) => JSON.stringify([capabilities, capacity]);
  const kinds = new Map<string, { readonly vehicle: Vehicle; count: number }>();
  for (const vehicle of vehicles) {
    const kind = kinds.get(kindOf(vehicle)) ?? { vehicle, count: 0 };
    kind.count += 1;
    kinds.set(kindOf(vehicle), kind);
  }
  const classes = new Map<string, { able: Set<string>; count: number; jobs: number[] }>();
  for (const [index, job] of jobs.entries()) {
    const able = [...kinds].filter(([, { vehicle }]) => fits(job, vehicle));
    if (able.length === 0 || able.length === kinds.size) continue;
    const names = able.map(([name]) => name);
    const of = classes.get(names.join()) ?? {
      able: new Set(names),
      count: able.reduce((sum, [, kind]) => sum + kind.count, 0),
      jobs: [],
    };
    of.jobs.push(index);
    classes.set(names.join(), of);
  }
  return [...classes.values()]
    .toSorted((a, b) => a.count - b.count)
    .map(({ able, jobs: some }) => ({ jobs: some, mayServe: (vehicle) => able.has(kindOf(vehicle)) }));
}

function fits({ requires, load }: Job, { capabilities, capacity }: Vehicle): boolean {
  return (
    requires.every((capability) => capabilities.includes(capability)) &&
    load.every((amount, dimension) => amount <= capacity[dimension]!)
  );
}

/** Mean way from the start of a vehicle to jobs; 0 where it may start anywhere. */
function meanWay(
  { travel, jobs, locationCount }: Problem,
  vehicle: Vehicle,
  some: readonly number[],
): number {
  const { start, profile } = vehicle;
  if (start === undefined || some.length === 0) return 0;
  const { durations } = travel[profile]!;
  const sum = some.reduce(
    (seconds, job) => seconds + durations[start * locationCount + jobs[job]!.stop.location]!,
    0,
  );
  return sum / some.length;
}
