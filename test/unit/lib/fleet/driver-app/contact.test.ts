import { afterEach, beforeEach, expect, test } from 'vitest';
import { connectCall, extensionOf } from '../../../../../lib/fleet/driver-app/contact.ts';
import { type DriverWorld, startDriverWorld } from '../../../../support/driver-world.ts';
import { routeOfDriver } from '../../../../support/route-of-driver.ts';

const CALL_NUMBER = '+14155550100';

let world: DriverWorld;
beforeEach(async () => {
  world = await startDriverWorld();
  world.preferences = { driverCallNumber: CALL_NUMBER };
});
afterEach(() => world.stop());

const editor = {
  organizationId: 'org_test',
  storeLocationIds: null,
  driverGroupIds: null,
  origin: {
    organizationId: 'org_test',
    actor: { type: 'key' as const, id: 'key_1', name: 'Phone system' },
    cause: 'request:1',
  },
};
const connect = (from: string, extension: string) => connectCall(world.db.deps, editor, { from, extension });

test('45 4 a driver calls through the number of the organization, and sees no other', async () => {
  const { courierId, orderIds } = await routeOfDriver(world, 1, {});
  const { json } = await world.onPhone(courierId, 'GET /v1/driver/work');
  const [{ deliveryId, dropoff, pickup }] = json.assignments[0].packages;
  expect(dropoff).toMatchObject({
    phoneNumber: CALL_NUMBER,
    phoneExtension: extensionOf(deliveryId, 'dropoff'),
  });
  const order = await world.must('GET /v1/order/{id}', { params: { id: orderIds[0]! } });
  const { dropoffPhoneNumber } = order;
  expect(dropoffPhoneNumber).toMatch(/^\+/);
  expect(JSON.stringify(json)).not.toContain(dropoffPhoneNumber);
  expect(pickup.phoneExtension).not.toBe(dropoff.phoneExtension);
  expect(await connect('+14155550142', dropoff.phoneExtension)).toEqual({
    phoneNumber: dropoffPhoneNumber,
    courierId,
    deliveryId,
    end: 'dropoff',
  });
  expect(await world.db.events('delivery.masked_call')).toMatchObject([
    { data: { courierId, deliveryId, end: 'dropoff' } },
  ]);
});

test('45 4 only the driver who has the package is connected', async () => {
  const { courierId } = await routeOfDriver(world, 1, {});
  const { json } = await world.onPhone(courierId, 'GET /v1/driver/work');
  const { phoneExtension } = json.assignments[0].packages[0].dropoff;
  const unknown = { message: /No driver with the phone number/ };
  expect(await connect('+14155550199', phoneExtension)).toMatchObject(unknown);
  expect(await connect('+14155550142', '00000000')).toMatchObject(unknown);
});

test('45 4 without such a number drivers see those of contacts', async () => {
  world.preferences = {};
  const { courierId } = await routeOfDriver(world, 1, {});
  const { json } = await world.onPhone(courierId, 'GET /v1/driver/work');
  expect(json.assignments[0].packages[0].dropoff).toMatchObject({
    phoneNumber: expect.not.stringContaining(CALL_NUMBER),
    phoneExtension: null,
  });
});
