import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { loadRoute, readDrivenMeters } from '../../../../../lib/fleet/routes/index.ts';
import { newInsightMemory, recordFacts } from '../../../../../lib/operations/insight/index.ts';
import { toInstant } from '../../../../../lib/platform/core/clock.ts';
import { type OwnFleetWorld, startOwnFleet } from '../../../../support/own-fleet-world.ts';

const START = { latitude: 37.79, longitude: -122.4 };
/** Degrees of latitude for 100 metres. */
const HECTOMETER = 100 / 111_195;

let world: OwnFleetWorld;
let courierId: string;
let id: string;
beforeEach(async () => {
  world = await startOwnFleet();
  courierId = await world.courier(START);
  id = await routeOfOneOrder();
});
afterEach(() => world.stop());

const at = (milliseconds: number) => toInstant(world.db.deps.clock.now() + milliseconds);

/** A route of one order that the courier drives. */
async function routeOfOneOrder(): Promise<string> {
  const order = await world.order({
    pickupStartTime: at(0),
    pickupEndTime: at(3 * 3_600_000),
    dropoffStartTime: at(0),
    dropoffEndTime: at(4 * 3_600_000),
  });
  const stops = ['PICKUP', 'DROPOFF'].map((stopType) => ({ stopType, objectIds: [order.id] }));
  const { route } = await world.must('POST /v1/routes', {
    body: { stops, driverGroupId: world.groupId, courierId },
  });
  await world.must('POST /v1/routes/dispatch', { body: { routeIds: [route.id] } });
  await world.pass(1_000);
  return route.id;
}

const here = (hectometers: number, agoMs = 0) =>
  world.must('PUT /v1/fleet/couriers/{id}/position', {
    params: { id: courierId },
    body: {
      latitude: START.latitude + HECTOMETER * hectometers,
      longitude: START.longitude,
      capturedAt: at(-agoMs),
    },
  });

async function report(index: number, status: string): Promise<void> {
  const { stops } = await world.must('GET /v1/routes/{id}', { params: { id } });
  const params = { id, stopId: stops[index].id };
  await world.must('PATCH /v1/fleet/routes/{id}/stops/{stopId}', { params, body: { status } });
  await world.pass(1_000);
}

/** Drives to a place, with a position every 10 seconds. */
async function driveTo(from: number, to: number): Promise<void> {
  for (let place = from; place !== to; place += Math.sign(to - from)) {
    await here(place);
    world.db.deps.clock.advance(10_000);
  }
  await here(to);
}

const finish = async () => {
  await report(0, 'ENROUTE');
  await driveTo(0, 20);
  await report(0, 'COMPLETED');
  await driveTo(20, -10);
  await report(1, 'COMPLETED');
};

const kept = async () => (await world.db.items()).filter(({ type }) => type === 'routePosition');
const driven = async () => {
  const route = (await loadRoute(world.deps.table, { organizationId: 'org_test', id }))!;
  return readDrivenMeters(world.deps.table, route);
};

describe('46 1: what was driven on a route', () => {
  it("is measured by its courier's positions, of which one is kept in 20 seconds", async () => {
    await finish();
    // 2 km there, and 3 km to the other side; the last position in a place can be one of 20 seconds before.
    expect(await driven()).toBeGreaterThanOrEqual(4_700);
    expect(await driven()).toBeLessThanOrEqual(5_000);
    const count = (await kept()).length;
    expect(count).toBeGreaterThanOrEqual(24);
    expect(count).toBeLessThanOrEqual(30);
  });

  it('8 includes positions that were sent too late to show where the courier is', async () => {
    await report(0, 'ENROUTE');
    await here(0);
    world.db.deps.clock.advance(12 * 60_000);
    // The phone had no network, and sends all of it now.
    for (let minute = 1; minute <= 11; minute += 1) await here(10 * minute, (12 - minute) * 60_000);
    const { courierPosition } = await world.must('GET /v1/routes/{id}', { params: { id } });
    expect(courierPosition.lat).toBeCloseTo(START.latitude + HECTOMETER * 110, 6);
    await report(0, 'COMPLETED');
    await report(1, 'COMPLETED');
    expect(await driven()).toBe(11_000);
  });

  it('is not known when the phone was silent on the way, and not taken from the plan', async () => {
    await report(0, 'ENROUTE');
    await here(0);
    world.db.deps.clock.advance(10 * 60_000);
    await here(50);
    await report(0, 'COMPLETED');
    await report(1, 'COMPLETED');
    expect(await driven()).toBeUndefined();
  });

  it('is in the fact that the end of the route is, once', async () => {
    await finish();
    const [ended] = await world.db.events('route.completed');
    const deps = { ...world.deps, memory: newInsightMemory(), later: async () => undefined };
    for (let time = 0; time < 2; time += 1) await recordFacts(deps, ended!);
    const facts = (await world.db.items()).filter(
      ({ type, data }) => type === 'insightFact' && 'routes' in (data.sums as object),
    );
    expect(facts).toMatchObject([
      { data: { sums: { routes: 1, routesTracked: 1, drivenMeters: await driven() } } },
    ]);
  });

  it('is measured by the positions of its deliveries where the courier has none of his own', async () => {
    await report(0, 'ENROUTE');
    const { stops, jobId } = await world.must('GET /v1/routes/{id}', { params: { id } });
    expect(stops).toHaveLength(2);
    const { delivery } = await world.task(jobId);
    for (let place = 0; place <= 20; place += 1) {
      await world.must('PATCH /v1/fleet/deliveries/{delivery_id}', {
        params: { delivery_id: delivery.id as string },
        body: { coordinates: { ...START, latitude: START.latitude + HECTOMETER * place } },
      });
      world.db.deps.clock.advance(30_000);
    }
    await report(0, 'COMPLETED');
    await report(1, 'COMPLETED');
    expect(await kept()).toEqual([]);
    expect(await driven()).toBe(2_000);
  });

  it('forgets the way after 14 days', async () => {
    await report(0, 'ENROUTE');
    await here(0);
    const atSeconds = Math.floor(world.db.deps.clock.now() / 1_000);
    expect(await kept()).toMatchObject([{ ttl: atSeconds + 14 * 24 * 3_600 }]);
  });
});
