import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { providerAccountsArea } from '../../../../../functions/api/provider-accounts/index.ts';
import { providerUpdatesArea } from '../../../../../functions/api/provider-updates/index.ts';
import { ownFleet } from '../../../../../lib/fleet/own-fleet/provider/index.ts';
import { readJob } from '../../../../../lib/fulfilment/jobs/index.ts';
import {
  organizationProviders,
  providerAccounts,
} from '../../../../../lib/fulfilment/providers/accounts/index.ts';
import { jsonOverHttp } from '../../../../../lib/fulfilment/providers/adapter/index.ts';
import { httpFleet } from '../../../../../lib/fulfilment/providers/http-fleet/index.ts';
import { defineProvider, providerRegistry, refused } from '../../../../../lib/fulfilment/providers/index.ts';
import { serveArea } from '../../../../../lib/platform/http/index.ts';
import { readJson } from '../../../../support/api-call.ts';
import { anyJob } from '../../../../support/builders/any-job.ts';
import { signedBy } from '../../../../support/example-partner.ts';
import type { HttpRequestOptions } from '../../../../support/http-event.ts';
import { httpEvent } from '../../../../support/http-event.ts';
import { memoryCredentials } from '../../../../support/memory-credentials.ts';
import { startTestTable, type TestTable } from '../../../../support/test-table.ts';

const FLEETS = '/v1/http-fleets';
const CREDENTIALS = '/v1/providers/{providerId}/credentials';
const UPDATES = 'POST /v1/providers/{providerId}/updates';

let db: TestTable;
let store: ReturnType<typeof memoryCredentials>;
let call: (
  route: string,
  request?: HttpRequestOptions,
) => Promise<{ status: number; json: ReturnType<typeof JSON.parse> }>;
beforeEach(async () => {
  db = await startTestTable();
  store = memoryCredentials();
  const destinations = { allowLoopback: true };
  const book = providerAccounts({ ...db.deps, store });
  const ports = { ...db.deps, book, call: jsonOverHttp(destinations) };
  const never = async () => refused('Not today.');
  const carrier = defineProvider({
    id: 'prv_carrier',
    name: 'Carrier',
    needsAccount: true,
    credentialFields: [
      { field: 'keyId', summary: 'Id of the key' },
      { field: 'note', summary: 'A note', isOptional: true },
    ],
    quote: never,
    create: never,
    update: never,
    cancel: never,
    refresh: async () => ({ outcome: 'unknown' }),
    normalize: () => [],
  });
  const providers = providerRegistry(
    [carrier],
    organizationProviders(book, (fleet) => httpFleet(ports, fleet), ownFleet({ ...db.deps, book })),
  );
  const deps = { ...db.deps, store, destinations, providers };
  const accounts = serveArea(providerAccountsArea, () => deps);
  const updates = serveArea(providerUpdatesArea, () => deps);
  call = async (route, request) => {
    const reply = await (route === UPDATES ? updates : accounts)(httpEvent(route, request));
    return { status: reply.statusCode, json: readJson(reply.body, reply.headers['content-type']) };
  };
});
afterEach(() => db.stop());

const fleet = { name: 'Quick Riders!', baseUrl: 'https://riders.example/api', token: 'secret-token' };
const register = (more: object = {}) => call(`POST ${FLEETS}`, { body: { ...fleet, ...more } });

