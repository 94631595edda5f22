import type { Search } from './create-search.ts';

/** Lays out the problem's initial routes; a job that breaks a rule where it stands is left to the search. */
export function warmStart(search: Search): void {
  const { model, plan, evaluator } = search;
  const { problem, visits, typeOf, allowed, visitOf, pickupOf, jobOf } = model;
  const jobIndex = new Map(problem.jobs.map((job, j) => [job.id, j]));
  const vehicleIndex = new Map(problem.vehicles.map((vehicle, v) => [vehicle.id, v]));
  const groupRoute = new Map<number, number>();
  for (const initial of problem.initialRoutes) {
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
    plan.layOut(route, wanted);
    if (evaluator.refresh(route)) continue;
    clear(route);
    let kept: number[] = [];
    for (const job of new Set(wanted.map((visit) => jobOf[visit]!))) {
      const trial = wanted.filter((visit) => jobOf[visit] === job || kept.includes(visit));
      plan.layOut(route, trial);
      if (evaluator.refresh(route)) kept = trial;
      clear(route);
    }
    plan.layOut(route, kept);
    evaluator.refresh(route);
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
