import { describe, expect, it } from 'vitest';
import {
  defineProblem,
  type JobInput,
  type VehicleInput,
} from '../../../../../../lib/engines/optimization/index.ts';
import { chainStops } from '../../../../../../lib/engines/optimization/search/chain-stops.ts';
import { compileModel } from '../../../../../../lib/engines/optimization/search/compile-model.ts';
import { finish } from '../../../../../../lib/engines/optimization/work.ts';
import { delivery, plan, road, van } from '../support/line-problem.ts';

const MANY = 500;

/** Deliveries, each ten metres behind another one, in an order that jumps along the road. */
function leapingInput(count: number, jobs: JobInput[] = [], more: Partial<VehicleInput> = {}) {
  const positions = Array.from({ length: count }, (_, i) => 10 + 10 * ((i * 207) % count));
  return {
    travel: road([0, ...positions]),
    jobs: [...jobs, ...positions.map((_, i) => delivery(`j${i}`, i + 1)).slice(0, count - 2 * jobs.length)],
    vehicles: [van('v', more), van('w', more)],
  };
}

/** Longest leg from one visit to the next in the model's order. */
function longestLeap(input: ReturnType<typeof leapingInput>): number {
  const { visits, points, types } = compileModel(defineProblem(input));
  const { distance } = types[0]!.travel;
  return Math.max(...Array.from({ length: visits - 1 }, (_, v) => distance[v * points + v + 1]!));
}

describe('chainStops', () => {
  it('puts the nearest of those left next, and every stop once', () => {
    const problem = defineProblem({
      travel: road([0, 50, 10, 90, 30, 20, 200]),
      jobs: [1, 2, 3, 4, 5, 6].map((location) => delivery(`j${location}`, location)),
      vehicles: [van('v')],
    });
    const chained = finish(chainStops(problem, problem.jobs));
    expect(chained.map(({ id }) => id)).toEqual(['j1', 'j4', 'j5', 'j2', 'j3', 'j6']);
  });

  it('leaves stops as they are where there is no vehicle to measure by', () => {
    const problem = defineProblem({ ...leapingInput(5), vehicles: [] });
    expect(finish(chainStops(problem, problem.jobs))).toEqual(problem.jobs);
  });
});

describe('a model', () => {
  const rules = { minOrders: 1 };

  it('numbers many stops in a chain where every place is looked at, otherwise as given', () => {
    expect(longestLeap(leapingInput(MANY, [], rules))).toBeLessThan(100 * 10);
    expect(longestLeap(leapingInput(MANY - 1, [], rules))).toBeGreaterThan(100 * 10);
    expect(longestLeap(leapingInput(MANY))).toBeGreaterThan(100 * 10);
  });

  it('knows the stops of every job in a chain, and plans them', async () => {
    const pairs = Array.from({ length: 3 }, (_, i): JobInput => {
      const at = MANY - 2 * i;
      return { kind: 'pair', id: `p${i}`, pickup: { location: at - 1 }, delivery: { location: at } };
    });
    const input = leapingInput(MANY, pairs, rules);
    const { problem, jobOf, visitOf, pickupOf, locationOf, mate, visits } = compileModel(
      defineProblem(input),
    );
    expect(visits).toBe(MANY);
    for (const [j, { stop, pickup }] of problem.jobs.entries()) {
      expect([jobOf[visitOf[j]!], locationOf[visitOf[j]!]]).toEqual([j, stop.location]);
      if (pickup === undefined) expect(pickupOf[j]).toBe(-1);
      else {
        expect([jobOf[pickupOf[j]!], locationOf[pickupOf[j]!]]).toEqual([j, pickup.location]);
        expect([mate[pickupOf[j]!], mate[visitOf[j]!]]).toEqual([visitOf[j], pickupOf[j]]);
      }
    }
    const { solution } = await plan(input, { iterations: 50 });
    expect(solution.unassigned).toEqual([]);
  });
});
