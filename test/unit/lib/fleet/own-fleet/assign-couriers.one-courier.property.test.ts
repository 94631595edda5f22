import fc from 'fast-check';
import { describe, it } from 'vitest';
import { ownFleetScenario, runOwnFleet } from '../../../../support/own-fleet-scenario.ts';

describe('3.2 a package of the own fleet', () => {
  it('never has two couriers, nor a courier and another provider', async () => {
    await fc.assert(fc.asyncProperty(ownFleetScenario, runOwnFleet), { numRuns: 50, seed: 20_261_124 });
  }, 240_000);
});
