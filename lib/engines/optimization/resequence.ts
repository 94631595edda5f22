import { buildRoutes, planCosts } from './build-solution.ts';
import { reason } from './changes.ts';
import { checkSolution } from './check-solution.ts';
import type { InitialRouteInput, Job, Problem, Vehicle } from './problem.ts';
import { readRoute } from './read-route.ts';
import { createBudget } from './search/budget.ts';
import type { ClosingTimes } from './search/closing-times.ts';
import { isLockedInPlace } from './search/compile-model.ts';
import { createRandom } from './search/random.ts';
import { RELAX } from './search/relax.ts';
import { runSearch } from './search/run-search.ts';
import { preparingSearch } from './search/set-up.ts';
import { initialRoutesOf } from './search/snapshot.ts';
import type { Route } from './solution.ts';
import { refuseBadLimits, type SolveOptions } from './solve.ts';
import { finish, inStretches } from './work.ts';

/** What a resequenced route may break. */
export type ViolationKind =
  | 'LATE'
  | 'SHIFT_END'
  | 'OVER_CAPACITY'
  | 'MISSING_CAPABILITY'
  | 'DISTANCE_LIMIT'
  | 'DURATION_LIMIT'
  | 'STOP_LIMIT'
  | 'ORDER_LIMIT'
  | 'ORDER_MINIMUM'
  | 'LOCK'
  | 'EXCLUSION';

/** One broken rule, at one visit or, where `visit` is undefined, of the route as a whole. */
export interface Violation {
  readonly kind: ViolationKind;
  /** Index of the visit in the route. */
  readonly visit: number | undefined;
  readonly job: string | undefined;
  /** Dimension, capability, label or vehicle concerned. */
  readonly name: string | undefined;
  /** Seconds, metres, load units or a count, by kind. */
  readonly amount: number;
}

/** The new route with everything that it breaks, or the unchanged route and the jobs that do not fit on it. */
export type Resequenced =
  | { readonly ok: true; readonly route: Route; readonly violations: readonly Violation[] }
  | { readonly ok: false; readonly route: InitialRouteInput; readonly unplaced: readonly string[] };

/** One millisecond is reserved for building and checking the route. */
const CLOSING: ClosingTimes = { afterSearch: () => 1, afterSettling: () => 1, afterBuilding: () => 1 };

const RELAXED =
  RELAX.capacity |
  RELAX.windows |
  RELAX.shift |
  RELAX.distance |
  RELAX.duration |
  RELAX.exclusion |
  RELAX.stops |
  RELAX.orders;

/**
 * Reorders the visits of one route, keeping its vehicle and every job. Windows of deliveries and service stops, the end
 * of the shift, capacity, capabilities, exclusions, locks to another vehicle and all limits of the vehicle may be
 * broken, as little as possible, and every violation is returned. Goods on board that are not on the route stay there.
 * Windows of pickups, breaks, sequence priorities, locked positions and the order of pairs hold: if they leave no place
 * for a job, the call fails as a whole and the route stays as it was.
 *
 * @throws InvalidProblem when the route is invalid: `route.vehicle` or `route.jobs[i]` is unknown or repeated;
 * RangeError on bad limits
 */
export async function resequence(
  problem: Problem,
  route: InitialRouteInput,
  options: SolveOptions,
): Promise<Resequenced> {
  refuseBadLimits(options);
  const { seed = 1, timeLimitMs, iterations, onProgress, signal, now = () => performance.now() } = options;
  const startedAt = now();
  const jobs = new Map(problem.jobs.map((job) => [job.id, job]));
  const vehicles = new Map(problem.vehicles.map((vehicle) => [vehicle.id, vehicle]));
  const read = readRoute(route, 'route', jobs, vehicles);
  const vehicle = vehicles.get(read.vehicle)!;
  const single = singleRouteProblem(problem, read, jobs, vehicle);
  const report = (share: number) =>
    onProgress?.({
      share,
      iterations: search.state.iterations,
      unassigned: search.best.absent,
      cost: Math.round(search.best.cost),
      vehicles: 1,
      plan: () => initialRoutesOf(search.model, search.best),
    });
  const budget = createBudget({
    timeLimitMs,
    iterations,
    now,
    startedAt,
    signal,
    stride: 16,
    report: onProgress && report,
  });
  const search = await inStretches(preparingSearch(single, RELAXED, createRandom(seed)), budget);
  await runSearch(search, budget, CLOSING);
  const unplaced = single.jobs
    .filter(({ lock }, j) => lock !== STAYS_ON_BOARD && search.plan.absentAt[j]! >= 0)
    .map(({ id }) => id);
  if (unplaced.length > 0 || read.jobs.length === 0)
    return Object.freeze({ ok: false, route, unplaced: Object.freeze(unplaced) });
  const [found] = finish(buildRoutes(search));
  confirm(single, found!);
  return Object.freeze({
    ok: true,
    route: found!,
    violations: Object.freeze(listViolations(problem.dimensions, found!, jobs, vehicle)),
  });
}

/** Bound to no vehicle: takes up room and is not visited. */
const STAYS_ON_BOARD = Object.freeze({ vehicle: '' });

