import type { Problem } from './problem.ts';
import { type Model, VISIT } from './search/compile-model.ts';
import type { Search } from './search/create-search.ts';
import type { Times } from './search/route-clock.ts';
import type { Simulated } from './search/simulate-route.ts';
import type { Costs, PlacedBreak, Route, Visit } from './solution.ts';
import type { Work } from './work.ts';

/** No costs at all. */
const NO_COSTS: Costs = Object.freeze({
  fixed: 0,
  distance: 0,
  time: 0,
  stops: 0,
  preferences: 0,
  balance: 0,
  clusters: 0,
  leftOut: 0,
  total: 0,
});

/** The routes in the search's plan, in the problem's order of vehicles. A unit of the work is a vehicle. */
export function* buildRoutes(search: Search): Work<Route[]> {
  const { model, plan } = search;
  const routes: Route[] = [];
  const sequence = new Int32Array(model.visits);
  for (let v = 0; v < model.typeOf.length; v++) {
    let length = 0;
    for (let p = plan.next[model.visits + 2 * v]!; p < model.visits; p = plan.next[p]!)
      sequence[length++] = p;
    if (length > 0) routes.push(buildRoute(search, v, sequence, length));
    yield 1;
  }
  return routes;
}

function buildRoute(search: Search, vehicleIndex: number, sequence: Int32Array, length: number): Route {
  const { model, simulator } = search;
  const type = model.typeOf[vehicleIndex]!;
  const { startPoint, travel } = model.types[type]!;
  const vehicle = model.problem.vehicles[vehicleIndex]!;
  simulator.simulate(type, sequence, length, true);
  const { result } = simulator;
  const breaks = placedBreaks(model, type, result.exact);
  const pauseBefore = (i: number, beforeTravel: boolean) =>
    breaks
      .filter((entry) => entry.beforeVisit === i && entry.beforeTravel === beforeTravel)
      .reduce((last, entry) => Math.max(last, entry.end), -1);
  const loads = loadsAlong(model, type, sequence, length);
  const visits: Visit[] = [];
  let left = result.startAt + vehicle.departureDelay;
  let before = startPoint;
  let location = vehicle.start ?? -1;
  let travelTime = 0;
  let serviceTime = 0;
  for (let i = 0; i < length; i++) {
    const visit = sequence[i]!;
    left = Math.max(left, pauseBefore(i, true));
    const parking = model.locationOf[visit] === location ? 0 : vehicle.parkingTime;
    const arrival = result.exact.arrival[i]!;
    const start = result.exact.begin[i]!;
    const paused = breaks
      .filter((entry) => entry.beforeVisit === i && !entry.beforeTravel)
      .reduce((sum, entry) => sum + entry.end - entry.start, 0);
    visits.push(
      Object.freeze({
        job: model.problem.jobs[model.jobOf[visit]!]!.id,
        kind: visitKind(model.kind[visit]!),
        location: model.locationOf[visit]!,
        arrival,
        parking,
        waiting: start - arrival - parking - paused,
        start,
        departure: result.exact.done[i]!,
        load: loads[i + 1]!,
        distanceFromPrevious: travel.distance[before * model.points + visit]!,
        travelFromPrevious: arrival - left,
      }),
    );
    travelTime += arrival - left;
    serviceTime += parking + model.service[visit]!;
    location = model.locationOf[visit]!;
    left = result.exact.done[i]!;
    before = visit;
  }
  left = Math.max(left, pauseBefore(length, true));
  travelTime += result.endAt - left;
  const distance = result.distance;
  const breakTime = breaks.reduce((sum, entry) => sum + entry.end - entry.start, 0);
  return Object.freeze({
    vehicle: vehicle.id,
    start: result.startAt,
    end: result.endAt,
    visits: Object.freeze(visits),
    breaks,
    startLoad: loads[0]!,
    distance,
    travelTime,
    serviceTime,
    waitingTime:
      result.endAt - result.startAt - vehicle.departureDelay - travelTime - serviceTime - breakTime,
    breakTime,
    costs: routeCosts(model, type, result),
  });
}

