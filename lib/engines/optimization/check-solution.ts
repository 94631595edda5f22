import { type Job, type Problem, type Stop, type TravelTable, UNREACHABLE, type Vehicle } from './problem.ts';
import type { Costs, PlacedBreak, Route, Solution, Visit } from './solution.ts';
import { finish, type Work } from './work.ts';

/** Something in a solution that breaks a rule of its problem or contradicts the solution's own figures. */
export interface Fault {
  readonly code:
    | 'UNKNOWN'
    | 'COVERAGE'
    | 'PRECEDENCE'
    | 'CAPABILITY'
    | 'LOCK'
    | 'EXCLUSION'
    | 'SEQUENCE'
    | 'TIMING'
    | 'TIME_WINDOW'
    | 'SHIFT'
    | 'BREAK'
    | 'LOAD'
    | 'LIMIT'
    | 'COST';
  readonly message: string;
}

/**
 * Recomputes a solution from the problem alone, with no code of the search: who serves what in which order, every
 * time, pause, load, limit and cent. Returns the violations; an empty list means feasible and correctly priced. It
 * does not judge how good a plan is.
 */
export function checkSolution(problem: Problem, solution: Solution): readonly Fault[] {
  return finish(checkingSolution(problem, solution));
}

/** The same check in portions. A unit of the work is a route. */
export function* checkingSolution(problem: Problem, solution: Solution): Work<readonly Fault[]> {
  const faults: Fault[] = [];
  const say = (code: Fault['code'], message: string) => faults.push({ code, message });
  const jobs = new Map(problem.jobs.map((job) => [job.id, job]));
  const vehicles = new Map(problem.vehicles.map((vehicle) => [vehicle.id, vehicle]));
  const onBoard = Map.groupBy(problem.jobs, (job) => job.onBoard);
  const seenVehicles = new Set<string>();
  for (const route of solution.routes) {
    const vehicle = vehicles.get(route.vehicle);
    if (vehicle === undefined) {
      say('UNKNOWN', `vehicle ${route.vehicle}`);
      continue;
    }
    if (seenVehicles.has(vehicle.id)) say('COVERAGE', `vehicle ${vehicle.id} has two routes`);
    seenVehicles.add(vehicle.id);
    if (route.visits.some((visit) => !jobs.has(visit.job))) {
      say('UNKNOWN', `a job of the route of ${vehicle.id}`);
      continue;
    }
    checkRoute(problem, vehicle, route, jobs, onBoard.get(vehicle.id) ?? [], say);
    yield 1;
  }
  checkCoverage(problem, solution, say);
  checkGroups(problem, solution, say);
  checkTotals(problem, solution, say);
  return faults;
}

type Say = (code: Fault['code'], message: string) => void;

function checkCoverage(problem: Problem, solution: Solution, say: Say): void {
  const visits = new Map<string, number>();
  const routeOf = new Map<string, string>();
  for (const route of solution.routes)
    for (const visit of route.visits) {
      visits.set(visit.job, (visits.get(visit.job) ?? 0) + 1);
      if ((routeOf.get(visit.job) ?? route.vehicle) !== route.vehicle)
        say('PRECEDENCE', `job ${visit.job} is on two routes`);
      routeOf.set(visit.job, route.vehicle);
    }
  const left = new Set<string>();
  for (const { job, reasons } of solution.unassigned) {
    if (left.has(job)) say('COVERAGE', `job ${job} is unassigned twice`);
    left.add(job);
    if (reasons.length === 0) say('COVERAGE', `job ${job} is unassigned without a reason`);
  }
  for (const job of problem.jobs) {
    const due = left.has(job.id) ? 0 : job.kind === 'pair' ? 2 : 1;
    if ((visits.get(job.id) ?? 0) !== due)
      say('COVERAGE', `job ${job.id} has ${visits.get(job.id) ?? 0} visits`);
    left.delete(job.id);
  }
  for (const job of left) say('UNKNOWN', `unassigned job ${job}`);
}

