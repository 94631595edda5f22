import type { Problem } from '../../../../../../lib/engines/optimization/index.ts';

/** A route that may turn back to the end of a window, at its lowest cost. */
export interface TimedRoute {
  /** Without what it breaks. */
  readonly cents: number;
  /** Sum of the seconds turned back and the seconds above the maximum duration. */
  readonly warp: number;
  readonly waited: number;
}

/**
 * Tries every second at which the first vehicle could start its route of deliveries, and takes the start with the
 * fewest seconds turned back, then the fewest waited. Computed from the problem alone, one visit after another.
 */
export function tryEveryStart(problem: Problem, jobs: readonly number[]): TimedRoute {
  const vehicle = problem.vehicles[0]!;
  const { shift, departureDelay, parkingTime, maxDuration, cost } = vehicle;
  const { durations, distances } = problem.travel[vehicle.profile]!;
  let at = vehicle.start;
  let metres = 0;
  let stops = 0;
  let busy = departureDelay;
  const drive = (location: number | undefined): number => {
    if (location === undefined) return 0;
    const from = at ?? location;
    at = location;
    const arc = from * problem.locationCount + location;
    metres += distances[arc]!;
    busy += durations[arc]!;
    return durations[arc]!;
  };
  const steps = jobs.map((j) => {
    const { location, windows, service, doorstep } = problem.jobs[j]!.stop;
    const moves = location !== at;
    const parked = moves ? parkingTime : 0;
    const stay = service + doorstep;
    stops += moves ? 1 : 0;
    busy += parked + stay;
    return { ...windows[0]!, way: drive(location) + parked, stay };
  });
  const wayHome = drive(vehicle.end);
  let fewestTurned = Number.POSITIVE_INFINITY;
  let fewestWaited = Number.POSITIVE_INFINITY;
  for (let start = shift.from; start <= shift.to; start++) {
    let now = start + departureDelay;
    let turned = 0;
    let waited = 0;
    for (const { from, to, way, stay } of steps) {
      now += way;
      waited += Math.max(0, from - now);
      turned += Math.max(0, now - to);
      now = Math.min(Math.max(now, from), to) + stay;
    }
    turned += Math.max(0, now + wayHome - shift.to);
    if (turned > fewestTurned || (turned === fewestTurned && waited >= fewestWaited)) continue;
    fewestTurned = turned;
    fewestWaited = waited;
  }
  const seconds = busy + fewestWaited;
  return {
    cents:
      cost.fixedCents +
      (metres * cost.centsPerKilometre) / 1000 +
      stops * cost.centsPerStop +
      (seconds * cost.centsPerHour) / 3600,
    warp: fewestTurned + Math.max(0, seconds - fewestTurned - maxDuration),
    waited: fewestWaited,
  };
}
