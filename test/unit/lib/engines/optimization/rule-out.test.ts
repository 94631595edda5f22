import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { defineProblem, type JobInput, solve } from '../../../../../lib/engines/optimization/index.ts';
import { createRuleOut } from '../../../../../lib/engines/optimization/rule-out.ts';
import { generatedProblem } from './support/generated-problem.ts';

/** The job without what ties it to others. */
function untied({ sequenceGroup: _, ...job }: JobInput): JobInput {
  return job;
}

describe('what rules a job out without a search', () => {
  it('42 1 holds exactly where no vehicle can serve the job alone', { timeout: 60_000 }, async () => {
    const met = { ruledOut: 0, servable: 0 };
    await fc.assert(
      fc.asyncProperty(generatedProblem(4), async (generated) => {
        const input = { ...generated, initialRoutes: [] };
        const problem = defineProblem(input);
        const ruleOut = createRuleOut(problem, () => true);
        for (const [index, job] of input.jobs.entries()) {
          const others = input.jobs
            .filter((other) => other !== job && 'onBoard' in other && other.onBoard !== undefined)
            .map((other) => ({ ...other, lock: undefined }) as JobInput);
          if (others.length > 0 || job.lock?.position !== undefined) continue;
          const vehicles = input.vehicles.map(({ minOrders: _, ...vehicle }) => vehicle);
          const alone = defineProblem({ ...input, jobs: [untied(job)], vehicles });
          const served = (await solve(alone, { iterations: 30 })).unassigned.length === 0;
          met[served ? 'servable' : 'ruledOut'] += 1;
          const facts = ruleOut(index, () => true);
          expect({ job: job.id, served, facts: facts.map(({ code }) => code) }).toEqual({
            job: job.id,
            served,
            facts: served ? [] : expect.arrayContaining([expect.any(String)]),
          });
        }
      }),
      { numRuns: 150, seed: 4 },
    );
    expect(Math.min(met.ruledOut, met.servable)).toBeGreaterThan(20);
  });
});