function checkGroups(problem: Problem, solution: Solution, say: Say): void {
  const groupOf = new Map(problem.jobs.map((job) => [job.id, job.sequenceGroup]));
  const routeOfGroup = new Map<string, string>();
  for (const route of solution.routes)
    for (const visit of route.visits) {
      const group = groupOf.get(visit.job);
      if (group === undefined) continue;
      if ((routeOfGroup.get(group) ?? route.vehicle) !== route.vehicle)
        say('SEQUENCE', `group ${group} is on two routes`);
      routeOfGroup.set(group, route.vehicle);
    }
}

function checkRoute(
  problem: Problem,
  vehicle: Vehicle,
  route: Route,
  jobs: ReadonlyMap<string, Job>,
  onBoard: readonly Job[],
  say: Say,
): void {
  if (route.visits.length === 0) say('COVERAGE', `the route of ${vehicle.id} is empty`);
  checkMembership(vehicle, route, jobs, say);
  checkOrder(vehicle, route, jobs, say);
  checkLoads(problem, vehicle, route, jobs, onBoard, say);
  checkTimes(problem, vehicle, route, jobs, say);
  checkBreaks(vehicle, route, say);
  checkRouteCosts(problem, vehicle, route, jobs, say);
}

function checkMembership(vehicle: Vehicle, route: Route, jobs: ReadonlyMap<string, Job>, say: Say): void {
  for (const [i, visit] of route.visits.entries()) {
    const job = jobs.get(visit.job)!;
    for (const capability of job.requires)
      if (!vehicle.capabilities.includes(capability)) say('CAPABILITY', `${vehicle.id} lacks ${capability}`);
    const bound = job.lock?.vehicle ?? job.onBoard;
    if (bound !== undefined && bound !== vehicle.id) say('LOCK', `job ${job.id} belongs on ${bound}`);
    const isDeliveryOfPair = job.kind === 'pair' && visit.kind === 'delivery';
    const place = isDeliveryOfPair ? job.lock?.deliveryPosition : job.lock?.position;
    if (place !== undefined && place !== i)
      say('LOCK', `job ${job.id} belongs at position ${place}, not ${i}`);
  }
}

function checkOrder(vehicle: Vehicle, route: Route, jobs: ReadonlyMap<string, Job>, say: Say): void {
  const picked = new Set<string>();
  const highest = new Map<string, number>();
  const labels = new Map<string, string>();
  const left = new Set<string>();
  let together: string | undefined;
  for (const visit of route.visits) {
    const job = jobs.get(visit.job)!;
    const label = stopOf(job, visit).together;
    if (together !== undefined && together !== label) left.add(together);
    if (label !== undefined && left.has(label)) say('SEQUENCE', `the visits of stop ${label} are apart`);
    together = label;
    const expected = job.kind === 'pair' ? (picked.has(job.id) ? 'delivery' : 'pickup') : job.kind;
    if (visit.kind !== expected)
      say('PRECEDENCE', `job ${job.id}: a ${visit.kind} where a ${expected} is due`);
    if (job.kind === 'pair' && !picked.has(job.id)) {
      picked.add(job.id);
      continue;
    }
    if (job.sequencePriority !== undefined) {
      const group = job.sequenceGroup === undefined ? '' : `group ${job.sequenceGroup}`;
      if ((highest.get(group) ?? 0) > job.sequencePriority) say('SEQUENCE', `job ${job.id} comes too late`);
      highest.set(group, Math.max(highest.get(group) ?? 0, job.sequencePriority));
    }
    if (job.exclusionLabel !== undefined) {
      const other = labels.get(job.exclusionLabel);
      if (other !== undefined) say('EXCLUSION', `${other} and ${job.id} share the route of ${vehicle.id}`);
      labels.set(job.exclusionLabel, job.id);
    }
  }
}

