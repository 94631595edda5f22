import { buildRoutes } from './build-solution.ts';
import { HIGHEST_PRIORITY, type Job, type Problem, UNREACHABLE, type Vehicle } from './problem.ts';
import type { Budget } from './search/budget.ts';
import { createLeastPicker } from './search/pick-least.ts';
import type { Random } from './search/random.ts';
import { planOnce } from './search/run-search.ts';
import { preparingSearch } from './search/set-up.ts';
import type { Route } from './solution.ts';
import type { Work } from './work.ts';

/** Jobs offered to a vehicle: so many times its fair share of all, and at least so many. */
const SHARES = 2;
const LEAST_OFFERED = 40;

/**
 * A plan for want of time: one vehicle after another gets what it had in the initial routes and what is bound to it, and as
 * many as it takes of the jobs near to one that is far away. Each is a small problem by itself, so that routes come out of
 * any time. Vehicles with initial routes are first; after an abort they get no more than these. `note` is told the
 * number of jobs placed so far.
 */
export function* planByVehicle(
  problem: Problem,
  random: Random,
  budget: Budget,
  note: (placed: number) => void,
): Work<Route[]> {
  const pool = createPool(problem);
  const initialJobs = new Map(problem.initialRoutes.map((route) => [route.vehicle, route.jobs]));
  const vehicles = problem.vehicles.toSorted(
    (a, b) => Number(initialJobs.has(b.id)) - Number(initialJobs.has(a.id)),
  );
  const routes: Route[] = [];
  for (const vehicle of vehicles) {
    if (budget.late() || pool.size() === 0) break;
    const jobs = pool.offer(vehicle, initialJobs.get(vehicle.id) ?? [], budget.over());
    if (jobs.length > 0) {
      const search = yield* preparingSearch(onlyFor(vehicle, jobs, problem), 0, random);
      yield* planOnce(search, (job) => pool.urgency(jobs[job]!), budget.late);
      for (const route of yield* buildRoutes(search)) {
        routes.push(route);
        pool.take(route);
      }
      note(problem.jobs.length - pool.size());
    }
    yield 1;
  }
  const order = new Map(problem.vehicles.map((vehicle, v) => [vehicle.id, v]));
  return routes.sort((a, b) => order.get(a.vehicle)! - order.get(b.vehicle)!);
}

/** The part of a problem that is about one vehicle and some of the jobs. */
function onlyFor(vehicle: Vehicle, jobs: readonly Job[], problem: Problem): Problem {
  const ids = new Set(jobs.map(({ id }) => id));
  const initialRoutes = problem.initialRoutes
    .filter((route) => route.vehicle === vehicle.id)
    .map((route) => ({ ...route, jobs: route.jobs.filter((id) => ids.has(id)) }));
  return { ...problem, vehicles: [vehicle], jobs, initialRoutes };
}

/** Jobs that are on no route yet. */
interface Pool {
  size(): number;
  /** Jobs of a vehicle's initial route, on board of it and, unless only these are asked for, locked to it or free. */
  offer(vehicle: Vehicle, initial: readonly string[], only: boolean): Job[];
  /** How soon a job is to be placed: by priority, and first of all where it can be on one vehicle only. */
  urgency(job: Job): number;
  /** Takes out what a route serves. */
  take(route: Route): void;
}

function createPool(problem: Problem): Pool {
  const { jobs, locationCount, travel } = problem;
  const absent = new Map(jobs.map((job) => [job.id, job]));
  const boundTo = Map.groupBy(jobs, (job) => job.onBoard ?? job.lock?.vehicle);
  const initial = new Set(problem.initialRoutes.flatMap((route) => route.jobs));
  const free = new Set((boundTo.get(undefined) ?? []).filter(({ id }) => !initial.has(id)));
  const vehicleOfGroup = new Map<string | undefined, string>();
  const seeds = new Set<Job>();
  const offered = Math.max(LEAST_OFFERED, Math.ceil((SHARES * jobs.length) / problem.vehicles.length));
  const picker = createLeastPicker(offered, jobs.length);

  /** The job farthest from the vehicle's start, of the highest priority there is, among those not begun with before. */
  const pickSeed = ({ profile, start }: Vehicle, among: readonly Job[]): Job | undefined => {
    const { distances } = travel[profile]!;
    let seed: Job | undefined;
    let highest = Number.NEGATIVE_INFINITY;
    for (const job of among) {
      const metres = start === undefined ? 0 : distances[start * locationCount + job.stop.location]!;
      const rank = job.priority * BEYOND + (metres < UNREACHABLE ? metres : -1);
      if (rank <= highest || seeds.has(job)) continue;
      highest = rank;
      seed = job;
    }
    return seed;
  };

  const nearestTo = (seed: Job, { profile }: Vehicle, among: readonly Job[]): Job[] => {
    const { distances } = travel[profile]!;
    const row = seed.stop.location * locationCount;
    for (const [i, { priority, stop }] of among.entries()) {
      const rank = (HIGHEST_PRIORITY - priority) * BEYOND + distances[row + stop.location]!;
      picker.keys[i] = rank * jobs.length + i;
    }
    const found = new Int32Array(offered);
    return Array.from(found.subarray(0, picker.pick(among.length, found, 0)), (i) => among[i]!);
  };

  return {
    size: () => absent.size,
    offer: (vehicle, ids, only) => {
      const mayJoin = ({ sequenceGroup }: Job) =>
        (vehicleOfGroup.get(sequenceGroup) ?? vehicle.id) === vehicle.id;
      const bound = (boundTo.get(vehicle.id) ?? []).filter(({ onBoard }) => !only || onBoard !== undefined);
      const own = new Set([...ids.flatMap((id) => absent.get(id) ?? []), ...bound].filter(mayJoin));
      if (only) return [...own];
      const others = [...free].filter(
        (job) => mayJoin(job) && job.requires.every((name) => vehicle.capabilities.includes(name)),
      );
      const seed = pickSeed(vehicle, others);
      if (seed === undefined) return [...own];
      seeds.add(seed);
      return [...own, ...nearestTo(seed, vehicle, others)];
    },
    urgency: (job) => (free.has(job) ? job.priority : HIGHEST_PRIORITY + 1),
    take: (route) => {
      for (const visit of route.visits) {
        const job = absent.get(visit.job);
        if (job === undefined) continue;
        if (job.sequenceGroup !== undefined) vehicleOfGroup.set(job.sequenceGroup, route.vehicle);
        absent.delete(job.id);
        free.delete(job);
      }
    },
  };
}

/** More than any distance. */
const BEYOND = 2 * UNREACHABLE;
