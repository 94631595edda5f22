import { afterEach, beforeEach, expect, test } from 'vitest';
import { writeToDriver } from '../../../../../lib/fleet/driver-app/index.ts';
import { setAppVersion } from '../../../../../lib/fleet/fleet/index.ts';
import { toInstant } from '../../../../../lib/platform/core/clock.ts';
import { type DriverWorld, startDriverWorld } from '../../../../support/driver-world.ts';
import { routeOfDriver } from '../../../../support/route-of-driver.ts';

const WORK = 'GET /v1/driver/work';

let world: DriverWorld;
beforeEach(async () => {
  world = await startDriverWorld();
});
afterEach(() => world.stop());

const EDITOR = {
  organizationId: 'org_test',
  storeLocationIds: null,
  driverGroupIds: null,
  origin: {
    organizationId: 'org_test',
    actor: { type: 'user' as const, id: 'usr_1', name: 'Lee Park' },
    cause: 'request:1',
  },
};

let keys = 0;
const at = () => {
  keys += 1;
  return { key: `message-${keys}`, occurredAt: toInstant(world.db.deps.clock.now()) };
};
const workOf = async (courierId: string) => (await world.onPhone(courierId, WORK)).json;

test("45 7 a dispatcher's message is on the driver's phone, and that it was read is known", async () => {
  const [ana, bob] = [await world.courier(), await world.courier()];
  await writeToDriver(world.db.deps, EDITOR, { courierId: ana, text: 'Take the tunnel.', deliveryId: null });
  const { messages, readAt } = await workOf(ana);
  expect(messages).toMatchObject([{ from: 'dispatcher', author: 'Lee Park', text: 'Take the tunnel.' }]);
  expect(readAt).toBeNull();
  expect((await workOf(bob)).messages).toEqual([]);
  await world.report(ana, { kind: 'read', ...at(), upTo: messages[0].at });
  expect((await workOf(ana)).readAt).toBe(messages[0].at);
});

test('45 7 what a driver writes about a package is a note of its task, once', async () => {
  const { courierId: ana, jobId } = await routeOfDriver(world, 1, {});
  const [{ packages }] = (await workOf(ana)).assignments;
  const message = { kind: 'message', ...at(), text: 'The box is wet.', deliveryId: packages[0].deliveryId };
  await world.report(ana, message);
  await world.report(ana, message);
  expect((await workOf(ana)).messages).toMatchObject([{ from: 'driver', author: 'Kim Lee' }]);
  const { jobConfigurations } = await world.job(jobId);
  expect(jobConfigurations[0].tasks[0].taskNotes).toMatchObject([{ note: 'The box is wet.' }]);
  const others = await world.report(ana, { ...message, ...at(), deliveryId: 'dlv_none' });
  expect(others).toMatchObject([{ outcome: 'refused' }]);
});

test('45 7 only the latest 50 messages are kept', async () => {
  const ana = await world.courier();
  const texts = Array.from({ length: 52 }, (_, index) => `Message ${index}`);
  for (const text of texts) await world.report(ana, { kind: 'message', ...at(), text });
  const { messages } = await workOf(ana);
  expect(messages.map(({ text }: { text: string }) => text)).toEqual(texts.slice(-50));
});

test('45 7 a phone learns that its app is too old, or that there is a newer one', async () => {
  const ana = await world.courier();
  const release = { platform: 'android' as const, minimumVersion: '1.0.0', latestVersion: '1.2.0' };
  await setAppVersion(world.db.deps, EDITOR, release);
  const asked = async (platform: string, version: string) =>
    (await world.onPhone(ana, WORK, { query: { platform, version } })).json.app;
  expect(await asked('android', '0.9.0')).toEqual({ isUpdateRequired: true, isUpdateRecommended: true });
  expect(await asked('android', '1.1.0')).toEqual({ isUpdateRequired: false, isUpdateRecommended: true });
  expect(await asked('android', '1.2.0')).toEqual({ isUpdateRequired: false, isUpdateRecommended: false });
  expect(await asked('other', '0.1.0')).toEqual({ isUpdateRequired: false, isUpdateRecommended: false });
  expect((await world.onPhone(ana, WORK, { query: { version: '1.0.0' } })).status).toBe(422);
});