function checkLoads(
  problem: Problem,
  vehicle: Vehicle,
  route: Route,
  jobs: ReadonlyMap<string, Job>,
  onBoard: readonly Job[],
  say: Say,
): void {
  for (const [d, name] of problem.dimensions.entries()) {
    let load = 0;
    for (const job of onBoard) load += job.load[d]!;
    for (const visit of route.visits) {
      const job = jobs.get(visit.job)!;
      if (job.kind === 'delivery' && job.onBoard === undefined) load += job.load[d]!;
    }
    const compare = (claimed: number | undefined, where: string) => {
      if (claimed !== load) say('LOAD', `${name} ${where} of ${vehicle.id} is ${load}, not ${claimed}`);
      if (load > vehicle.capacity[d]!) say('LOAD', `${name} ${where} of ${vehicle.id} is over capacity`);
    };
    compare(route.startLoad[d], 'at the start');
    for (const [i, visit] of route.visits.entries()) {
      if (visit.load.length !== problem.dimensions.length)
        say('LOAD', `visit ${i} of ${vehicle.id} has ${visit.load.length} loads`);
      const amount = jobs.get(visit.job)!.load[d]!;
      if (visit.kind === 'pickup') load += amount;
      if (visit.kind === 'delivery') load -= amount;
      compare(visit.load[d], `after visit ${i}`);
    }
  }
}

function stopOf(job: Job, visit: Visit): Stop {
  return job.kind === 'pair' && visit.kind === 'pickup' ? job.pickup! : job.stop;
}

/** Seconds from `from` to `to` when leaving at `at`: second by second through the periods of the day. */
function secondsBetween(
  table: TravelTable,
  count: number,
  from: number,
  to: number,
  at: number,
  percent: number,
): number {
  const base = table.durations[from * count + to]!;
  if (base >= UNREACHABLE) return Number.POSITIVE_INFINITY;
  const full = Math.ceil((base * 100) / percent);
  const periods = table.speedPeriods ?? [];
  const changes = [...new Set(periods.flatMap((period) => [period.from, period.to]))].sort((a, b) => a - b);
  let rest = full * 100;
  let now = at;
  for (const change of [...changes.filter((time) => time > at), Number.POSITIVE_INFINITY]) {
    const speed = periods.find((period) => period.from <= now && now < period.to)?.percent ?? 100;
    const covered = (change - now) * speed;
    if (covered >= rest) return now + Math.ceil(rest / speed) - at;
    rest -= covered;
    now = change;
  }
  return now - at;
}

