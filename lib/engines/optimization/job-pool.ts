import { HIGHEST_PRIORITY, type Job, type Problem, UNREACHABLE, type Vehicle } from './problem.ts';
import { createLeastPicker } from './search/pick-least.ts';
import type { Route } from './solution.ts';

/** Jobs offered to a vehicle: this multiple of its fair share, and at least this number. */
const SHARES = 2;
const MIN_OFFERED = 40;
/** Vehicle of goods that ride along because another vehicle serves their group. No real vehicle has this name. */
const KEPT_ON_BOARD = Object.freeze({ vehicle: '' });
/** Larger than any distance. */
const BEYOND = 2 * UNREACHABLE;

/** Jobs that are on no route yet, for planning one vehicle after another. */
export interface JobPool {
  size(): number;
  /**
   * What a vehicle may serve: the jobs of its initial route, those on board, and, unless only these are wanted, jobs
   * locked to it and many that are near each other.
   */
  offer(vehicle: Vehicle, onlyInitial: boolean): Job[];
  /** How soon a job should be placed: by priority, and first of all if only one vehicle can serve it. */
  urgency(job: Job): number;
  /** Removes what a vehicle serves from the pool, and returns the rest to the other vehicles. */
  settle(vehicle: Vehicle, routes: readonly Route[]): void;
}

/** A pool of all jobs. */
export function createJobPool(problem: Problem): JobPool {
  const { jobs, locationCount, travel } = problem;
  const absent = new Map(jobs.map((job) => [job.id, job]));
  const boundTo = Map.groupBy(jobs, (job) => job.onBoard ?? job.lock?.vehicle);
  const initialOf = new Map(
    problem.initialRoutes.map((route) => [route.vehicle, route.jobs.map((id) => absent.get(id)!)]),
  );
  const initial = new Set([...initialOf.values()].flat());
  const free = new Set((boundTo.get(undefined) ?? []).filter((job) => !initial.has(job)));
  const vehicleOfGroup = new Map<string | undefined, string>();
  const seeds = new Set<Job>();
  const offered = Math.max(MIN_OFFERED, Math.ceil((SHARES * jobs.length) / problem.vehicles.length));
  const picker = createLeastPicker(offered, jobs.length);

  /**
   * The job of the highest priority that is farthest from the vehicle's start. Jobs that already started a route come
   * last.
   */
  const pickSeed = ({ profile, start }: Vehicle, among: readonly Job[]): Job | undefined => {
    const { distances } = travel[profile]!;
    let seed: Job | undefined;
    let highest = Number.NEGATIVE_INFINITY;
    for (const job of among) {
      const metres = start === undefined ? 0 : distances[start * locationCount + job.stop.location]!;
      const importance = seeds.has(job) ? job.priority - HIGHEST_PRIORITY - 1 : job.priority;
      const rank = importance * BEYOND + (metres < UNREACHABLE ? metres : -1);
      if (rank <= highest) continue;
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

  const mayJoin = (vehicle: Vehicle, { sequenceGroup }: Job): boolean =>
    (vehicleOfGroup.get(sequenceGroup) ?? vehicle.id) === vehicle.id;

  /** Jobs for this vehicle alone. Goods on board are always among them because they take up room. */
  const ownJobs = (vehicle: Vehicle, onlyInitial: boolean): Job[] => {
    const bound = boundTo.get(vehicle.id) ?? [];
    const own = new Set([...(initialOf.get(vehicle.id) ?? []), ...bound]);
    return [...own].flatMap((job) => {
      const wanted = !onlyInitial || job.onBoard !== undefined || initial.has(job);
      if (wanted && mayJoin(vehicle, job)) return job;
      return job.onBoard === vehicle.id ? { ...job, lock: KEPT_ON_BOARD } : [];
    });
  };

  return {
    size: () => absent.size,
    offer: (vehicle, onlyInitial) => {
      const own = ownJobs(vehicle, onlyInitial);
      if (onlyInitial) return own;
      const others = [...free].filter(
        (job) => mayJoin(vehicle, job) && job.requires.every((name) => vehicle.capabilities.includes(name)),
      );
      const seed = pickSeed(vehicle, others);
      if (seed === undefined) return own;
      seeds.add(seed);
      return [...own, ...nearestTo(seed, vehicle, others)];
    },
    urgency: (job) => (free.has(job) ? job.priority : HIGHEST_PRIORITY + 1),
    settle: (vehicle, routes) => {
      for (const { job: id } of routes.flatMap(({ visits }) => visits)) {
        const job = absent.get(id);
        if (job === undefined) continue;
        if (job.sequenceGroup !== undefined) vehicleOfGroup.set(job.sequenceGroup, vehicle.id);
        absent.delete(id);
        free.delete(job);
      }
      for (const job of initialOf.get(vehicle.id) ?? [])
        if (absent.has(job.id) && (job.onBoard ?? job.lock) === undefined) free.add(job);
    },
  };
}
