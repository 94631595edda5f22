import { describe, expect, it } from 'vitest';
import {
  defineProblem,
  type InitialRouteInput,
  solve,
  splitPlan,
} from '../../../../../../lib/engines/optimization/index.ts';
import { solveInParts } from '../../../../../bench/solve-in-parts.ts';
import { generateRegion } from '../../../../../bench/vrp-region.ts';

const input = generateRegion(120, 4, 8);
const problem = defineProblem(input);

async function draft(): Promise<readonly InitialRouteInput[]> {
  const { routes } = await solve(problem, { seed: 1, iterations: 50 });
  return routes.map(({ vehicle, visits }) => ({ vehicle, jobs: visits.map(({ job }) => job) }));
}

describe('a problem split along the routes of a plan', () => {
  it('has every job and every vehicle in one part, routes whole, and parts of about one size', async () => {
    const parts = splitPlan(problem, await draft(), 3);
    expect(parts.flatMap(({ jobs }) => jobs).toSorted()).toEqual(problem.jobs.map(({ id }) => id).toSorted());
    expect(parts.flatMap(({ vehicles }) => vehicles).toSorted()).toEqual(
      problem.vehicles.map(({ id }) => id).toSorted(),
    );
    for (const { jobs, vehicles, routes } of parts) {
      expect(jobs.length).toBeGreaterThan(20);
      expect(routes.every(({ vehicle }) => vehicles.includes(vehicle))).toBe(true);
      expect(routes.flatMap((route) => route.jobs).every((job) => jobs.includes(job))).toBe(true);
    }
  });

  it('without a plan is split into parts of neighbours, each with vehicles', () => {
    const parts = splitPlan(problem, [], 3);
    expect(parts.flatMap(({ jobs }) => jobs)).toHaveLength(120);
    for (const { jobs, vehicles } of parts) {
      expect(jobs.length).toBeGreaterThan(20);
      expect(vehicles.length).toBeGreaterThan(1);
    }
  });

  it('split again puts jobs together that a seam had kept apart', async () => {
    const plan = await draft();
    const first = splitPlan(problem, plan, 3);
    const second = splitPlan(problem, plan, 3, first);
    const sideOf = (id: string) => first.findIndex(({ jobs }) => jobs.includes(id));
    const mixed = second.filter(({ jobs }) => new Set(jobs.map(sideOf)).size > 1);
    expect(mixed.length).toBeGreaterThan(0);
    expect(second.flatMap(({ jobs }) => jobs)).toHaveLength(120);
  });

  it('is solved part by part into a plan that the independent checker accepts, no dearer than the first one', async () => {
    const costs: number[] = [];
    const solution = await solveInParts(
      input,
      3,
      [{ iterations: 300 }, { iterations: 150, resumeAt: 0.6 }, { iterations: 150, resumeAt: 0.7 }],
      (_, cost) => costs.push(cost),
    );
    expect(solution.unassigned).toEqual([]);
    expect(solution.costs.total).toBe(costs.at(-1));
    expect(costs).toEqual(costs.toSorted((a, b) => b - a));
  });
});