function checkTimes(
  problem: Problem,
  vehicle: Vehicle,
  route: Route,
  jobs: ReadonlyMap<string, Job>,
  say: Say,
): void {
  const table = problem.travel[vehicle.profile]!;
  const count = problem.locationCount;
  const wrong = (what: string, due: number, claimed: number) => {
    if (due !== claimed) say('TIMING', `${what} on the route of ${vehicle.id} is ${due}, not ${claimed}`);
  };
  if (route.start < vehicle.shift.from) say('SHIFT', `${vehicle.id} starts before its shift`);
  if (route.end > vehicle.shift.to) say('SHIFT', `${vehicle.id} ends after its shift`);
  let now = route.start + vehicle.departureDelay;
  let place = vehicle.start;
  const sums = { distance: 0, travel: 0, service: 0, breaks: 0 };
  const pauses = (i: number, beforeTravel: boolean) => {
    for (const pause of route.breaks) {
      if (pause.beforeVisit !== i || pause.beforeTravel !== beforeTravel) continue;
      if (pause.start < now) say('BREAK', `a pause of ${vehicle.id} overlaps other activities`);
      now = pause.end;
      sums.breaks += pause.end - pause.start;
    }
  };
  const drive = (to: number | undefined) => {
    const seconds =
      place === undefined || to === undefined
        ? 0
        : secondsBetween(table, count, place, to, now, vehicle.speedPercent);
    const metres = place === undefined || to === undefined ? 0 : table.distances[place * count + to]!;
    sums.distance += metres;
    sums.travel += seconds;
    now += seconds;
    return { seconds, metres };
  };
  for (const [i, visit] of route.visits.entries()) {
    const stop = stopOf(jobs.get(visit.job)!, visit);
    pauses(i, true);
    const { seconds, metres } = drive(stop.location);
    wrong(`location of visit ${i}`, stop.location, visit.location);
    wrong(`distance to visit ${i}`, metres, visit.distanceFromPrevious);
    wrong(`travel to visit ${i}`, seconds, visit.travelFromPrevious);
    wrong(`arrival at visit ${i}`, now, visit.arrival);
    const parking = place === stop.location ? 0 : vehicle.parkingTime;
    wrong(`parking at visit ${i}`, parking, visit.parking);
    now += parking;
    const pausedBefore = sums.breaks;
    pauses(i, false);
    if (visit.start < now)
      say('TIMING', `service of visit ${i} of ${vehicle.id} begins before the vehicle is ready`);
    if (!stop.windows.some((window) => window.from <= visit.start && visit.start <= window.to))
      say('TIME_WINDOW', `job ${visit.job} is served at ${visit.start}, outside its windows`);
    wrong(
      `waiting at visit ${i}`,
      visit.start - visit.arrival - parking - (sums.breaks - pausedBefore),
      visit.waiting,
    );
    now = visit.start + stop.doorstep + stop.service;
    wrong(`departure from visit ${i}`, now, visit.departure);
    sums.service += parking + stop.doorstep + stop.service;
    place = stop.location;
  }
  pauses(route.visits.length, true);
  drive(vehicle.end);
  wrong('end', now, route.end);
  wrong('distance', sums.distance, route.distance);
  wrong('travel time', sums.travel, route.travelTime);
  wrong('service time', sums.service, route.serviceTime);
  wrong('break time', sums.breaks, route.breakTime);
  const accounted = vehicle.departureDelay + sums.travel + sums.service + sums.breaks;
  wrong('waiting time', route.end - route.start - accounted, route.waitingTime);
  if (sums.distance > vehicle.maxDistance) say('LIMIT', `${vehicle.id} drives too far`);
  if (route.end - route.start > vehicle.maxDuration) say('LIMIT', `${vehicle.id} is out too long`);
}

function checkBreaks(vehicle: Vehicle, route: Route, say: Say): void {
  const taken = new Map<number, PlacedBreak>();
  for (const pause of route.breaks) {
    const rule = vehicle.breaks[pause.break];
    if (rule === undefined) {
      say('BREAK', `${vehicle.id} has no break ${pause.break}`);
      continue;
    }
    const isPlace = Number.isInteger(pause.beforeVisit) && typeof pause.beforeTravel === 'boolean';
    if (!isPlace || pause.beforeVisit < 0 || pause.beforeVisit > route.visits.length)
      say('BREAK', `a pause of ${vehicle.id} is nowhere`);
    if (pause.beforeVisit === route.visits.length && !pause.beforeTravel)
      say('BREAK', `a pause of ${vehicle.id} is after its end`);
    if (pause.end - pause.start !== rule.duration)
      say('BREAK', `a pause of ${vehicle.id} has the wrong length`);
    if (rule.kind === 'after-work') continue;
    if (pause.start < rule.window.from || pause.start > rule.window.to)
      say('BREAK', `a pause of ${vehicle.id} begins outside its window`);
    if (taken.has(pause.break)) say('BREAK', `${vehicle.id} takes break ${pause.break} twice`);
    taken.set(pause.break, pause);
  }
  for (const [b, rule] of vehicle.breaks.entries()) {
    if (rule.kind === 'window') {
      const due = route.start <= rule.window.to && route.end > rule.window.to;
      if (due && !taken.has(b)) say('BREAK', `${vehicle.id} misses break ${b}`);
      continue;
    }
    let since = route.start;
    const stretches = [...route.breaks]
      .filter((pause) => pause.end - pause.start >= rule.duration)
      .sort((a, c) => a.start - c.start);
    for (const pause of stretches) {
      if (pause.start - since > rule.after)
        say('BREAK', `${vehicle.id} works too long before ${pause.start}`);
      since = pause.end;
    }
    if (route.end - since > rule.after) say('BREAK', `${vehicle.id} works too long before its end`);
  }
}

