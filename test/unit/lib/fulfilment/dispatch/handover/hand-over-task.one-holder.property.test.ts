import fc from 'fast-check';
import { describe, it } from 'vitest';
import { dispatchScenario, runScenario } from '../../../../../support/dispatch-scenario.ts';

const RUNS = Number(process.env.PROPERTY_RUNS ?? 450);

describe('7 attempts', () => {
  it(
    'never let two providers hold a package or one carry it for another price than was shown, and come to an end',
    async () => {
      await fc.assert(fc.asyncProperty(dispatchScenario, runScenario), {
        numRuns: RUNS,
        seed: 20_261_122,
      });
    },
    120_000 + RUNS * 1_000,
  );
});
