import type { Problem, Stop, Vehicle } from '../../../../../../lib/engines/optimization/index.ts';

/** One visit of a tiny problem: its job, its stop, and its load (negative: unloads). */
interface Step {
  readonly job: number;
  readonly stop: Stop;
  readonly change: number;
  readonly needs: number;
}

/** Fewest unassigned jobs first, then fewest cents. */
export interface Optimum {
  readonly unassigned: number;
  readonly cents: number;
}

/**
 * Tries every subset of jobs on every vehicle in every order: for problems of deliveries and pairs with one load
 * dimension, single windows and costs per use and distance. Feasible up to about seven visits.
 */
export function cheapestPlan(problem: Problem): Optimum {
  const count = problem.jobs.length;
  const cheapest = problem.vehicles.map((vehicle) =>
    Array.from({ length: 1 << count }, (_, subset) => cheapestRoute(problem, vehicle, subset)),
  );
  let best: Optimum = { unassigned: count, cents: 0 };
  const assign = (vehicle: number, left: number, served: number, cents: number): void => {
    if (vehicle === problem.vehicles.length) {
      const unassigned = count - served;
      if (unassigned < best.unassigned || (unassigned === best.unassigned && cents < best.cents))
        best = { unassigned, cents };
      return;
    }
    for (let subset = left; ; subset = (subset - 1) & left) {
      const price = cheapest[vehicle]![subset]!;
      if (price < Number.POSITIVE_INFINITY)
        assign(vehicle + 1, left & ~subset, served + bits(subset), cents + price);
      if (subset === 0) break;
    }
  };
  assign(0, (1 << count) - 1, 0, 0);
  return best;
}

function bits(subset: number): number {
  let sum = 0;
  for (let rest = subset; rest > 0; rest &= rest - 1) sum++;
  return sum;
}

function cheapestRoute(problem: Problem, vehicle: Vehicle, subset: number): number {
  if (subset === 0) return 0;
  const { durations, distances } = problem.travel[vehicle.profile]!;
  const steps: Step[] = [];
  let startLoad = 0;
  for (const [j, job] of problem.jobs.entries()) {
    if ((subset & (1 << j)) === 0) continue;
    const load = job.load[0]!;
    if (job.pickup === undefined) startLoad += load;
    else steps.push({ job: j, stop: job.pickup, change: load, needs: -1 });
    steps.push({
      job: j,
      stop: job.stop,
      change: -load,
      needs: job.pickup === undefined ? -1 : steps.length - 1,
    });
  }
  const capacity = vehicle.capacity[0]!;
  if (startLoad > capacity) return Number.POSITIVE_INFINITY;
  const arc = (table: ArrayLike<number>, from: number, to: number) =>
    table[from * problem.locationCount + to]!;
  let best = Number.POSITIVE_INFINITY;
  const go = (done: number, at: number, now: number, load: number, metres: number): void => {
    if (metres >= best) return;
    if (done === (1 << steps.length) - 1) {
      if (now + arc(durations, at, vehicle.end!) > vehicle.shift.to) return;
      best = Math.min(best, metres + arc(distances, at, vehicle.end!));
      return;
    }
    for (const [i, { stop, change, needs }] of steps.entries()) {
      if ((done & (1 << i)) !== 0 || (needs >= 0 && (done & (1 << needs)) === 0)) continue;
      const { from, to } = stop.windows[0]!;
      const begin = Math.max(now + arc(durations, at, stop.location), from);
      if (begin > to || load + change > capacity) continue;
      const leave = begin + stop.service + stop.doorstep;
      go(done | (1 << i), stop.location, leave, load + change, metres + arc(distances, at, stop.location));
    }
  };
  go(0, vehicle.start!, vehicle.shift.from, startLoad, 0);
  return best + vehicle.cost.fixedCents;
}