function placedBreaks(model: Model, type: number, { breaks }: Times): readonly PlacedBreak[] {
  const placed: PlacedBreak[] = [];
  for (let i = 0; i < breaks.length; i += 4) {
    const index = breaks[i]!;
    const start = breaks[i + 1]!;
    placed.push(
      Object.freeze({
        break: index,
        start,
        end: start + model.types[type]!.vehicle.breaks[index]!.duration,
        beforeVisit: breaks[i + 2]!,
        beforeTravel: breaks[i + 3] === 1,
      }),
    );
  }
  return Object.freeze(placed);
}

function loadsAlong(model: Model, type: number, sequence: Int32Array, length: number): (readonly number[])[] {
  const { dimensions, load, kind, types } = model;
  const current = Array.from(types[type]!.baseLoad);
  for (let i = 0; i < length; i++)
    if (kind[sequence[i]!] === VISIT.delivery)
      for (let d = 0; d < dimensions; d++) current[d]! += load[sequence[i]! * dimensions + d]!;
  const loads: (readonly number[])[] = [Object.freeze([...current])];
  for (let i = 0; i < length; i++) {
    const visit = sequence[i]!;
    const sign = { pickup: 1, delivery: -1, service: 0 }[visitKind(kind[visit]!)];
    for (let d = 0; d < dimensions; d++) current[d]! += sign * load[visit * dimensions + d]!;
    loads.push(Object.freeze([...current]));
  }
  return loads;
}

function visitKind(kind: number): Visit['kind'] {
  if (kind === VISIT.service) return 'service';
  return kind === VISIT.pickup || kind === VISIT.pairPickup ? 'pickup' : 'delivery';
}

function routeCosts(model: Model, type: number, result: Simulated): Costs {
  const { cost } = model.types[type]!.vehicle;
  const kinds = {
    fixed: cost.fixedCents,
    distance: Math.round((result.distance * cost.centsPerKilometre) / 1000),
    time: Math.round(((result.endAt - result.startAt) * cost.centsPerHour) / 3600),
    stops: result.stops * cost.centsPerStop,
    preferences: result.preferences,
    balance: Math.round(result.balance),
    clusters: 0,
    leftOut: 0,
  };
  return Object.freeze({ ...kinds, total: Object.values(kinds).reduce((sum, cents) => sum + cents, 0) });
}

/** Costs of a whole plan: those of its routes, of cluster labels served by several of them, and of jobs left out. */
export function planCosts(problem: Problem, routes: readonly Route[]): Costs {
  const labelOf = new Map(problem.jobs.map((job) => [job.id, job.clusterLabel]));
  const routesOfLabel = new Map<string, number>();
  for (const route of routes)
    for (const label of new Set(route.visits.map((visit) => labelOf.get(visit.job))))
      if (label !== undefined) routesOfLabel.set(label, (routesOfLabel.get(label) ?? 0) + 1);
  const sum: Record<keyof Costs, number> = { ...NO_COSTS };
  for (const { costs } of routes)
    for (const kind in costs) sum[kind as keyof Costs] += costs[kind as keyof Costs];
  for (const count of routesOfLabel.values()) sum.clusters += (count - 1) * problem.clusterPenaltyCents;
  const served = new Set(routes.flatMap(({ visits }) => visits.map(({ job }) => job)));
  for (const { id, leaveOutCents = 0 } of problem.jobs) if (!served.has(id)) sum.leftOut += leaveOutCents;
  sum.total += sum.clusters + sum.leftOut;
  return Object.freeze(sum);
}

/** Ids of the jobs that are on no route. */
export function absentJobs(search: Search): number[] {
  const { plan } = search;
  return Array.from(plan.absent.subarray(0, plan.size.absent)).sort((a, b) => a - b);
}
