import fc from 'fast-check';
import { describe, it } from 'vitest';
import { dispatchScenario, runScenario } from '../../../../../support/dispatch-scenario.ts';

const RUNS = Number(process.env.PROPERTY_RUNS ?? 95_000);

describe('7 attempts', () => {
  it(`never let two providers hold a package or one carry it for another price than was shown (${RUNS} runs)`, async () => {
    await fc.assert(fc.asyncProperty(dispatchScenario, runScenario), { numRuns: RUNS });
  });
});
