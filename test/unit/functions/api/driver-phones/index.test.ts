import { afterEach, beforeEach, expect, test } from 'vitest';
import type { PhoneApiDeps } from '../../../../../functions/api/driver-phones/deps.ts';
import { driverFormExample } from '../../../../../functions/api/driver-phones/form-schemas.ts';
import { driverPhonesArea } from '../../../../../functions/api/driver-phones/index.ts';
import { setPhonePush } from '../../../../../functions/api/driver-phones/push.ts';
import { tenancyDeps } from '../../../../../functions/compose/tenancy-deps.ts';
import { pushKeysOf } from '../../../../../lib/fleet/driver-app/index.ts';
import { driverEntity } from '../../../../../lib/fleet/fleet/driver.ts';
import { reportShift } from '../../../../../lib/fleet/fleet/index.ts';
import { createOrganization } from '../../../../../lib/people/tenancy/index.ts';
import { emptyMemory, judgeKey } from '../../../../../lib/people/tenancy/judge-key.ts';
import { readAuditLog } from '../../../../../lib/platform/audit/index.ts';
import { toInstant } from '../../../../../lib/platform/core/clock.ts';
import { create, replace } from '../../../../../lib/platform/table/index.ts';
import type { Handover, OutgoingMessage } from '../../../../../lib/reactions/notifications/index.ts';
import { type AreaApi, startAreaApi } from '../../../../support/area-api.ts';

const INVITE = 'POST /v1/driver-phones/invitations';
const SIGN_IN = 'POST /v1/driver-phones/sign-in';
const PHONES = 'GET /v1/driver-phones';
const REVOKE = 'DELETE /v1/driver-phones/{id}';
const RENEW = 'POST /v1/driver-phones/renew';

const ANA = 'cou_01JD8Z6Q4T9V2N5X7C3B1M0K8J';
const HOUR = 3_600_000;

let api: AreaApi<PhoneApiDeps>;
let organizationId: string;
let secrets = 0;
let sent: OutgoingMessage[] = [];
let handover: Handover = { outcome: 'sent', receipt: null };

/** A channel that keeps what it is given. */
const sender = (channel: 'sms' | 'email') => () => ({
  channel,
  send: async (message: OutgoingMessage) => {
    sent.push(message);
    return handover;
  },
});

beforeEach(async () => {
  secrets = 0;
  sent = [];
  handover = { outcome: 'sent', receipt: null };
  api = await startAreaApi(driverPhonesArea, (db) => ({
    ...db.deps,
    senders: { sms: sender('sms'), email: sender('email') },
    destinations: { allowLoopback: false },
    pushKeys: async () => pushKeysOf('a secret'),
    randomSecret: () => {
      secrets += 1;
      return Buffer.alloc(32, secrets);
    },
  }));
  const made = await createOrganization(tenancyDeps(api.deps), { name: 'Corner Bakery' });
  organizationId = made.organization.id;
  await api.deps.table.write([
    create(driverEntity, {
      organizationId,
      id: ANA,
      firstName: 'Ana',
      lastName: 'Ruiz',
      phoneNumber: '+14155550123',
      enabled: true,
      vehicleIds: [],
      createdAt: '2026-03-02T08:00:00.000Z',
      updatedAt: '2026-03-02T08:00:00.000Z',
    }),
  ]);
});
afterEach(() => api.stop());

const call = (routeKey: string, request: object = {}, grant: object = {}) =>
  api.call(routeKey, {
    ...request,
    grant: { organizations: [{ id: organizationId, listShards: 1 }], ...grant },
  });

async function invite(): Promise<string> {
  const { status, json } = await call(INVITE, { body: { courierId: ANA } });
  expect(status).toBe(200);
  return json.code;
}

const device = (key = 'k'.repeat(16)) => ({
  key,
  name: 'Android phone',
  platform: 'android',
  appVersion: '1.0',
});

const signIn = (code: string, key?: string) => call(SIGN_IN, { body: { code, device: device(key) } });

const judge = (token: string) => judgeKey(api.deps, token, undefined, emptyMemory());

