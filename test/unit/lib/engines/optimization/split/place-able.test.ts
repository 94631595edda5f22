import { describe, expect, it } from 'vitest';
import {
  defineProblem,
  type PlanPart,
  type Problem,
  splitPlan,
  type VehicleInput,
} from '../../../../../../lib/engines/optimization/index.ts';
import { generateRegion } from '../../../../../bench/vrp-region.ts';

const TOWNS = 2;
const JOBS_OF_TOWN = 20;
const CHILLED = ['chilled'];

/**
 * Two towns an hour apart, each with a depot and 20 deliveries, every fourth of them chilled; large ones are 9 units.
 */
function region(vehicles: readonly Omit<VehicleInput, 'id' | 'end'>[], large: readonly number[] = []) {
  const side = TOWNS * (JOBS_OF_TOWN + 1);
  const townOf = (location: number) => Math.floor(location / (JOBS_OF_TOWN + 1));
  const table = Int32Array.from({ length: side ** 2 }, (_, at) => {
    const [from, to] = [Math.floor(at / side), at % side];
    return townOf(from) === townOf(to) ? 10 * Math.abs(from - to) : 3_600;
  });
  return defineProblem({
    travel: { locationCount: side, tables: { car: { durations: table, distances: table } } },
    dimensions: ['weight'],
    jobs: Array.from({ length: TOWNS * JOBS_OF_TOWN }, (_, index) => ({
      kind: 'delivery',
      id: `job ${index}`,
      load: [large.includes(index) ? 9 : 1],
      requires: index % 4 === 0 && large.length === 0 ? CHILLED : [],
      stop: { location: index + 1 + Math.floor(index / JOBS_OF_TOWN) },
    })),
    vehicles: vehicles.map((vehicle, index) => ({
      capacity: [50],
      ...vehicle,
      id: `van ${index}`,
      end: vehicle.start!,
    })),
  });
}

const OTHER_TOWN = JOBS_OF_TOWN + 1;

/** Jobs of a part that none of its vehicles may serve. */
function unserved(problem: Problem, { jobs, vehicles }: PlanPart): readonly string[] {
  const own = problem.vehicles.filter(({ id }) => vehicles.includes(id));
  return problem.jobs
    .filter(({ id }) => jobs.includes(id))
    .filter(
      ({ requires, load }) =>
        !own.some(
          ({ capabilities, capacity }) =>
            requires.every((one) => capabilities.includes(one)) &&
            load.every((amount, dimension) => amount <= capacity[dimension]!),
        ),
    )
    .map(({ id }) => id);
}

describe('parts of a split problem', () => {
  it('each have vehicles for the jobs that only some may serve, wherever these start', () => {
    // Chilled vehicles start at 8 of 20 depots, and chilled orders are everywhere.
    const problem = defineProblem(generateRegion(1_000, 20, 20));
    const parts = splitPlan(problem, [], 9);
    for (const part of parts) expect(unserved(problem, part)).toEqual([]);
    expect(parts.flatMap(({ vehicles }) => vehicles)).toHaveLength(problem.vehicles.length);
  });

  it('leave such jobs to the part of the only vehicle that may serve them', () => {
    const plain = { start: OTHER_TOWN };
    const problem = region([{ start: 0, capabilities: CHILLED }, { start: 0 }, plain, plain]);
    const parts = splitPlan(problem, [], 2);
    for (const part of parts) expect(unserved(problem, part)).toEqual([]);
    expect(parts.flatMap(({ jobs }) => jobs)).toHaveLength(40);
  });

  it('have a vehicle that is large enough for their large jobs', () => {
    const small = { capacity: [8] };
    const vehicles = [
      { start: 0, capacity: [50] },
      { start: 0, capacity: [50] },
      { start: 0, ...small },
      { start: OTHER_TOWN, ...small },
      { start: OTHER_TOWN, ...small },
      { start: OTHER_TOWN, ...small },
    ];
    const problem = region(vehicles, [3, 25]);
    for (const part of splitPlan(problem, [], 2)) expect(unserved(problem, part)).toEqual([]);
  });
});
