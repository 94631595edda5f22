import fc from 'fast-check';
import { describe, it } from 'vitest';
import { ownFleetScenario, runOwnFleet } from '../../../../support/own-fleet-scenario.ts';

const RUNS = Number(process.env.PROPERTY_RUNS ?? 5_000);

describe('3.2 a package of the own fleet', () => {
  it(`never has two couriers, nor a courier and another provider (${RUNS} runs)`, async () => {
    await fc.assert(fc.asyncProperty(ownFleetScenario, runOwnFleet), { numRuns: RUNS });
  });
});
