import type { InitialRouteInput, Job, Problem, Vehicle } from '../problem.ts';
import { groupRoutes, type Ties } from './group-routes.ts';
import { listNearJobs, type NearJobs } from './near-jobs.ts';
import { moveToAble, placeAble } from './place-able.ts';

/** A part of a problem that can be solved by itself: its jobs, its vehicles and its initial routes. */
export interface PlanPart {
  readonly jobs: readonly string[];
  readonly vehicles: readonly string[];
  readonly routes: readonly InitialRouteInput[];
}

/** Jobs looked at around each job, and around the place where a spare vehicle starts. */
const NEAR = 30;
const NEAR_START = 300;

/** If fewer jobs than this are on routes, each of the others is grouped with this many neighbours. */
const MAX_ON_ROUTES = 0.8;
const HEAP = 20;

/** Share of the spare vehicles that is distributed by the number of jobs alone, regardless of their start. */
const ANYWHERE = 0.25;

/** Extra weight of two near jobs on different sides of a seam when a plan is split again. */
const SEAM_WEIGHT = 6;

/**
 * Splits a problem into `count` parts with about the same number of jobs, along the routes of a plan: routes with jobs near
 * each other stay together. Without a plan, or with many jobs on no route, groups of neighbours replace routes. A vehicle
 * without a route goes to the part with jobs near its start, each kind in proportion. A job without a route joins its
 * neighbours, or the jobs to which it is bound. With `before`, the parts of an earlier split, jobs at its seams are united.
 */
export function splitPlan(
  problem: Problem,
  plan: readonly InitialRouteInput[],
  count: number,
  before: readonly Pick<PlanPart, 'jobs'>[] = [],
): readonly PlanPart[] {
  const { jobs, vehicles } = problem;
  const indexOf = new Map(jobs.map(({ id }, index) => [id, index]));
  const routes = plan.filter((route) => route.jobs.length > 0);
  const routeOf = new Int32Array(jobs.length).fill(-1);
  routes.forEach((route, index) => {
    for (const id of route.jobs) routeOf[indexOf.get(id)!] = index;
  });
  const sideOf = new Int32Array(jobs.length).fill(-1);
  before.forEach((part, index) => {
    for (const id of part.jobs) sideOf[indexOf.get(id)!] = index;
  });
  const near = listNearJobs(
    problem,
    jobs.map(({ stop }, self) => ({ location: stop.location, self })),
    NEAR,
  );
  const sizes = routes.map((route) => new Set(route.jobs).size);
  const placed = sizes.reduce((sum, size) => sum + size, 0);
  if (placed < jobs.length * MAX_ON_ROUTES) gatherNeighbours(routeOf, sizes, near);
  const groupOf = groupRoutes(sizes, tiesOf(sizes.length, routeOf, sideOf, near), count);

  const partOf = jobs.map((_, job) => (routeOf[job]! < 0 ? -1 : groupOf[routeOf[job]!]!));
  const ofRoutes = new Map(routes.map(({ vehicle }, route) => [vehicle, groupOf[route]!]));
  const likely = [...partOf];
  placeJobs(jobs, likely, ofRoutes, near, count);
  const vehiclePart = placeVehicles(problem, ofRoutes, likely, count);
  placeJobs(jobs, partOf, vehiclePart, near, count);
  const isOnRoute = new Set(routes.flatMap((route) => route.jobs));
  moveToAble(problem, vehiclePart, partOf, (job) => {
    const { id, sequenceGroup, lock, onBoard } = jobs[job]!;
    return isOnRoute.has(id) || (sequenceGroup ?? lock ?? onBoard) !== undefined;
  });
  return Array.from({ length: count }, (_, part) => ({
    jobs: jobs.flatMap(({ id }, job) => (partOf[job] === part ? [id] : [])),
    vehicles: vehicles.flatMap(({ id }) => (vehiclePart.get(id) === part ? [id] : [])),
    routes: routes.filter((_, route) => groupOf[route] === part),
  })).filter((part) => part.jobs.length > 0);
}