function checkRouteCosts(
  problem: Problem,
  vehicle: Vehicle,
  route: Route,
  jobs: ReadonlyMap<string, Job>,
  say: Say,
): void {
  const served = [...new Set(route.visits.map((visit) => visit.job))].map((id) => jobs.get(id)!);
  const stops = route.visits.filter(
    (visit, i) => visit.location !== (i === 0 ? vehicle.start : route.visits[i - 1]!.location),
  ).length;
  if (stops > vehicle.maxStops) say('LIMIT', `${vehicle.id} has too many stops`);
  if (served.length > vehicle.maxOrders) say('LIMIT', `${vehicle.id} has too many orders`);
  if (served.length < vehicle.minOrders) say('LIMIT', `${vehicle.id} has too few orders`);
  const seconds = route.end - route.start;
  let balance = 0;
  if (problem.balance !== undefined) {
    const { by, weightCents } = problem.balance;
    const measure = { orders: served.length, distance: route.distance / 1000, duration: seconds / 3600 }[by];
    balance = Math.round((weightCents * measure * measure * vehicle.balancePercent) / 100);
  }
  const missing = served.flatMap((job) =>
    job.prefers.filter((preference) => !vehicle.capabilities.includes(preference.capability)),
  );
  const due = {
    fixed: vehicle.cost.fixedCents,
    distance: Math.round((route.distance * vehicle.cost.centsPerKilometre) / 1000),
    time: Math.round((seconds * vehicle.cost.centsPerHour) / 3600),
    stops: stops * vehicle.cost.centsPerStop,
    preferences: missing.reduce((sum, preference) => sum + preference.penaltyCents, 0),
    balance,
    clusters: 0,
    leftOut: 0,
  };
  compareCosts(due, route.costs, `the route of ${vehicle.id}`, say);
}

function compareCosts(due: Omit<Costs, 'total'>, claimed: Costs, whose: string, say: Say): void {
  let total = 0;
  for (const [kind, cents] of Object.entries(due)) {
    total += cents;
    const claim = claimed[kind as keyof Costs];
    if (claim !== cents) say('COST', `${kind} of ${whose} is ${cents}, not ${claim}`);
  }
  if (claimed.total !== total) say('COST', `total of ${whose} is ${total}, not ${claimed.total}`);
}

function checkTotals(problem: Problem, solution: Solution, say: Say): void {
  const due = {
    fixed: 0,
    distance: 0,
    time: 0,
    stops: 0,
    preferences: 0,
    balance: 0,
    clusters: 0,
    leftOut: 0,
  };
  const prices = new Map(problem.jobs.map((job) => [job.id, job.leaveOutCents ?? 0]));
  for (const { job } of solution.unassigned) due.leftOut += prices.get(job) ?? 0;
  const served = new Map<string, Set<string>>();
  const labelOf = new Map(problem.jobs.map((job) => [job.id, job.clusterLabel]));
  for (const route of solution.routes) {
    for (const kind of Object.keys(due) as (keyof typeof due)[]) due[kind] += route.costs[kind];
    for (const visit of route.visits) {
      const label = labelOf.get(visit.job);
      if (label !== undefined) served.set(label, (served.get(label) ?? new Set()).add(route.vehicle));
    }
  }
  for (const routes of served.values()) due.clusters += (routes.size - 1) * problem.clusterPenaltyCents;
  compareCosts(due, solution.costs, 'the plan', say);
  const { statistics, routes } = solution;
  const sums = {
    vehicles: routes.length,
    distance: routes.reduce((sum, route) => sum + route.distance, 0),
    duration: routes.reduce((sum, route) => sum + route.end - route.start, 0),
  };
  for (const key of ['vehicles', 'distance', 'duration'] as const)
    if (statistics[key] !== sums[key])
      say('COST', `${key} of the plan is ${sums[key]}, not ${statistics[key]}`);
}
