import { InvalidProblem } from './invalid-problem.ts';
import type { Balance, InitialRouteInput, Job, Problem, ProblemInput, Vehicle } from './problem.ts';
import {
  readInteger,
  readList,
  readName,
  readNames,
  readObject,
  readWord,
  refuseRepeated,
} from './read-fields.ts';
import { readJob } from './read-job.ts';
import { readTravel } from './read-travel.ts';
import { readVehicle } from './read-vehicle.ts';

const FIELDS = [
  'travel',
  'jobs',
  'vehicles',
  'dimensions',
  'initialRoutes',
  'fleetUse',
  'balance',
  'clusterPenaltyCents',
];

/**
 * Builds a problem: fills in defaults, refuses nonsense and freezes the result. Fields and units are those of
 * `ProblemInput`. Infeasible is not nonsense: a job that no vehicle can serve is returned unassigned by `solve`.
 *
 * @throws InvalidProblem naming the offending field; unknown fields are refused too.
 */
export function defineProblem(input: ProblemInput): Problem {
  const fields = readObject(input, 'problem', FIELDS);
  const dimensions = readNames(fields.dimensions, 'dimensions');
  const vehicleInputs = readList(fields.vehicles, 'vehicles');
  const profiles = vehicleInputs.map((vehicle, i) => profileOf(vehicle, `vehicles[${i}]`));
  const { locationCount, tables } = readTravel(fields.travel, new Set(profiles));
  const vehicles = vehicleInputs.map((vehicle, i) =>
    readVehicle(vehicle, `vehicles[${i}]`, { locationCount, dimensions: dimensions.length, tables }),
  );
  refuseRepeated(
    vehicles.map((vehicle) => vehicle.id),
    'vehicles',
  );
  const vehicleIds = new Set(vehicles.map((vehicle) => vehicle.id));
  const jobs = readList(fields.jobs, 'jobs').map((job, i) =>
    readJob(job, `jobs[${i}]`, { locationCount, dimensions: dimensions.length, vehicleIds }),
  );
  refuseRepeated(
    jobs.map((job) => job.id),
    'jobs',
  );
  refuseClashingLocks(jobs);
  return Object.freeze({
    locationCount,
    travel: tables,
    dimensions,
    jobs: Object.freeze(jobs),
    vehicles: Object.freeze(vehicles),
    initialRoutes: readInitialRoutes(fields.initialRoutes, jobs, vehicles),
    fleetUse: readWord(fields.fleetUse, 'fleetUse', ['as-needed', 'fewest', 'all'], 'as-needed'),
    balance: readBalance(fields.balance),
    clusterPenaltyCents: readInteger(fields.clusterPenaltyCents, 'clusterPenaltyCents', { fallback: 0 }),
  });
}

function profileOf(vehicle: unknown, field: string) {
  const profile =
    typeof vehicle === 'object' && vehicle !== null && 'profile' in vehicle ? vehicle.profile : undefined;
  return readWord(profile, `${field}.profile`, ['car', 'truck', 'bike', 'straight-line'], 'car');
}

function readBalance(value: unknown): Balance | undefined {
  if (value === undefined) return undefined;
  const fields = readObject(value, 'balance', ['by', 'weightCents']);
  return Object.freeze({
    by: readWord(fields.by, 'balance.by', ['orders', 'distance', 'duration']),
    weightCents: readInteger(fields.weightCents, 'balance.weightCents'),
  });
}

function readInitialRoutes(
  value: unknown,
  jobs: readonly Job[],
  vehicles: readonly Vehicle[],
): readonly InitialRouteInput[] {
  const jobById = new Map(jobs.map((job) => [job.id, job]));
  const vehicleIds = new Set(vehicles.map((vehicle) => vehicle.id));
  const routeOf = new Map<string, number>();
  const visits = new Map<string, number>();
  const routes = readList(value, 'initialRoutes').map((route, r) => {
    const field = `initialRoutes[${r}]`;
    const fields = readObject(route, field, ['vehicle', 'jobs']);
    const vehicle = readName(fields.vehicle, `${field}.vehicle`);
    if (!vehicleIds.has(vehicle))
      throw new InvalidProblem(`${field}.vehicle`, `"${vehicle}" is not a vehicle`);
    const ids = readList(fields.jobs, `${field}.jobs`).map((id, i) => {
      const name = readName(id, `${field}.jobs[${i}]`);
      const job = jobById.get(name);
      if (job === undefined) throw new InvalidProblem(`${field}.jobs[${i}]`, `"${name}" is not a job`);
      const before = visits.get(name) ?? 0;
      if (before === (job.kind === 'pair' ? 2 : 1) || (routeOf.get(name) ?? r) !== r)
        throw new InvalidProblem(`${field}.jobs[${i}]`, `repeats "${name}"`);
      visits.set(name, before + 1);
      routeOf.set(name, r);
      return name;
    });
    return Object.freeze({ vehicle, jobs: Object.freeze(ids) });
  });
  for (const [name, count] of visits)
    if (jobById.get(name)?.kind === 'pair' && count === 1)
      throw new InvalidProblem(
        `initialRoutes[${routeOf.get(name)}].jobs`,
        `must name the pair "${name}" twice`,
      );
  refuseRepeated(
    routes.map((route) => route.vehicle),
    'initialRoutes',
  );
  return Object.freeze(routes);
}

function refuseClashingLocks(jobs: readonly Job[]): void {
  const taken = new Map<string, number>();
  for (const [i, job] of jobs.entries()) {
    if (job.lock?.position !== undefined) {
      const place = JSON.stringify([job.lock.vehicle, job.lock.position]);
      const other = taken.get(place);
      if (other !== undefined)
        throw new InvalidProblem(`jobs[${i}].lock.position`, `is already taken by jobs[${other}]`);
      taken.set(place, i);
    }
    if (job.onBoard !== undefined && job.lock !== undefined && job.lock.vehicle !== job.onBoard)
      throw new InvalidProblem(`jobs[${i}].lock.vehicle`, `differs from onBoard "${job.onBoard}"`);
  }
}