/** The problem of one route alone: its vehicle, its jobs, and goods on board that it does not name. */
function singleRouteProblem(
  problem: Problem,
  route: InitialRouteInput,
  jobById: ReadonlyMap<string, Job>,
  vehicle: Vehicle,
): Problem {
  const named = new Set(route.jobs);
  const jobs = [...named].map((id) => {
    const job = jobById.get(id)!;
    const lock = isLockedInPlace(job) ? { ...job.lock, vehicle: vehicle.id } : undefined;
    const onBoard = job.onBoard === vehicle.id ? vehicle.id : undefined;
    return Object.freeze({ ...job, lock, onBoard, leaveOutCents: undefined });
  });
  const kept = problem.jobs
    .filter(({ id, onBoard }) => onBoard === vehicle.id && !named.has(id))
    .map((job) => Object.freeze({ ...job, lock: STAYS_ON_BOARD }));
  return Object.freeze({
    ...problem,
    jobs: Object.freeze([...jobs, ...kept]),
    vehicles: Object.freeze([Object.freeze({ ...vehicle, minOrders: 0 })]),
    initialRoutes: Object.freeze([route]),
    fleetUse: 'as-needed' as const,
  });
}

/** Lets the independent checker judge the route by the rules that must hold. A fault is a bug of the search. */
function confirm(single: Problem, route: Route): void {
  const anyTime = Object.freeze([Object.freeze({ from: 0, to: Number.POSITIVE_INFINITY })]);
  const jobs = single.jobs.map((job) => ({
    ...job,
    requires: [],
    exclusionLabel: undefined,
    stop: job.kind === 'pickup' ? job.stop : { ...job.stop, windows: anyTime },
  }));
  const vehicle = single.vehicles[0]!;
  const free: Vehicle = {
    ...vehicle,
    shift: { from: vehicle.shift.from, to: Number.POSITIVE_INFINITY },
    capacity: vehicle.capacity.map(() => Number.POSITIVE_INFINITY),
    maxStops: Number.POSITIVE_INFINITY,
    maxDistance: Number.POSITIVE_INFINITY,
    maxDuration: Number.POSITIVE_INFINITY,
    maxOrders: Number.POSITIVE_INFINITY,
  };
  const problem = { ...single, jobs, vehicles: [free] };
  const statistics = {
    vehicles: 1,
    distance: route.distance,
    duration: route.end - route.start,
    iterations: 0,
    elapsedMs: 0,
  };
  const unassigned = single.jobs
    .filter(({ lock }) => lock === STAYS_ON_BOARD)
    .map(({ id }) => ({ job: id, reasons: [reason('LOCK', [])] }));
  const solution = { routes: [route], unassigned, costs: planCosts(problem, [route]), statistics };
  const [fault] = checkSolution(problem, solution);
  if (fault !== undefined) throw new Error(`the solver broke a rule: ${fault.code} ${fault.message}`);
}

function listViolations(
  dimensions: readonly string[],
  route: Route,
  jobs: ReadonlyMap<string, Job>,
  vehicle: Vehicle,
): Violation[] {
  const violations: Violation[] = [];
  const add = (kind: ViolationKind, amount: number, visit?: number, name?: string) => {
    const job = visit === undefined ? undefined : route.visits[visit]!.job;
    if (amount > 0) violations.push(Object.freeze({ kind, visit, job, name, amount }));
  };
  const labels = new Set<string>();
  let before = vehicle.start;
  let stops = 0;
  for (const [i, visit] of route.visits.entries()) {
    const job = jobs.get(visit.job)!;
    if (visit.location !== before) stops++;
    before = visit.location;
    if (visit.kind !== 'pickup')
      add('LATE', visit.start - job.stop.windows[job.stop.windows.length - 1]!.to, i);
    for (const [d, name] of dimensions.entries()) {
      const carried = i === 0 ? Math.max(route.startLoad[d]!, visit.load[d]!) : visit.load[d]!;
      add('OVER_CAPACITY', carried - vehicle.capacity[d]!, i, name);
    }
    if (job.kind === 'pair' && visit.kind === 'pickup') continue;
    const bound = job.lock?.vehicle ?? job.onBoard ?? vehicle.id;
    if (bound !== vehicle.id) add('LOCK', 1, i, bound);
    for (const name of job.requires)
      if (!vehicle.capabilities.includes(name)) add('MISSING_CAPABILITY', 1, i, name);
    if (job.exclusionLabel !== undefined && labels.has(job.exclusionLabel))
      add('EXCLUSION', 1, i, job.exclusionLabel);
    if (job.exclusionLabel !== undefined) labels.add(job.exclusionLabel);
  }
  add('SHIFT_END', route.end - vehicle.shift.to, route.visits.length - 1);
  add('DISTANCE_LIMIT', route.distance - vehicle.maxDistance);
  add('DURATION_LIMIT', route.end - route.start - vehicle.maxDuration);
  add('STOP_LIMIT', stops - vehicle.maxStops);
  const orders = new Set(route.visits.map(({ job }) => job)).size;
  add('ORDER_LIMIT', orders - vehicle.maxOrders);
  add('ORDER_MINIMUM', vehicle.minOrders - orders);
  return violations;
}
