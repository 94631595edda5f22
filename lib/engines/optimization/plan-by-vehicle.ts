import { buildRoutes } from './build-solution.ts';
import { createJobPool } from './job-pool.ts';
import type { Job, Problem, Vehicle } from './problem.ts';
import type { Budget } from './search/budget.ts';
import type { Random } from './search/random.ts';
import { planOnce } from './search/run-search.ts';
import { preparingSearch } from './search/set-up.ts';
import type { Route } from './solution.ts';
import type { Work } from './work.ts';

/**
 * A quick plan when time is short. Each vehicle in turn gets the jobs of its initial route, the jobs bound to it, and as many
 * jobs around a remote one as it can take. Each vehicle is a small problem by itself, so even a very short run yields routes.
 * Vehicles with initial routes come first; after an abort only these routes and the goods on board are planned. `note`
 * receives the number of jobs placed so far.
 */
export function* planByVehicle(
  problem: Problem,
  random: Random,
  budget: Budget,
  note: (placed: number) => void,
): Work<Route[]> {
  const pool = createJobPool(problem);
  const planned = new Set(problem.initialRoutes.map((route) => route.vehicle));
  const vehicles = problem.vehicles.toSorted((a, b) => Number(planned.has(b.id)) - Number(planned.has(a.id)));
  const routes: Route[] = [];
  for (const vehicle of vehicles) {
    if (budget.late() || pool.size() === 0) break;
    const jobs = pool.offer(vehicle, budget.over());
    if (jobs.length > 0) {
      const search = yield* preparingSearch(onlyFor(vehicle, jobs, problem), 0, random);
      yield* planOnce(search, (job) => pool.urgency(jobs[job]!), budget.late);
      const made = yield* buildRoutes(search);
      routes.push(...made);
      pool.settle(vehicle, made);
      note(problem.jobs.length - pool.size());
    }
    yield 1;
  }
  const order = new Map(problem.vehicles.map((vehicle, v) => [vehicle.id, v]));
  return routes.sort((a, b) => order.get(a.vehicle)! - order.get(b.vehicle)!);
}

/** The part of a problem with one vehicle and some of the jobs. */
function onlyFor(vehicle: Vehicle, jobs: readonly Job[], problem: Problem): Problem {
  const ids = new Set(jobs.map(({ id }) => id));
  const initialRoutes = problem.initialRoutes
    .filter((route) => route.vehicle === vehicle.id)
    .map((route) => ({ ...route, jobs: route.jobs.filter((id) => ids.has(id)) }));
  return { ...problem, vehicles: [vehicle], jobs, initialRoutes };
}
