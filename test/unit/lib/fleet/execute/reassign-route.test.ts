import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { reassignRoute } from '../../../../../lib/fleet/execute/index.ts';
import { OWN_FLEET } from '../../../../../lib/fleet/own-fleet/provider/index.ts';
import { isRefusal } from '../../../../../lib/platform/core/refusal.ts';
import { defaultPreferences } from '../../../../../lib/platform/organization/preferences.ts';
import { type OwnFleetWorld, startOwnFleet } from '../../../../support/own-fleet-world.ts';

let world: OwnFleetWorld;
beforeEach(async () => {
  world = await startOwnFleet();
});
afterEach(() => world.stop());

const OPERATOR = {
  organizationId: 'org_test',
  keyId: 'key_test',
  storeLocationIds: null,
  driverGroupIds: null,
  listShards: 1,
  preferences: defaultPreferences(),
};

describe('41 1.1 a dispatched route that no provider carries yet', () => {
  it('is not reassigned, as its driver would not get the job; assigning it is the way', async () => {
    const courierId = await world.courier();
    const at = (hours: number) => new Date(world.db.deps.clock.now() + hours * 3_600_000).toISOString();
    const from = { pickupStartTime: at(1), dropoffStartTime: at(1) };
    const { id: orderId } = await world.order({ ...from, pickupEndTime: at(3), dropoffEndTime: at(5) });
    const stops = ['PICKUP', 'DROPOFF'].map((stopType) => ({ stopType, objectIds: [orderId] }));
    const body = { stops, driverGroupId: world.groupId };
    const { route } = await world.must('POST /v1/routes', { body });
    await world.must('POST /v1/routes/dispatch', { body: { routeIds: [route.id], autoDispatch: false } });
    const reassign = () => reassignRoute(world.deps, OPERATOR, route.id, { courierId }, OWN_FLEET.id);
    expect(await reassign()).toMatchObject({
      kind: { code: 'DISALLOWED_OPERATION' },
      message: expect.stringContaining(`POST /v1/routes/${route.id}/assign`),
    });
    await world.must('POST /v1/routes/{id}/assign', { params: { id: route.id }, body: { courierId } });
    await world.drain();
    const other = await world.courier();
    const done = await reassignRoute(world.deps, OPERATOR, route.id, { courierId: other }, OWN_FLEET.id);
    if (isRefusal(done)) throw new Error(done.message);
    expect(done.route.courier).toMatchObject({ id: other });
  });
});
