import { InvalidProblem } from './invalid-problem.ts';
import {
  BALANCED_BY,
  type Balance,
  FLEET_USES,
  type InitialRouteInput,
  type Job,
  PROFILES,
  type Problem,
  type ProblemInput,
  type Vehicle,
} from './problem.ts';
import { readInteger, readList, readNames, readObject, readWord, refuseRepeated } from './read-fields.ts';
import { readJob } from './read-job.ts';
import { readRoute } from './read-route.ts';
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
    '.id',
  );
  const vehicleById = new Map(vehicles.map((vehicle) => [vehicle.id, vehicle]));
  const jobs = readList(fields.jobs, 'jobs').map((job, i) =>
    readJob(job, `jobs[${i}]`, { locationCount, dimensions: dimensions.length, vehicles: vehicleById }),
  );
  refuseRepeated(
    jobs.map((job) => job.id),
    'jobs',
    '.id',
  );
  const jobById = new Map(jobs.map((job) => [job.id, job]));
  refuseClashingLocks(jobs);
  return Object.freeze({
    locationCount,
    travel: tables,
    dimensions,
    jobs: Object.freeze(jobs),
    vehicles: Object.freeze(vehicles),
    initialRoutes: readInitialRoutes(fields.initialRoutes, jobById, vehicleById),
    fleetUse: readWord(fields.fleetUse, 'fleetUse', FLEET_USES, 'as-needed'),
    balance: readBalance(fields.balance),
    clusterPenaltyCents: readInteger(fields.clusterPenaltyCents, 'clusterPenaltyCents', { fallback: 0 }),
  });
}

function profileOf(vehicle: unknown, field: string) {
  const profile =
    typeof vehicle === 'object' && vehicle !== null && 'profile' in vehicle ? vehicle.profile : undefined;
  return readWord(profile, `${field}.profile`, PROFILES, 'car');
}

function readBalance(value: unknown): Balance | undefined {
  if (value === undefined) return undefined;
  const fields = readObject(value, 'balance', ['by', 'weightCents']);
  return Object.freeze({
    by: readWord(fields.by, 'balance.by', BALANCED_BY),
    weightCents: readInteger(fields.weightCents, 'balance.weightCents'),
  });
}

function readInitialRoutes(
  value: unknown,
  jobs: ReadonlyMap<string, Job>,
  vehicles: ReadonlyMap<string, Vehicle>,
): readonly InitialRouteInput[] {
  const routes = readList(value, 'initialRoutes').map((route, r) =>
    readRoute(route, `initialRoutes[${r}]`, jobs, vehicles),
  );
  refuseRepeated(
    routes.map((route) => route.vehicle),
    'initialRoutes',
    '.vehicle',
  );
  const routeOf = new Map<string, number>();
  for (const [r, route] of routes.entries())
    for (const [i, job] of route.jobs.entries()) {
      const other = routeOf.get(job) ?? r;
      if (other !== r)
        throw new InvalidProblem(
          `initialRoutes[${r}].jobs[${i}]`,
          `"${job}" is on initialRoutes[${other}] already; it can be on one only`,
        );
      routeOf.set(job, r);
    }
  return Object.freeze(routes);
}

function refuseClashingLocks(jobs: readonly Job[]): void {
  const taken = new Map<string, number>();
  for (const [i, job] of jobs.entries()) {
    if (job.lock?.position !== undefined) {
      const place = JSON.stringify([job.lock.vehicle, job.lock.position]);
      const other = taken.get(place);
      if (other !== undefined)
        throw new InvalidProblem(
          `jobs[${i}].lock.position`,
          `${job.lock.position} on "${job.lock.vehicle}" is taken by jobs[${other}]; give another position or none`,
        );
      taken.set(place, i);
    }
    if (job.onBoard !== undefined && job.lock !== undefined && job.lock.vehicle !== job.onBoard)
      throw new InvalidProblem(
        `jobs[${i}].lock.vehicle`,
        `"${job.lock.vehicle}" differs from onBoard "${job.onBoard}"; goods on board are delivered by that vehicle`,
      );
  }
}
