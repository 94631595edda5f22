import type { InitialRouteInput } from '../problem.ts';
import type { Work } from '../work.ts';
import type { Search } from './create-search.ts';

/**
 * Lays out initial routes; a job that breaks a rule at its place is left to the search. A unit of the work is a job
 * tried on a route that cannot stay as it is. If stopped early, it has still laid out every route that can stay.
 */
export function* warmStart(search: Search, initialRoutes: readonly InitialRouteInput[]): Work<void> {
  const { model, plan, evaluator } = search;
  const { problem, visits, typeOf, allowed, visitOf, pickupOf, jobOf } = model;
  const jobIndex = new Map(problem.jobs.map((job, j) => [job.id, j]));
  const vehicleIndex = new Map(problem.vehicles.map((vehicle, v) => [vehicle.id, v]));
  const groupRoute = new Map<number, number>();
  let done = 0;
  try {
    while (done < initialRoutes.length) {
      const { route, wanted } = read(initialRoutes[done++]!);
      if (!layOutWhole(route, wanted)) yield* keepWhatFits(route, wanted);
    }
  } finally {
    while (done < initialRoutes.length) {
      const { route, wanted } = read(initialRoutes[done++]!);
      layOutWhole(route, wanted);
    }
  }

  /** Visits of an initial route that may be on it. */
  function read(initial: InitialRouteInput): { route: number; wanted: readonly number[] } {
    const route = vehicleIndex.get(initial.vehicle)!;
    const picked = new Set<number>();
    const wanted: number[] = [];
    for (const id of initial.jobs) {
      const job = jobIndex.get(id)!;
      const pickup = pickupOf[job]!;
      const group = model.routeGroup[job]!;
      if (allowed[job * model.types.length + typeOf[route]!] === 0) continue;
      if (group >= 0 && (groupRoute.get(group) ?? route) !== route) continue;
      if (group >= 0) groupRoute.set(group, route);
      wanted.push(pickup >= 0 && !picked.has(job) ? pickup : visitOf[job]!);
      picked.add(job);
    }
    return { route, wanted };
  }

  function layOutWhole(route: number, wanted: readonly number[]): boolean {
    plan.layOut(route, wanted);
    if (evaluator.refresh(route)) return true;
    clear(route);
    return false;
  }

  /** Lays out as much of a route as breaks no rule, one job after the other. */
  function* keepWhatFits(route: number, wanted: readonly number[]): Work<void> {
    const kept = new Set<number>();
    const layOut = (): boolean => {
      plan.layOut(
        route,
        wanted.filter((visit) => kept.has(jobOf[visit]!)),
      );
      return evaluator.refresh(route);
    };
    try {
      for (const job of new Set(wanted.map((visit) => jobOf[visit]!))) {
        yield 1;
        kept.add(job);
        if (!layOut()) kept.delete(job);
        clear(route);
      }
    } finally {
      layOut();
    }
  }

  function clear(route: number): void {
    const start = visits + 2 * route;
    for (let p = plan.next[start]!; p < visits; p = plan.next[start]!) {
      plan.unlink(p);
      if (plan.absentAt[jobOf[p]!]! < 0) plan.setAbsent(jobOf[p]!);
    }
    evaluator.refresh(route);
  }
}