test('45 2 an invitation signs a driver in on a phone, whose token opens only the work of that driver', async () => {
  const code = await invite();
  const { status, json } = await signIn(code);
  expect(status).toBe(200);
  expect(json).toMatchObject({
    driver: { id: ANA, firstName: 'Ana' },
    organization: { id: organizationId, name: 'Corner Bakery' },
    phone: { courierId: ANA, name: 'Android phone', platform: 'android', revokedAt: null },
  });
  expect(await judge(json.token)).toMatchObject({
    grant: {
      actor: { type: 'driver', id: json.phone.id, name: 'Ana Ruiz' },
      permissions: ['DRIVE'],
      principal: { type: 'driver', courierId: ANA },
      roleIds: [],
    },
  });
  const listed = await call(PHONES, { query: { courierId: ANA } });
  expect(listed.json.phones).toMatchObject([{ id: json.phone.id }]);
  expect(JSON.stringify(listed.json)).not.toMatch(/hash|dos_/i);
});

test('45 2 an invitation works on one phone; the same phone can use it again when the reply was lost', async () => {
  const code = await invite();
  const first = await signIn(code, 'phone-of-ana-0001');
  const other = await signIn(code, 'phone-of-bob-0001');
  expect(other).toMatchObject({
    status: 404,
    json: { error: { message: /Ask your dispatcher for a new one/ } },
  });
  const again = await signIn(code, 'phone-of-ana-0001');
  expect(again.json.phone.id).toBe(first.json.phone.id);
  expect(again.json.token).not.toBe(first.json.token);
  expect(await judge(first.json.token)).toEqual({ refusal: 'revoked' });
  expect(await judge(again.json.token)).toHaveProperty('grant');
});

test('45 2 of two phones that use an invitation at once, one is signed in', async () => {
  const code = await invite();
  const replies = await Promise.all(
    ['phone-of-ana-0001', 'phone-of-bob-0001'].map((key) => signIn(code, key)),
  );
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 404]);
});

test.each(['nonsense', 'org_1.cou_2', 'org_1.cou_2.dos_x', `org_1.${ANA}.dos_${'0'.repeat(43)}`])(
  '45 2 the code %s signs nobody in',
  async (code) => {
    await invite();
    expect((await signIn(code)).status).toBe(404);
  },
);

test('45 2 an invitation ends after two days', async () => {
  const code = await invite();
  api.db.deps.clock.advance(48 * HOUR);
  expect((await signIn(code)).status).toBe(404);
});

test('45 2 a phone that is signed out is refused at once, and the audit log names who did it', async () => {
  const { json } = await signIn(await invite());
  const phoneId = json.phone.id;
  const revoked = await call(REVOKE, { params: { id: phoneId } });
  expect(revoked.json.revokedAt).toEqual(expect.any(String));
  expect(await judge(json.token)).toEqual({ refusal: 'revoked' });
  expect((await call(REVOKE, { params: { id: phoneId } })).json).toEqual(revoked.json);
  expect((await call(REVOKE, { params: { id: 'phn_none' } })).status).toBe(404);
  const { results } = await readAuditLog(api.deps, organizationId, { entityId: ANA, limit: 10 });
  expect(results).toMatchObject([
    { action: 'signed-out', actor: { type: 'key' } },
    { action: 'signed-in', actor: { type: 'driver', name: 'Ana Ruiz' } },
    { action: 'invited', actor: { type: 'key' } },
  ]);
});

test('45 2 a phone stays signed in for 30 days after its last renewal', async () => {
  const { json } = await signIn(await invite());
  const grant = {
    actor: { type: 'driver', id: json.phone.id, name: 'Ana Ruiz' },
    permissions: ['DRIVE'],
    principal: { type: 'driver', courierId: ANA },
  };
  api.db.deps.clock.advance(29 * 24 * HOUR);
  expect((await call(RENEW, {}, grant)).status).toBe(200);
  api.db.deps.clock.advance(29 * 24 * HOUR);
  expect(await judge(json.token)).toHaveProperty('grant');
  api.db.deps.clock.advance(2 * 24 * HOUR);
  expect(await judge(json.token)).toEqual({ refusal: 'expired' });
  expect((await call(RENEW, {}, grant)).status).toBe(404);
});

