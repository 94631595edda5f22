import { afterAll, beforeAll, describe } from 'vitest';
import { type OwnFleetWorld, ownFleetOn, startOwnFleet } from '../../support/own-fleet-world.ts';
import { providerConformance } from './provider-conformance.ts';

let world: OwnFleetWorld;
beforeAll(async () => {
  world = await startOwnFleet();
  await world.courier({ latitude: 37.79, longitude: -122.4 });
});
afterAll(() => world.stop());

describe('provider Own fleet', () => {
  providerConformance(() => ownFleetOn(world.db.deps), { messages: () => [] });
});
