import type { InitialRouteInput } from '../problem.ts';
import type { Model } from './compile-model.ts';
import type { Evaluator } from './evaluator.ts';
import type { Plan } from './plan.ts';

/** Figures that compare plans: jobs left out (with those on routes with a debt), debt, vehicles where they count, cost. */
export interface Worth {
  absentWeight: number;
  debt: number;
  vehicles: number;
  cost: number;
}

/** A stored plan. */
export interface Snapshot extends Worth {
  /** `route, count, visit, visit, ...` for each used route. */
  readonly sequence: Int32Array;
  length: number;
  /** Number of jobs on no route. */
  absent: number;
}

/** Worse than any plan; has room for one. */
export function emptySnapshot(model: Model): Snapshot {
  return {
    absentWeight: Number.POSITIVE_INFINITY,
    debt: Number.POSITIVE_INFINITY,
    vehicles: Number.POSITIVE_INFINITY,
    cost: Number.POSITIVE_INFINITY,
    sequence: new Int32Array(model.visits + 2 * model.typeOf.length),
    length: 0,
    absent: model.jobs,
  };
}

/** Copies one snapshot to another. */
export function copySnapshot(from: Snapshot, to: Snapshot): void {
  const { sequence, ...rest } = from;
  Object.assign(to, rest);
  to.sequence.set(sequence);
}

/** Stores the present plan; the caller fills in left-out jobs, debt and cost. */
export function savePlan(plan: Plan, model: Model, into: Snapshot): void {
  const { sequence } = into;
  let at = 0;
  for (let i = 0; i < plan.size.used; i++) {
    const route = plan.used[i]!;
    sequence[at++] = route;
    sequence[at++] = plan.count[route]!;
    for (let p = plan.next[model.visits + 2 * route]!; p < model.visits; p = plan.next[p]!)
      sequence[at++] = p;
  }
  into.length = at;
  into.absent = plan.size.absent;
  into.vehicles = plan.size.used;
}

/** Makes a stored plan the present one. */
export function restorePlan(plan: Plan, model: Model, from: Snapshot, evaluator: Evaluator): void {
  for (let job = 0; job < model.jobs; job++) {
    if (plan.absentAt[job]! >= 0) continue;
    plan.unlink(model.visitOf[job]!);
    if (model.pickupOf[job]! >= 0) plan.unlink(model.pickupOf[job]!);
    plan.setAbsent(job);
  }
  for (const { vehicle, visits } of routesOf(from)) {
    plan.layOut(vehicle, visits);
    evaluator.refresh(vehicle);
  }
}

/** A route of a stored plan. */
export interface SavedRoute {
  readonly vehicle: number;
  readonly visits: Int32Array;
}

/** The used routes of a stored plan. */
export function routesOf({ sequence, length }: Snapshot): SavedRoute[] {
  const routes: SavedRoute[] = [];
  for (let at = 0; at < length; ) {
    const end = at + 2 + sequence[at + 1]!;
    routes.push({ vehicle: sequence[at]!, visits: sequence.subarray(at + 2, end) });
    at = end;
  }
  return routes;
}

/** A stored plan as the initial routes of a run. */
export function initialRoutesOf({ problem, jobOf }: Model, plan: Snapshot): readonly InitialRouteInput[] {
  return routesOf(plan).map(({ vehicle, visits }) => ({
    vehicle: problem.vehicles[vehicle]!.id,
    jobs: Array.from(visits, (visit) => problem.jobs[jobOf[visit]!]!.id),
  }));
}

/** For each visit, whether a stored plan serves it: 1 or 0. */
export function servedIn({ visits: count }: Model, plan: Snapshot): Uint8Array {
  const served = new Uint8Array(count);
  for (const { visits } of routesOf(plan)) for (const v of visits) served[v] = 1;
  return served;
}