describe('3 partners over HTTP', () => {
  it('are registered, listed, changed and deleted, and their token is never shown', async () => {
    const made = await register();
    expect(made.json).toMatchObject({
      id: 'prv_http_quick_riders',
      name: 'Quick Riders!',
      isEnabled: true,
      version: 1,
      signingSecret: expect.stringMatching(/^whsec_/),
      updatesUrl: expect.stringContaining(
        '/v1/providers/prv_http_quick_riders/updates?organizationId=org_test',
      ),
    });
    const params = { id: made.json.id };
    const changed = await call(`PATCH ${FLEETS}/{id}`, {
      params,
      body: { token: 'other', isEnabled: false },
    });
    expect(changed.json).toMatchObject({ isEnabled: false, version: 2, signingSecret: null });
    const rotated = await call(`PATCH ${FLEETS}/{id}`, { params, body: { rotateSigningSecret: true } });
    expect(rotated.json.signingSecret).not.toBe(made.json.signingSecret);
    expect(store.values.get('org_test/prv_http_quick_riders')).toEqual({
      token: 'other',
      signingSecret: rotated.json.signingSecret,
    });
    const list = await call(`GET ${FLEETS}`);
    const one = await call(`GET ${FLEETS}/{id}`, { params });
    expect(list.json.httpFleets).toEqual([one.json]);
    expect(JSON.stringify([list, one, changed])).not.toMatch(/secret-token|"other"|whsec_/);
    expect((await call(`DELETE ${FLEETS}/{id}`, { params })).status).toBe(200);
    expect(store.values.size).toBe(0);
    expect((await call(`GET ${FLEETS}/{id}`, { params })).status).toBe(404);
  });

  it('have names of their own, also when two are registered at once', async () => {
    const replies = await Promise.all([register(), register({ token: 'second' })]);
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409]);
    const won = replies.find(({ status }) => status === 200);
    expect(store.values.get('org_test/prv_http_quick_riders')?.signingSecret).toBe(won?.json.signingSecret);
    expect((await register({ name: 'quick  riders' })).json.error.code).toBe('ALREADY_EXISTS');
    expect((await register({ name: 'Carrier' })).json.error.code).toBe('ALREADY_EXISTS');
  });

  it.each([
    [{ baseUrl: 'http://riders.example' }, 400, 'INVALID_VALUE'],
    [{ baseUrl: 'https://10.0.0.1/x' }, 400, 'INVALID_VALUE'],
    [{ baseUrl: 'https://user:pw@riders.example' }, 400, 'INVALID_VALUE'],
    [{ baseUrl: 'riders' }, 400, 'INVALID_VALUE'],
    [{ chatChannel: 'riders' }, 422, 'VALIDATION_ERRORS'],
    [{ name: '中文' }, 400, 'INVALID_VALUE'],
    [{ token: 'two words' }, 422, 'VALIDATION_ERRORS'],
  ])('refuse %j', async (more, status, code) => {
    const reply = await register(more);
    expect([reply.status, reply.json.error.code]).toEqual([status, code]);
    expect(store.values.size).toBe(0);
  });

  it('41 3.4 have a chat channel, which is kept until another or none is sent', async () => {
    const { json } = await register({ chatChannel: '#riders' });
    const params = { id: json.id };
    const change = async (body: object) =>
      (await call(`PATCH ${FLEETS}/{id}`, { params, body })).json.chatChannel;
    expect(json.chatChannel).toBe('#riders');
    expect(await change({ isEnabled: false })).toBe('#riders');
    expect(await change({ chatChannel: 'C024BE91L' })).toBe('C024BE91L');
    expect(await change({ chatChannel: null })).toBe(null);
  });

  it('are at most twenty, and a stale If-Match changes nothing', async () => {
    for (let count = 0; count < 20; count += 1) await register({ name: `Fleet ${count}` });
    expect((await register()).json.error.code).toBe('CONFLICT');
    const params = { id: 'prv_http_fleet_0' };
    const stale = await call(`PATCH ${FLEETS}/{id}`, {
      params,
      body: { isEnabled: false },
      headers: { 'if-match': '7' },
    });
    expect([stale.status, stale.json.error.details.version]).toEqual([409, 1]);
    const deletion = await call(`DELETE ${FLEETS}/{id}`, { params, headers: { 'if-match': '7' } });
    expect([deletion.status, (await call(`GET ${FLEETS}/{id}`, { params })).status]).toEqual([409, 200]);
  });
});

describe('3 credentials for a carrier', () => {
  const params = { providerId: 'prv_carrier' };
  const put = (credentials: object) => call(`PUT ${CREDENTIALS}`, { params, body: { credentials } });

  it('41 3.4 keep the chat channel of the carrier', async () => {
    const credentials = { keyId: 'k-1' };
    const sent = await call(`PUT ${CREDENTIALS}`, { params, body: { credentials, chatChannel: '#carrier' } });
    expect([sent.json.chatChannel, (await put(credentials)).json.chatChannel]).toEqual([
      '#carrier',
      '#carrier',
    ]);
  });

  it('switch it on, are replaced and deleted, and are never shown', async () => {
    const made = await put({ keyId: 'k-1', note: 'n' });
    expect(made.json).toMatchObject({ id: 'prv_carrier', isEnabled: true, version: 1 });
    await put({ keyId: 'k-2' });
    expect(store.values.get('org_test/prv_carrier')).toEqual({ keyId: 'k-2' });
    const read = await call(`GET ${CREDENTIALS}`, { params });
    expect(JSON.stringify([made, read])).not.toMatch(/k-1|k-2/);
    expect(read.json.version).toBe(2);
    expect((await call(`DELETE ${CREDENTIALS}`, { params, headers: { 'if-match': '1' } })).status).toBe(409);
    await call(`DELETE ${CREDENTIALS}`, { params });
    expect(store.values.size).toBe(0);
    expect((await call(`GET ${CREDENTIALS}`, { params })).status).toBe(404);
  });

  it.each([
    [{}, 'credentials.keyId'],
    [{ keyId: '' }, 'credentials.keyId'],
    [{ keyId: 'k', password: 'p' }, 'credentials.password'],
  ])('refuse %j by field', async (credentials, field) => {
    const { status, json } = await put(credentials);
    expect([status, json.error.details.field]).toEqual([400, field]);
  });

  it('are refused for a provider that takes none', async () => {
    const body = { credentials: { keyId: 'k' } };
    const reply = await call(`PUT ${CREDENTIALS}`, { params: { providerId: 'prv_none' }, body });
    expect([reply.status, reply.json.error.details.field]).toEqual([400, 'providerId']);
  });
});

