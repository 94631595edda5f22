import fc from 'fast-check';
import { describe, it } from 'vitest';
import { dispatchScenario, runScenario } from '../../../../support/dispatch-world.ts';

describe('7 attempts', () => {
  it('never let two providers hold a package, and come to an end, whatever crashes, repeats, is late or lost', async () => {
    await fc.assert(fc.asyncProperty(dispatchScenario, runScenario), {
      numRuns: Number(process.env.PROPERTY_RUNS ?? 30),
      seed: 20_261_122,
    });
  }, 120_000);
});
