import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  defineProblem,
  type ProblemInput,
  type Solution,
  solve,
} from '../../../../../lib/engines/optimization/index.ts';
import { isBetter, worthOf } from './support/every-plan.ts';
import { followAdvice } from './support/follow-advice.ts';
import { generatedProblem } from './support/generated-problem.ts';

/** Whether more is served in addition to what is served now, after the change. */
async function helps(input: ProblemInput, changed: ProblemInput, solution: Solution): Promise<boolean> {
  const before = worthOf(defineProblem(input), solution).slice(0, 4);
  const initialRoutes = solution.routes.map(({ vehicle, visits }) => ({
    vehicle,
    jobs: visits.map(({ job }) => job),
  }));
  for (const seed of [2, 3]) {
    const problem = defineProblem({ ...changed, initialRoutes });
    const after = worthOf(problem, await solve(problem, { seed, iterations: 400 })).slice(0, 4);
    if (isBetter(after, before)) return true;
  }
  return false;
}

describe('what would have to change for an order to be served', () => {
  it('42 1 lets more be served when it is changed', { timeout: 60_000 }, async () => {
    const followed = new Map<string, number>();
    await fc.assert(
      fc.asyncProperty(generatedProblem(6), async (generated) => {
        const input = { ...generated, initialRoutes: [] };
        const solution = await solve(defineProblem(input), { iterations: 400 });
        for (const { job, reasons } of solution.unassigned)
          for (const { code, change, changes } of reasons) {
            const changed = followAdvice(input, job, changes);
            if (changed === undefined) continue;
            followed.set(code, (followed.get(code) ?? 0) + 1);
            expect({ job, change, helps: await helps(input, changed, solution) }).toMatchObject({
              helps: true,
            });
          }
      }),
      { numRuns: 250, seed: 3 },
    );
    expect([...followed.keys()].toSorted()).toEqual([
      'CAPABILITY',
      'CAPACITY',
      'DISTANCE_LIMIT',
      'DURATION_LIMIT',
      'EXCLUSION',
      'LOCK',
      'NO_VEHICLE',
      'ORDER_LIMIT',
      'SEQUENCE',
      'SHIFT',
      'STOP_LIMIT',
      'TIME_WINDOW',
    ]);
  });
});