test('45 2 a disabled driver gets no invitation and cannot use an earlier one', async () => {
  const code = await invite();
  const stored = await api.deps.table.get(driverEntity, { organizationId, id: ANA });
  await api.deps.table.write([replace(driverEntity, stored!, { ...stored!.value, enabled: false })]);
  expect((await signIn(code)).status).toBe(403);
  expect((await call(INVITE, { body: { courierId: ANA } })).status).toBe(403);
});

test('45 2 a driver has at most five phones', async () => {
  for (let phone = 1; phone <= 5; phone += 1) {
    expect((await signIn(await invite(), `phone-of-ana-000${phone}`)).status).toBe(200);
  }
  const sixth = await signIn(await invite(), 'phone-of-ana-0006');
  expect(sixth).toMatchObject({ status: 400, json: { error: { details: { limit: 5 } } } });
});

test('45 2 API keys cannot have the right of phones, and keys without it are refused', async () => {
  expect((await call(RENEW)).status).toBe(403);
});

test('45 2 the driver of another group is unknown', async () => {
  const { json } = await signIn(await invite());
  const limited = { driverGroupIds: ['cntr_elsewhere'] };
  expect((await call(INVITE, { body: { courierId: ANA } }, limited)).status).toBe(404);
  expect((await call(PHONES, { query: { courierId: ANA } }, limited)).status).toBe(404);
  expect((await call(REVOKE, { params: { id: json.phone.id } }, limited)).status).toBe(404);
});

test('45 2 the link of an invitation reaches the driver by text or e-mail, works once, and is kept nowhere', async () => {
  const byText = await call(INVITE, { body: { courierId: ANA, sendBy: 'sms' } });
  expect(byText.json).toMatchObject({ sentTo: '+14155550123', sendError: null });
  const email = 'ana@example.com';
  const byMail = await call(INVITE, { body: { courierId: ANA, sendBy: 'email', email } });
  expect(byMail.json.sentTo).toBe(email);
  expect(sent.map(({ recipient, subject }) => [recipient, subject])).toEqual([
    ['+14155550123', null],
    [email, "The driver's app of Corner Bakery"],
  ]);
  const code = /\/driver#code=(\S+)$/.exec(sent[0]!.body)?.[1] ?? '';
  expect((await signIn(code)).status).toBe(200);
  expect((await signIn(code, 'o'.repeat(16))).status).toBe(404);
  expect(JSON.stringify(await api.db.items())).not.toContain(code);
});

test('45 2 an invitation that could not be sent says why, and its code works', async () => {
  handover = { outcome: 'refused', error: 'No such number.' };
  const { status, json } = await call(INVITE, { body: { courierId: ANA, sendBy: 'sms' } });
  expect(status).toBe(200);
  expect(json).toMatchObject({ sentTo: null, sendError: 'No such number.' });
  expect((await signIn(json.code)).status).toBe(200);
  expect((await call(INVITE, { body: { courierId: ANA, sendBy: 'email' } })).status).toBe(422);
});

test('45 8 a dispatcher writes to a driver and sees what was written, and who is on shift', async () => {
  const path = 'driver-phones/messages';
  const sentOne = await call(`POST /v1/${path}`, { body: { courierId: ANA, text: ' Take the tunnel. ' } });
  expect(sentOne.json).toMatchObject({ from: 'dispatcher', text: 'Take the tunnel.', deliveryId: null });
  const listed = await call(`GET /v1/${path}`, { query: { courierId: ANA } });
  expect(listed.json).toEqual({ messages: [sentOne.json], readAt: null });
  expect((await call(`GET /v1/${path}`, { query: { courierId: 'cou_none' } })).status).toBe(404);
  expect((await call(PHONES, { query: { courierId: ANA } })).json).toEqual({ phones: [], shift: null });
  await reportShift(
    api.deps,
    {
      origin: {
        organizationId,
        actor: { type: 'driver', id: 'phn_1', name: 'Ana Ruiz' },
        cause: 'request:1',
      },
      mayStart: true,
    },
    { courierId: ANA, shiftId: `shf_${ANA.slice(4)}d1`, step: 'start', at: toInstant(api.deps.clock.now()) },
  );
  expect((await call(PHONES, { query: { courierId: ANA } })).json.shift).toEqual({
    id: `shf_${ANA.slice(4)}d1`,
    startedAt: toInstant(api.deps.clock.now()),
    isOnBreak: false,
  });
});

