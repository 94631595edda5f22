import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkSolution, defineProblem, solve } from '../../../../../lib/engines/optimization/index.ts';
import { generatedProblem } from './support/generated-problem.ts';

/** 2,000 problems in four parts, so that a failure names a smaller run. */
describe('generated problems of all features', () => {
  it.each([1, 2, 3, 4])('satisfy the independent checker, part %i', { timeout: 120_000 }, async (part) => {
    await fc.assert(
      fc.asyncProperty(generatedProblem(10), fc.nat(1000), async (input, seed) => {
        const problem = defineProblem(input);
        const solution = await solve(problem, { seed, iterations: 60 });
        expect(checkSolution(problem, solution)).toEqual([]);
      }),
      { numRuns: 500, seed: part },
    );
  });
});