describe("3 a carrier's own messages", () => {
  const id = 'prv_http_quick_riders';
  const send = (body: object, headers: Record<string, string>, organizationId = 'org_test') =>
    call(UPDATES, { params: { providerId: id }, query: { organizationId }, body, headers, verdict: null });

  it('are taken in when they are signed, again and late without harm, and only about its own deliveries', async () => {
    const { signingSecret } = (await register()).json;
    const made = anyJob({
      organizationId: 'org_test',
      delivery: { providerId: id },
      task: { providerId: id },
    });
    const foreign = anyJob({ organizationId: 'org_test', id: 'job_01KBBBBBBBBBBBBBBBBBBBBBBB' });
    await db.deps.table.write([...made.operations, ...foreign.operations]);
    const [deliveryId, other] = [made, foreign].map(({ next }) => next.deliveries[0]?.value.id);
    const sign = (body: object) => signedBy(signingSecret, JSON.stringify(body), db.deps.clock.now());

    const body = {
      updates: [
        { deliveryId, status: 'pickup_enroute' },
        { deliveryId: other, status: 'failed' },
      ],
    };
    expect((await send(body, sign(body))).json).toEqual({ taken: 1, ignored: 1 });
    expect((await send(body, sign(body))).json).toEqual({ taken: 1, ignored: 1 });
    const job = await readJob(db.deps.table, 'org_test', made.next.job.value.id);
    expect(job?.deliveries[0]?.value.status).toBe('pickup_enroute');

    const forged = [
      send(body, {}),
      send({ ...body, more: 1 }, sign(body)),
      send(body, sign(body), 'org_other'),
      send(body, signedBy('whsec_AAAA', JSON.stringify(body), db.deps.clock.now())),
      call(UPDATES, {
        params: { providerId: 'prv_none' },
        query: { organizationId: 'org_test' },
        body,
        verdict: null,
      }),
      call(UPDATES, {
        params: { providerId: 'prv_carrier' },
        query: { organizationId: 'org_test' },
        body,
        verdict: null,
      }),
    ];
    for (const { status, json } of await Promise.all(forged)) {
      expect([status, json.error.code]).toEqual([401, 'UNAUTHORIZED']);
    }
  });

  it('11.1 keep a status beside null and unreadable fields, with the notes and fees, and count what names no delivery', async () => {
    const { signingSecret } = (await register()).json;
    const made = anyJob({
      organizationId: 'org_test',
      delivery: { providerId: id },
      task: { providerId: id },
    });
    await db.deps.table.write([...made.operations]);
    const deliveryId = made.next.deliveries[0]?.value.id;
    const update = {
      deliveryId,
      status: 'pickup_complete',
      coordinates: null,
      failure: null,
      pickupEta: 7,
      pickupNote: 'Third shelf',
      waitFeeCents: 120,
    };
    const body = { updates: [update, { status: 'pickup_complete' }, null] };
    const sign = (sent: object) => signedBy(signingSecret, JSON.stringify(sent), db.deps.clock.now());
    expect((await send(body, sign(body))).json).toEqual({ taken: 1, ignored: 2 });
    const job = await readJob(db.deps.table, 'org_test', made.next.job.value.id);
    expect(job?.deliveries[0]?.value).toMatchObject({
      status: 'pickup_complete',
      pickupNote: 'Third shelf',
      waitFeeCents: 120,
    });
    const many = { updates: Array.from({ length: 101 }, () => update) };
    const refused = await send(many, sign(many));
    expect([refused.status, refused.json.error.code]).toEqual([422, 'VALIDATION_ERRORS']);
    expect(refused.json.error.message).toContain('101 updates; at most 100');
  });
});
