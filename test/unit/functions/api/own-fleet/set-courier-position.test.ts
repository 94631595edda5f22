import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { renderRouteWebhook } from '../../../../../lib/fleet/routes/index.ts';
import { toInstant } from '../../../../../lib/platform/core/clock.ts';
import { type OwnFleetWorld, startOwnFleet } from '../../../../support/own-fleet-world.ts';

let world: OwnFleetWorld;
let courierId: string;
beforeEach(async () => {
  world = await startOwnFleet();
  courierId = await world.courier({ latitude: 37.79, longitude: -122.4 });
});
afterEach(() => world.stop());

const place = { latitude: 37.75, longitude: -122.42 };
const report = (body: object) =>
  world.call('PUT /v1/fleet/couriers/{id}/position', { params: { id: courierId }, body });
const ago = (milliseconds: number) => toInstant(world.db.deps.clock.now() - milliseconds);

/** A route of one order that the courier drives. */
async function driven(): Promise<string> {
  const now = world.db.deps.clock.now();
  const windows = { pickupStartTime: toInstant(now), pickupEndTime: toInstant(now + 3 * 3_600_000) };
  const drop = { dropoffStartTime: toInstant(now), dropoffEndTime: toInstant(now + 4 * 3_600_000) };
  const { id } = await world.order({ ...windows, ...drop });
  const stops = ['PICKUP', 'DROPOFF'].map((stopType) => ({ stopType, objectIds: [id] }));
  const { route } = await world.must('POST /v1/routes', {
    body: { stops, driverGroupId: world.groupId, courierId },
  });
  await world.must('POST /v1/routes/dispatch', { body: { routeIds: [route.id] } });
  await world.pass(1_000);
  return route.id;
}

const measured = {
  accuracy: 8,
  heading: 270,
  speed: 8.3,
  altitude: 12,
  altitudeAccuracy: 3,
  batteryLevel: 0.64,
  batteryIsCharging: false,
  isMoving: true,
};

describe('7.1 the position of a courier', () => {
  it('is on their route with everything that the device measured: alone, in lists and in webhooks', async () => {
    const id = await driven();
    world.db.deps.clock.advance(60_000);
    const capturedAt = ago(4_000);
    const { json } = await report({ ...place, ...measured, capturedAt });
    expect(json).toEqual({ courierId, ...place, ...measured, capturedAt, occurredAt: capturedAt });
    const shown = { lat: 37.75, lng: -122.42, updatedAt: capturedAt, capturedAt, ...measured };
    const route = await world.must('GET /v1/routes/{id}', { params: { id } });
    expect(route.courierPosition).toEqual(shown);
    const { results } = await world.must('GET /v1/routes', {});
    expect(results).toMatchObject([{ id, courierPosition: shown }]);
    const {
      stops: [stop],
    } = route;
    const params = { id, stopId: stop.id };
    const done = await world.must('PATCH /v1/fleet/routes/{id}/stops/{stopId}', {
      params,
      body: { status: 'ENROUTE' },
    });
    expect(done.courierPosition).toEqual(shown);
    const [event] = (await world.db.events('route.stops_updated')).slice(-1);
    expect((await renderRouteWebhook(world.deps, event!))?.data.courierPosition).toEqual(shown);
  });

  it('has null for what was not measured, and for the time of one that did not say', async () => {
    const id = await driven();
    world.db.deps.clock.advance(1_000);
    await report({ ...place, speed: 0 });
    const { courierPosition } = await world.must('GET /v1/routes/{id}', { params: { id } });
    expect(courierPosition).toMatchObject({ speed: 0, heading: null, isMoving: null, capturedAt: null });
    expect(courierPosition.updatedAt).toBe(ago(0));
  });

  it.each([
    ['batteryLevel', 64, 'batteryLevel'],
    ['heading', -1, 'heading'],
    ['speed', -1, 'speed'],
    ['accuracy', 'good', 'accuracy'],
    ['isMoving', 'yes', 'isMoving'],
    ['capturedAt', 'now', 'capturedAt'],
    ['latitude', 91, 'latitude'],
  ])('refuses %s %j, with the field and the value', async (field, value, named) => {
    const { status, json } = await report({ ...place, [field]: value });
    expect(status).toBe(422);
    const text = JSON.stringify(json.error);
    expect(text).toContain(named);
    expect(text).toContain(String(value));
  });

  it('has one time: two that differ are refused', async () => {
    const { status, json } = await report({ ...place, capturedAt: ago(1_000), occurredAt: ago(2_000) });
    expect(status).toBe(422);
    expect(JSON.stringify(json)).toContain('occurredAt');
  });

  it('8 that was sent more than five minutes late, or is older than the known one, changes nothing', async () => {
    const id = await driven();
    world.db.deps.clock.advance(600_000);
    const late = await report({ ...place, capturedAt: ago(301_000) });
    expect(late.json).toMatchObject({ latitude: 37.79, longitude: -122.4 });
    await report({ ...place, capturedAt: ago(300_000) });
    const older = await report({ latitude: 37.7, longitude: -122.4, capturedAt: ago(300_001) });
    expect(older.json).toMatchObject(place);
    const { courierPosition } = await world.must('GET /v1/routes/{id}', { params: { id } });
    expect(courierPosition).toMatchObject({ lat: 37.75, lng: -122.42 });
  });
});
