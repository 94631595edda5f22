import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { defineProblem, type JobInput, solve } from '../../../../../lib/engines/optimization/index.ts';
import { delivery, plan, reasonsOf, road, van } from './support/line-problem.ts';

describe('42 5 jobs that may be left out for a price', () => {
  const far = (leaveOutCents: number) =>
    plan({
      travel: road([0, 10, 1_000]),
      jobs: [delivery('near', 1), delivery('far', 2, { leaveOutCents })],
      vehicles: [van('v', { cost: { centsPerKilometre: 1_000 } })],
    });

  it('are left out where that is cheaper, and the plan has the price', async () => {
    // The way to the far one and back is 1,980 metres more.
    const cheap = await far(1_979);
    expect(reasonsOf(cheap.solution, 'far')).toEqual(['PRICE']);
    expect(cheap.solution.costs).toMatchObject({ distance: 20, leftOut: 1_979, total: 1_999 });
    const dear = await far(1_981);
    expect(dear.solution.unassigned).toEqual([]);
    expect(dear.solution.costs).toMatchObject({ distance: 2_000, leftOut: 0 });
  });

  it('never take the place of one that has to be served', async () => {
    const { solution } = await plan({
      travel: road([0, 10, 20]),
      dimensions: ['boxes'],
      jobs: [
        delivery('a', 1, { load: [1], leaveOutCents: 1_000_000, priority: 3 }),
        delivery('b', 2, { load: [1] }),
      ],
      vehicles: [van('v', { capacity: [1] })],
    });
    expect(solution.routes[0]!.visits.map(({ job }) => job)).toEqual(['b']);
    expect(reasonsOf(solution, 'a')).toEqual(['CAPACITY', 'NO_VEHICLE']);
  });

  it('the cheapest choice of them is found', async () => {
    const jobs = fc.array(fc.tuple(fc.integer({ min: 1, max: 6 }), fc.integer({ min: 0, max: 800 })), {
      minLength: 1,
      maxLength: 4,
    });
    await fc.assert(
      fc.asyncProperty(jobs, async (given) => {
        const optional = given.map(
          ([at, leaveOutCents], i): JobInput => delivery(`j${i}`, at, { leaveOutCents }),
        );
        const of = (chosen: readonly JobInput[]) =>
          defineProblem({
            travel: road([0, 50, 100, 150, 200, 300, 400]),
            jobs: chosen,
            vehicles: ['v', 'w'].map((id) =>
              van(id, { maxOrders: 2, cost: { fixedCents: 30, centsPerKilometre: 1_000 } }),
            ),
          });
        let least = Number.POSITIVE_INFINITY;
        for (let subset = 0; subset < 1 << optional.length; subset++) {
          const chosen = optional.filter((_, i) => (subset & (1 << i)) !== 0);
          const required = chosen.map(({ leaveOutCents: _, ...job }) => job as JobInput);
          const { costs, unassigned } = await solve(of(required), { iterations: 60 });
          const left = given.reduce((sum, [, cents], i) => sum + ((subset & (1 << i)) !== 0 ? 0 : cents), 0);
          if (unassigned.length === 0) least = Math.min(least, costs.total + left);
        }
        expect((await solve(of(optional), { iterations: 200 })).costs.total).toBe(least);
      }),
      { numRuns: 60, seed: 6 },
    );
  });
});