/** Groups jobs on no route with their neighbours, so that the groups can be treated like routes. */
function gatherNeighbours(routeOf: Int32Array, sizes: number[], { width, list }: NearJobs): void {
  for (let job = 0; job < routeOf.length; job += 1) {
    if (routeOf[job]! >= 0) continue;
    const heap = sizes.push(1) - 1;
    routeOf[job] = heap;
    for (let k = 0; k < width && sizes[heap]! < HEAP; k += 1) {
      const other = list[job * width + k]!;
      if (routeOf[other]! >= 0) continue;
      routeOf[other] = heap;
      sizes[heap]! += 1;
    }
  }
}

function tiesOf(count: number, routeOf: Int32Array, sideOf: Int32Array, { width, list }: NearJobs): Ties {
  const of = new Float64Array(count * count);
  for (let job = 0; job < routeOf.length; job += 1) {
    const route = routeOf[job]!;
    for (let k = 0; route >= 0 && k < width; k += 1) {
      const other = list[job * width + k]!;
      const otherRoute = routeOf[other]!;
      if (otherRoute < 0 || otherRoute === route) continue;
      const weight = sideOf[job] === sideOf[other] ? 1 : SEAM_WEIGHT;
      of[route * count + otherRoute]! += weight;
      of[otherRoute * count + route]! += weight;
    }
  }
  return { count, of };
}

/** The part of each vehicle: of its route, of the jobs that need it, or in proportion to the jobs near its start. */
function placeVehicles(
  problem: Problem,
  ofRoutes: ReadonlyMap<string, number>,
  partOf: readonly number[],
  count: number,
): ReadonlyMap<string, number> {
  const placed = new Map(ofRoutes);
  placeAble(problem, placed, partOf, count);
  const anywhere = new Float64Array(count);
  for (const part of partOf) if (part >= 0) anywhere[part]! += 1 / partOf.length;
  const starts = new Map<number, Float64Array>();
  const nearTo = (location: number): Float64Array => {
    const known = starts.get(location);
    if (known) return known;
    const { list } = listNearJobs(problem, [{ location, self: -1 }], NEAR_START);
    const counts = anywhere.map((share) => share * ANYWHERE);
    for (const job of list) if (partOf[job]! >= 0) counts[partOf[job]!]! += (1 - ANYWHERE) / list.length;
    starts.set(location, counts);
    return counts;
  };
  const given = new Map<string, Float64Array>();
  const all = new Float64Array(count);
  for (const part of placed.values()) all[part]! += 1;
  for (const vehicle of problem.vehicles) {
    if (placed.has(vehicle.id)) continue;
    const weights = vehicle.start === undefined ? anywhere : nearTo(vehicle.start);
    const kind = kindOf(vehicle);
    const so = given.get(kind) ?? new Float64Array(count);
    given.set(kind, so);
    // Nearness, weighted by how many vehicles of this kind, and of all kinds, the part has for its jobs.
    const worth = (part: number) => (weights[part]! * anywhere[part]!) / ((1 + so[part]!) * (1 + all[part]!));
    let best = 0;
    for (let part = 1; part < count; part += 1) if (worth(part) > worth(best)) best = part;
    so[best]! += 1;
    all[best]! += 1;
    placed.set(vehicle.id, best);
  }
  return placed;
}

function kindOf({ start, profile, capabilities, capacity }: Vehicle): string {
  return JSON.stringify([start, profile, capabilities, capacity]);
}

/** Puts each job without a route into the part to which it is bound, or into that of most of its neighbours. */
function placeJobs(
  jobs: readonly Job[],
  partOf: number[],
  vehiclePart: ReadonlyMap<string, number>,
  { width, list }: NearJobs,
  count: number,
): void {
  const groups = new Map<string, number>();
  jobs.forEach(({ sequenceGroup }, job) => {
    if (sequenceGroup !== undefined && partOf[job]! >= 0) groups.set(sequenceGroup, partOf[job]!);
  });
  jobs.forEach(({ sequenceGroup, lock, onBoard }, job) => {
    if (partOf[job]! >= 0) return;
    const bound = vehiclePart.get(onBoard ?? lock?.vehicle ?? '') ?? groups.get(sequenceGroup ?? '');
    const votes = new Float64Array(count);
    for (let k = 0; k < width; k += 1) {
      const part = partOf[list[job * width + k]!]!;
      if (part >= 0) votes[part]! += 1;
    }
    partOf[job] = bound ?? votes.indexOf(Math.max(...votes));
    if (sequenceGroup !== undefined) groups.set(sequenceGroup, partOf[job]!);
  });
}
