import { createECDH, randomBytes } from 'node:crypto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { worker } from '../../../../../../functions/workers/push-to-drivers.ts';
import { writeToDriver } from '../../../../../../lib/fleet/driver-app/index.ts';
import { driverPhoneEntity } from '../../../../../../lib/fleet/driver-app/phone.ts';
import { pushKeysOf } from '../../../../../../lib/fleet/driver-app/push/push-keys.ts';
import { pushSender } from '../../../../../../lib/fleet/driver-app/push/send-push.ts';
import { toInstant } from '../../../../../../lib/platform/core/clock.ts';
import { guardedRequest } from '../../../../../../lib/platform/core/guarded-request.ts';
import { defaultPreferences } from '../../../../../../lib/platform/organization/index.ts';
import { create } from '../../../../../../lib/platform/table/index.ts';
import { type DriverWorld, startDriverWorld } from '../../../../../support/driver-world.ts';
import { type PushService, startPushService } from '../../../../../support/push-service.ts';
import { routeOfDriver } from '../../../../../support/route-of-driver.ts';

let world: DriverWorld;
let service: PushService;
beforeEach(async () => {
  service = await startPushService();
  const keys = pushKeysOf('a secret');
  world = await startDriverWorld({}, undefined, {
    workers: [worker],
    extra: ({ clock }) => ({
      sendPush: pushSender({
        clock,
        send: guardedRequest({ allowLoopback: true }),
        keys: async () => keys,
        entropy: () => {
          const pair = createECDH('prime256v1');
          pair.generateKeys();
          return { salt: randomBytes(16), privateKey: pair.getPrivateKey() };
        },
        contact: 'https://api.example.com',
      }),
    }),
  });
});
afterEach(async () => {
  await world.stop();
  await service.stop();
});

/** Gives a driver a phone that gets push messages. */
async function phoneOf(courierId: string) {
  const phone = {
    organizationId: 'org_test',
    courierId,
    id: `phn_${courierId}`,
    name: 'Android phone',
    platform: 'android' as const,
    appVersion: null,
    language: null,
    credentialHash: '',
    signedInAt: '2026-03-02T08:00:00.000Z',
    lastContactAt: '2026-03-02T08:00:00.000Z',
    batteryLevel: null,
    unsentReports: null,
    push: service.subscription,
    expiresAt: toInstant(world.db.deps.clock.now() + 30 * 86_400_000),
    revokedAt: null,
  };
  await world.db.deps.table.write([create(driverPhoneEntity, phone)]);
  return phone;
}

const notices = () => service.read.map(({ text }) => JSON.parse(text).notice);

test('45 7 a driver hears of an offer until it ends, and not of what the driver does', async () => {
  const ana = await world.courier({ latitude: 37.79, longitude: -122.4 });
  await phoneOf(ana);
  await world.dispatch();
  expect(notices()).toEqual(['offer']);
  const [{ headers }] = service.read as [PushService['read'][number]];
  expect(headers).toMatchObject({ urgency: 'high', topic: 'offer', 'content-encoding': 'aes128gcm' });
  expect(Number(headers.ttl)).toBeGreaterThan(0);
  expect(Number(headers.ttl)).toBeLessThanOrEqual(600);
  const { offers } = (await world.onPhone(ana, 'GET /v1/driver/work')).json;
  await world.report(ana, {
    kind: 'offer',
    key: 'accept-the-offer',
    occurredAt: toInstant(world.db.deps.clock.now()),
    taskId: offers[0].taskId,
    accepts: true,
  });
  await world.drain();
  expect(notices()).toEqual(['offer']);
});

test('45 7 a driver hears of a route, of its changes and of messages, and nothing of a recipient leaves', async () => {
  const { courierId, routeId } = await routeOfDriver(world, 2);
  await phoneOf(courierId);
  const { stops } = await world.must('GET /v1/routes/{id}', { params: { id: routeId } });
  const [first, second, third] = stops.map(({ id }: { id: string }) => id);
  await world.report(courierId, {
    kind: 'stop',
    key: 'start-the-first',
    occurredAt: toInstant(world.db.deps.clock.now()),
    routeId,
    stopId: first,
    status: 'ENROUTE',
  });
  await world.drain();
  expect(notices()).toEqual([]);
  world.db.deps.clock.advance(1_000);
  const values = { ...defaultPreferences(), editRoutesAfterDispatch: true };
  const { status } = await world.call('PATCH /v1/routes/{id}', {
    params: { id: routeId },
    body: { stopIds: [first, third, second] },
    grant: { preferences: { organizationId: 'org_test', values } },
  });
  expect(status).toBe(200);
  await world.drain();
  expect(notices()).toEqual(['change']);
  const editor = {
    organizationId: 'org_test',
    storeLocationIds: null,
    driverGroupIds: null,
    origin: {
      organizationId: 'org_test',
      actor: { type: 'user' as const, id: 'usr_1', name: 'Lee Park' },
      cause: 'request:1',
    },
  };
  await writeToDriver(world.db.deps, editor, { courierId, text: 'Ring at Ada Moss.', deliveryId: null });
  await world.drain();
  expect(notices()).toEqual(['change', 'message']);
  expect(service.read.map(({ text }) => Object.keys(JSON.parse(text)))).toEqual([
    ['notice', 'at'],
    ['notice', 'at'],
  ]);
});

test('45 7 a driver whose package goes to another one hears of it, and so does the other one', async () => {
  const ana = await world.courier({ latitude: 37.79, longitude: -122.4 });
  await phoneOf(ana);
  const jobId = await world.dispatch();
  const bob = await world.courier();
  await phoneOf(bob);
  const { id: taskId } = await world.task(jobId);
  await world.must('POST /v1/jobs/{jobId}/tasks/{taskId}/assign-courier', {
    params: { jobId, taskId },
    body: { courierId: bob },
  });
  await world.drain();
  expect(notices().sort()).toEqual(['change', 'offer', 'work']);
});

test('45 7 a subscription that is gone is dropped; a push service that fails is asked again', async () => {
  const ana = await world.courier({ latitude: 37.79, longitude: -122.4 });
  const phone = await phoneOf(ana);
  const stored = async () => (await world.db.deps.table.get(driverPhoneEntity, phone))?.value.push;
  service.answerWith(503);
  await expect(world.dispatch()).rejects.toThrow('answered 503');
  expect(await stored()).toEqual(service.subscription);
  service.answerWith(410);
  await world.drain();
  expect(await stored()).toBeNull();
});