test('45 5 an organization defines its forms, and lists what a driver filled in', async () => {
  const path = '/v1/driver-phones/forms';
  const put = (forms: readonly object[]) => call(`PUT ${path}`, { body: { forms } });
  expect((await call(`GET ${path}`)).json).toEqual({ forms: [], version: 0 });
  expect((await put([driverFormExample])).json).toEqual({ forms: [driverFormExample], version: 1 });
  expect((await call(`GET ${path}`)).json).toEqual({ forms: [driverFormExample], version: 1 });
  const [field] = driverFormExample.fields;
  for (const wrong of [
    [driverFormExample, driverFormExample],
    [{ ...driverFormExample, fields: [field, field] }],
    [{ ...driverFormExample, fields: [{ ...field, type: 'choice' }] }],
    [{ ...driverFormExample, fields: [{ ...field, choices: ['a'] }] }],
  ]) {
    expect((await put(wrong)).status).toBe(422);
  }
  const submissions = 'GET /v1/driver-phones/form-submissions';
  expect((await call(submissions, { query: { courierId: ANA } })).json).toEqual({ submissions: [] });
  expect((await call(submissions, { query: { courierId: 'cou_none' } })).status).toBe(404);
});

test('45 7 a phone says where it gets push messages, at a public address only, until it is signed out', async () => {
  const { json } = await signIn(await invite());
  const grant = {
    actor: { type: 'driver', id: json.phone.id, name: 'Ana Ruiz' },
    permissions: ['DRIVE'],
    principal: { type: 'driver', courierId: ANA },
  };
  const push = (subscription: object | null) =>
    call('PUT /v1/driver-phones/push', { body: { subscription } }, grant);
  const { subscription } = Object(setPhonePush.bodyExample);
  expect((await call('GET /v1/driver-phones/push', {}, grant)).json.publicKey).toHaveLength(87);
  expect((await push(subscription)).json).toMatchObject({ id: json.phone.id, getsPush: true });
  expect((await push({ ...subscription, endpoint: 'https://169.254.169.254/a' })).json.error).toMatchObject({
    code: 'VALIDATION_ERRORS',
    details: { fields: { endpoint: /not an address on the public internet/ } },
  });
  const { auth } = subscription.keys;
  expect((await push({ ...subscription, keys: { p256dh: 'short', auth } })).status).toBe(422);
  const listed = await call(PHONES, { query: { courierId: ANA } });
  expect(listed.json.phones).toMatchObject([{ getsPush: true }]);
  expect(JSON.stringify(listed.json)).not.toContain(auth);
  expect((await push(null)).json.getsPush).toBe(false);
  await push(subscription);
  expect((await call(REVOKE, { params: { id: json.phone.id } })).json.getsPush).toBe(false);
  expect((await push(subscription)).status).toBe(404);
});

test('45 8 one list over all drivers: who is on shift, version, contact, battery and what is not sent', async () => {
  const list = async (grant: object = {}) =>
    (await call('GET /v1/driver-phones/drivers', {}, grant)).json.drivers;
  expect(await list()).toEqual([]);
  const { json } = await signIn(await invite());
  expect(await list()).toMatchObject([
    {
      courierId: ANA,
      firstName: 'Ana',
      shift: null,
      phones: [{ id: json.phone.id, appVersion: '1.0', batteryLevel: null, getsPush: false }],
    },
  ]);
  const origin = {
    organizationId,
    actor: { type: 'driver' as const, id: json.phone.id, name: 'Ana Ruiz' },
    cause: 'request:1',
  };
  const startedAt = toInstant(api.deps.clock.now());
  await reportShift(
    api.deps,
    { origin, mayStart: true },
    { courierId: ANA, shiftId: `shf_${ANA.slice(4)}d1`, step: 'start', at: startedAt },
  );
  expect(await list()).toMatchObject([{ courierId: ANA, shift: { startedAt, isOnBreak: false } }]);
  expect(await list({ driverGroupIds: ['cntr_elsewhere'] })).toEqual([]);
  await call(REVOKE, { params: { id: json.phone.id } });
  expect(await list()).toMatchObject([{ courierId: ANA, phones: [] }]);
  expect(JSON.stringify(await list())).not.toMatch(/hash|dos_|endpoint/i);
});
