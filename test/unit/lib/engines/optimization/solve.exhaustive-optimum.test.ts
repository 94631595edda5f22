import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  defineProblem,
  type JobInput,
  type ProblemInput,
  solve,
} from '../../../../../lib/engines/optimization/index.ts';
import { propertyRuns } from '../../../../support/property-runs.ts';
import { cheapestPlan } from './support/cheapest-plan.ts';
import { everyPlan, isBetter, worthOf } from './support/every-plan.ts';
import { generatedProblem } from './support/generated-problem.ts';
import { plane, van } from './support/line-problem.ts';

const shift = { from: 0, to: 900 };

/** Up to 7 orders and two vehicles in a square of 100 metres; some have windows and loads. */
const tiny = fc
  .record({
    points: fc.array(fc.tuple(fc.nat(100), fc.nat(100)), { minLength: 8, maxLength: 8 }),
    jobs: fc.array(
      fc.record({
        pair: fc.boolean(),
        load: fc.integer({ min: 1, max: 3 }),
        from: fc.nat(300),
        length: fc.constantFrom(100, 300, 2000),
        service: fc.nat(20),
      }),
      { minLength: 1, maxLength: 7 },
    ),
    capacity: fc.integer({ min: 3, max: 9 }),
    fixed: fc.nat(120),
  })
  .map(({ points, jobs, capacity, fixed }): ProblemInput => {
    let visits = 0;
    const list: JobInput[] = [];
    for (const [j, { pair, load, from, length, service }] of jobs.entries()) {
      const windows = [{ from, to: from + length }];
      const location = (j % 7) + 1;
      visits += pair ? 2 : 1;
      if (visits > 7) break;
      list.push(
        pair
          ? {
              kind: 'pair',
              id: `j${j}`,
              load: [load],
              pickup: { location, service },
              delivery: { location: ((j + 3) % 7) + 1, windows },
            }
          : { kind: 'delivery', id: `j${j}`, load: [load], stop: { location, service, windows } },
      );
    }
    return {
      travel: plane(points),
      dimensions: ['boxes'],
      jobs: list,
      vehicles: [
        van('v', { capacity: [capacity], shift }),
        van('w', { capacity: [capacity], shift, cost: { centsPerKilometre: 1000, fixedCents: fixed } }),
      ],
    };
  });

describe('tiny problems', () => {
  it('are solved to the optimum that trying every plan finds', { timeout: 60_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(tiny, async (input) => {
        const problem = defineProblem(input);
        const optimum = cheapestPlan(problem);
        const solution = await solve(problem, { seed: 3, iterations: 1500 });
        expect([solution.unassigned.length, solution.costs.total]).toEqual([
          optimum.unassigned,
          optimum.cents,
        ]);
      }),
      { numRuns: propertyRuns(50, 150), seed: 11 },
    );
  });

  it('of all features are solved no worse than any plan laid out beforehand', {
    timeout: 60_000,
  }, async () => {
    await fc.assert(
      fc.asyncProperty(generatedProblem(3), async (input) => {
        const problem = defineProblem({ ...input, initialRoutes: [] });
        const found = worthOf(problem, await solve(problem, { seed: 3, iterations: 1500 }));
        let best = found;
        for (const initialRoutes of everyPlan(problem)) {
          const laidOut = await solve({ ...problem, initialRoutes }, { iterations: 0 });
          const worth = worthOf(problem, laidOut);
          if (isBetter(worth, best)) best = worth;
        }
        expect(found).toEqual(best);
      }),
      { numRuns: propertyRuns(100, 300), seed: 5 },
    );
  });
});
