import { expect } from 'vitest';
import {
  checkSolution,
  defineProblem,
  type JobInput,
  type Problem,
  type ProblemInput,
  type Solution,
  type SolveOptions,
  type StopInput,
  solve,
  type VehicleInput,
} from '../../../../../../lib/engines/optimization/index.ts';
import type { TravelTable } from '../../../../../../lib/engines/optimization/problem.ts';

/** A point in the plane, in metres. */
export type Point = readonly [x: number, y: number];

/** Speeds of a road or a plane where they change over the day. */
type Traffic = Pick<TravelTable, 'speedPeriods'>;

/** Places on a straight road: location i is `positions[i]` metres from the origin, and a metre takes a second. */
export function road(positions: readonly number[], traffic: Traffic = {}) {
  return travelBetween(positions, (from, to) => Math.abs(from - to), traffic);
}

/** Points with straight ways between them, in whole metres; a metre takes a second. */
export function plane(points: readonly Point[], traffic: Traffic = {}) {
  return travelBetween(points, straight, traffic);
}

/** Length of the straight way, in whole metres. */
export function straight(from: Point, to: Point): number {
  return Math.round(Math.hypot(from[0] - to[0], from[1] - to[1]));
}

/** Places connected by roads of this length; a metre takes a second. */
export function travelBetween<Place>(
  places: readonly Place[],
  length: (from: Place, to: Place) => number,
  traffic: Traffic = {},
) {
  const lengths = places.flatMap((from) => places.map((to) => length(from, to)));
  const car: TravelTable = { durations: lengths, distances: lengths, ...traffic };
  return { locationCount: places.length, tables: { car } } satisfies ProblemInput['travel'];
}

/** A delivery at a location, with defaults for everything else. */
export function delivery(
  id: string,
  location: number,
  more: Partial<JobInput> & Partial<StopInput> = {},
): JobInput {
  const { service, doorstep, windows, ...rest } = more;
  const stop = {
    location,
    ...(service === undefined ? {} : { service }),
    ...(doorstep === undefined ? {} : { doorstep }),
    ...(windows === undefined ? {} : { windows }),
  };
  return { kind: 'delivery', id, stop, ...rest } as JobInput;
}

/** A vehicle from and to location 0 that costs a cent per metre. */
export function van(id: string, more: Partial<VehicleInput> = {}): VehicleInput {
  return { id, start: 0, end: 0, cost: { centsPerKilometre: 1000 }, ...more };
}

/**
 * Solves a problem and has the independent checker judge the plan. Returns problem, solution and the visited jobs per
 * vehicle.
 */
export async function plan(
  input: ProblemInput,
  options: SolveOptions = { iterations: 300 },
): Promise<{ problem: Problem; solution: Solution; orders: Record<string, string[]> }> {
  const problem = defineProblem(input);
  const solution = await solve(problem, options);
  expect(checkSolution(problem, solution)).toEqual([]);
  const orders = Object.fromEntries(
    solution.routes.map((route) => [route.vehicle, route.visits.map((visit) => visit.job)]),
  );
  return { problem, solution, orders };
}

/** Reason codes of an unassigned job; undefined if it is on a route. */
export function reasonsOf(solution: Solution, job: string): string[] | undefined {
  return solution.unassigned.find((entry) => entry.job === job)?.reasons.map((reason) => reason.code);
}
