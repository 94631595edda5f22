import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createApiKey } from '../../../../../functions/api/tenancy/create-api-key.ts';
import { tenancyArea } from '../../../../../functions/api/tenancy/index.ts';
import { listApiKeys } from '../../../../../functions/api/tenancy/list-api-keys.ts';
import { revokeApiKey } from '../../../../../functions/api/tenancy/revoke-api-key.ts';
import { rotateApiKey } from '../../../../../functions/api/tenancy/rotate-api-key.ts';
import { tenancyDeps } from '../../../../../functions/compose/tenancy-deps.ts';
import { createOrganization, extendApiKey } from '../../../../../lib/people/tenancy/index.ts';
import { PERMISSIONS } from '../../../../../lib/platform/access/permissions.ts';
import { readAuditLog } from '../../../../../lib/platform/audit/index.ts';
import { inProcessApiOn, serveWith } from '../../../../support/in-process-api.ts';
import { failingLog } from '../../../../support/recording-log.ts';
import { startTestTable, type TestTable } from '../../../../support/test-table.ts';

describe('API keys', () => {
  let db: TestTable;
  beforeAll(async () => {
    db = await startTestTable();
  });
  afterAll(() => db.stop());

  /** A new organization with its first key, and the API as its callers see it. */
  async function start() {
    const deps: ReturnType<typeof tenancyDeps> = {
      ...tenancyDeps(db.deps),
      log: failingLog,
      // `store_1` and similar ids stand for existing stores.
      unknownScopes: async (_, { storeLocationIds, driverGroupIds }) =>
        [...storeLocationIds, ...driverGroupIds].filter((id) => !/^store_\d$/.test(id)),
    };
    const { organization, key } = await createOrganization(deps, { name: 'Shop' });
    const call = inProcessApiOn(deps, [serveWith(deps, tenancyArea)]);
    const as = (secret: string, headers: Record<string, string> = {}) => ({
      create: (body: unknown, more: Record<string, string> = {}) =>
        call(createApiKey.routeKey, { key: secret, body, headers: { ...headers, ...more } }),
      list: () => call(listApiKeys.routeKey, { key: secret, headers }),
      rotate: (id: string, body?: unknown) =>
        call(rotateApiKey.routeKey, { key: secret, params: { id }, body, headers }),
      revoke: (id: string, more: Record<string, string> = {}) =>
        call(revokeApiKey.routeKey, { key: secret, params: { id }, headers: { ...headers, ...more } }),
    });
    return { organization, deps, as, first: as(key), firstKey: key, clock: db.deps.clock };
  }

  /**
   * Leaves the organization's idempotency record in the state in which an attempt that died before its reply would
   * leave it.
   */
  async function forgetReply(organizationId: string) {
    const items = await db.items();
    const record = items.find(
      ({ type, pk }) => type === 'idempotencyRecord' && pk.startsWith(organizationId),
    );
    if (!record) throw new Error('There is no kept reply.');
    const { reply: _, ...data } = record.data;
    const Item = { ...record, data: { ...data, leaseEndsAtMs: 0 } };
    await db.client.send(new PutCommand({ TableName: db.tableName, Item }));
  }

  it('of a new organization may do everything in it', async () => {
    const { first, organization } = await start();
    const { json } = await first.list();
    expect(json.apiKeys).toHaveLength(1);
    expect(json.apiKeys[0]).toMatchObject({
      permissions: [...PERMISSIONS],
      organizationIds: [organization.id],
      storeLocationIds: null,
      expiresAt: null,
    });
  });

  it.each(['storeLocationIds', 'driverGroupIds'])(
    'B39 are not created without a limit by an empty list of %s',
    async (field) => {
      const { first } = await start();
      const { status, json } = await first.create({ name: 'Stores of a query', [field]: [] });
      expect([status, json.error.code]).toEqual([422, 'VALIDATION_ERRORS']);
      expect(json.error.details.fields[field]).toMatch(
        /0 items would not limit the key: .*leave the field out/,
      );
      expect((await first.list()).json.apiKeys).toHaveLength(1);
      expect((await first.create({ name: 'Everything', [field]: null })).json[field]).toBe(null);
    },
  );

  it('are shown with their secret once, and work', async () => {
    const { first, as } = await start();
    const made = await first.create({ name: ' Web shop ', permissions: ['READ_API_KEY'] });
    expect(made.status).toBe(200);
    expect(made.json).toMatchObject({ name: 'Web shop', permissions: ['READ_API_KEY'] });
    expect(made.json.key).toMatch(/^dos_[A-Za-z0-9_-]{43}$/);
    const listed = await as(made.json.key).list();
    expect(listed.status).toBe(200);
    expect(listed.json.apiKeys.map(({ id }: { id: string }) => id)).toContain(made.json.id);
    // How a secret begins is shown, and no more of it.
    expect(listed.json.apiKeys.at(-1).prefix).toBe(made.json.key.slice(0, 9));
    expect(JSON.stringify(listed.json)).not.toMatch(/dos_[\w-]{6}/);
  });

  it('are nowhere in the table in the clear, not even in a kept reply', async () => {
    const { first, firstKey } = await start();
    const made = await first.create({ name: 'Kept' }, { 'idempotency-key': 'k' });
    const all = JSON.stringify(await db.items());
    expect(all).not.toContain(made.json.key);
    expect(all).not.toContain(firstKey);
    expect(all).not.toMatch(/dos_[\w-]{6}/);
  });

  it('are made once per idempotency key, and shown again to the same key only', async () => {
    const { first, as } = await start();
    const other = await first.create({ name: 'Other' });
    const made = await first.create({ name: 'Once' }, { 'idempotency-key': 'once' });
    const again = await first.create({ name: 'Once' }, { 'idempotency-key': 'once' });
    expect(again.json).toEqual(made.json);
    const foreign = await as(other.json.key).create({ name: 'Once' }, { 'idempotency-key': 'once' });
    expect(foreign.json.error.code).toBe('IDEMPOTENCY_KEY_REUSED');
  });

  it('take null and empty lists as not given', async () => {
    const { first } = await start();
    const made = await first.create({
      name: 'All',
      permissions: [],
      storeLocationIds: null,
      expiresAt: null,
    });
    expect(made.json).toMatchObject({
      permissions: [...PERMISSIONS],
      storeLocationIds: null,
      expiresAt: null,
    });
  });

  it.each([
    [{}, 'name'],
    [{ name: ' ' }, 'name'],
    [{ name: 'x', permissions: ['FLY'] }, 'permissions[0]'],
    [{ name: 'x', expiresAt: 'tomorrow' }, 'expiresAt'],
    [{ name: 'x', expiresAt: '2020-01-01T00:00:00Z' }, 'expiresAt'],
    [{ name: 'x', storeLocationIds: 'store_1' }, 'storeLocationIds'],
  ])('cannot be made from %j', async (body, field) => {
    const { first } = await start();
    const reply = await first.create(body);
    expect(reply.status).toBe(422);
    expect(Object.keys(reply.json.error.details.fields)).toEqual([field]);
  });

  it('never grant more permissions than their creator has', async () => {
    const { first, as } = await start();
    const narrow = await first.create({ name: 'Narrow', permissions: ['WRITE_API_KEY', 'READ_ORDER'] });
    const creator = as(narrow.json.key);
    const refused = await creator.create({ name: 'Wide', permissions: ['READ_ORDER', 'WRITE_ORDER'] });
    expect(refused.status).toBe(403);
    expect(refused.json.error.details.permissions).toEqual(['WRITE_ORDER']);
    const inherited = await creator.create({ name: 'Same' });
    expect(inherited.json.permissions).toEqual(['READ_ORDER', 'WRITE_API_KEY']);
  });

  it('never reach further than their creator', async () => {
    const { first, as } = await start();
    const limited = await first.create({ name: 'Store 1', storeLocationIds: ['store_1', 'store_2'] });
    const creator = as(limited.json.key);
    expect((await creator.create({ name: 'x', storeLocationIds: ['store_1', 'store_3'] })).status).toBe(403);
    expect((await creator.create({ name: 'x' })).json.storeLocationIds).toEqual(['store_1', 'store_2']);
    expect(
      (await creator.create({ name: 'x', storeLocationIds: ['store_2'] })).json.storeLocationIds,
    ).toEqual(['store_2']);
    const foreign = await start();
    expect((await first.create({ name: 'x', organizationIds: [foreign.organization.id] })).status).toBe(403);
  });

  it('C68 are not limited to what there is not: each unknown id is named', async () => {
    const { first } = await start();
    const scope = { storeLocationIds: ['store_1', 'store_none'], driverGroupIds: ['cntr_none'] };
    const refused = await first.create({ name: 'x', ...scope });
    expect(refused.status).toBe(422);
    expect(refused.json.error.details).toEqual({ unknownIds: ['store_none', 'cntr_none'] });
    expect((await first.list()).json.apiKeys).toHaveLength(1);
  });

  it('never outlive their creator', async () => {
    const { first, as, clock } = await start();
    const end = new Date(clock.now() + 60_000).toISOString();
    const brief = await first.create({ name: 'Brief', expiresAt: end });
    const creator = as(brief.json.key);
    expect((await creator.create({ name: 'x' })).json.expiresAt).toBe(end);
    const later = new Date(clock.now() + 61_000).toISOString();
    expect((await creator.create({ name: 'x', expiresAt: later })).status).toBe(403);
  });

  it('that are limited see and change only keys within their limits', async () => {
    const { first, as } = await start();
    const one = await first.create({ name: 'One', storeLocationIds: ['store_1'] });
    const two = await first.create({ name: 'Two', storeLocationIds: ['store_2'] });
    const seen = await as(one.json.key).list();
    expect(seen.json.apiKeys.map(({ id }: { id: string }) => id)).toEqual([one.json.id]);
    expect((await as(one.json.key).rotate(two.json.id)).status).toBe(404);
    expect((await as(one.json.key).revoke(two.json.id)).status).toBe(404);
  });

  it('stop working at their expiry', async () => {
    const { first, as, clock } = await start();
    const brief = await first.create({ name: 'x', expiresAt: new Date(clock.now() + 1_000).toISOString() });
    expect((await as(brief.json.key).list()).status).toBe(200);
    clock.advance(1_000);
    expect((await as(brief.json.key).list()).status).toBe(401);
  });

  it('keep the earlier secret valid until the overlap ends', async () => {
    const { first, as, clock } = await start();
    const made = await first.create({ name: 'x' });
    const rotated = await first.rotate(made.json.id, { overlapSeconds: 60 });
    expect(rotated.status).toBe(200);
    expect(rotated.json.previousKeyExpiresAt).toBe(new Date(clock.now() + 60_000).toISOString());
    expect((await as(made.json.key).list()).status).toBe(200);
    clock.advance(60_000);
    expect((await as(made.json.key).list()).status).toBe(401);
    expect((await as(rotated.json.key).list()).status).toBe(200);
  });

  it('keep it for an hour when no overlap is given, and not at all with 0', async () => {
    const { first, as, clock } = await start();
    const made = await first.create({ name: 'x' });
    const rotated = await first.rotate(made.json.id);
    clock.advance(3_599_000);
    expect((await as(made.json.key).list()).status).toBe(200);
    await first.rotate(made.json.id, { overlapSeconds: 0 });
    expect((await as(made.json.key).list()).status).toBe(401);
    expect((await as(rotated.json.key).list()).status).toBe(401);
  });

  it('have at most ten valid secrets, and 0 seconds of overlap is the way out', async () => {
    const { first } = await start();
    const made = await first.create({ name: 'x' });
    for (let round = 1; round < 10; round++) expect((await first.rotate(made.json.id)).status).toBe(200);
    expect((await first.rotate(made.json.id)).status).toBe(409);
    expect((await first.rotate(made.json.id, { overlapSeconds: 0 })).status).toBe(200);
  });

  it('cannot be rotated by a key that may do less', async () => {
    const { first, as } = await start();
    const strong = await first.create({ name: 'Strong' });
    const weak = await first.create({ name: 'Weak', permissions: ['WRITE_API_KEY'] });
    expect((await as(weak.json.key).rotate(strong.json.id)).status).toBe(403);
    expect((await as(weak.json.key).rotate(weak.json.id)).status).toBe(200);
  });

  it('cannot be rotated by a key that ends earlier: one that never expires, or later, would outlive it', async () => {
    const { first, as, clock } = await start();
    const inHours = (hours: number) => new Date(clock.now() + hours * 3_600_000).toISOString();
    const short = await first.create({ name: 'Short', expiresAt: inHours(1) });
    const earlier = await first.create({ name: 'Earlier', expiresAt: inHours(1) });
    const later = await first.create({ name: 'Later', expiresAt: inHours(2) });
    const endless = await first.create({ name: 'Endless' });
    const rotate = async (id: string) => (await as(short.json.key).rotate(id)).status;
    expect(await rotate(endless.json.id)).toBe(403);
    expect(await rotate(later.json.id)).toBe(403);
    expect(await rotate(earlier.json.id)).toBe(200);
    expect((await as(endless.json.key).rotate(short.json.id)).status).toBe(200);
  });

  it('end at once with all their secrets when they are revoked', async () => {
    const { first, as } = await start();
    const made = await first.create({ name: 'x' });
    const rotated = await first.rotate(made.json.id);
    const revoked = await first.revoke(made.json.id);
    expect(revoked.json).toEqual({ id: made.json.id, revokedAt: expect.any(String) });
    expect((await as(made.json.key).list()).status).toBe(401);
    expect((await as(rotated.json.key).list()).status).toBe(401);
    expect((await first.revoke(made.json.id)).status).toBe(404);
    expect((await first.rotate(made.json.id)).status).toBe(404);
  });

  it('of another organization read as unknown', async () => {
    const mine = await start();
    const theirs = await start();
    const made = await theirs.first.create({ name: 'x' });
    const foreign = await mine.first.revoke(made.json.id);
    const unknown = await mine.first.revoke('key_unknown');
    expect(foreign.status).toBe(404);
    expect(foreign.json.error.message.replace(made.json.id, 'ID')).toBe(
      unknown.json.error.message.replace('key_unknown', 'ID'),
    );
    expect((await theirs.as(made.json.key).list()).status).toBe(200);
  });

  it('over several organizations need to be told which one is meant', async () => {
    const { deps, organization, first, firstKey, as } = await start();
    const other = await createOrganization(deps, { name: 'Branch' });
    const [own] = (await first.list()).json.apiKeys;
    const request = {
      organizationId: organization.id,
      keyId: own.id,
      toOrganizationId: other.organization.id,
    };
    await extendApiKey(deps, request);

    expect((await first.list()).status).toBe(403);
    const listed = await as(firstKey, { 'x-org-id': other.organization.id }).list();
    expect(listed.json.apiKeys.map(({ id }: { id: string }) => id)).toEqual([other.apiKey.id]);
    const here = as(firstKey, { 'nash-org-id': organization.id });
    const both = [organization.id, other.organization.id];
    const narrow = await here.create({ name: 'x' });
    expect(narrow.json.organizationIds).toEqual([organization.id]);
    const wide = await here.create({ name: 'x', organizationIds: both });
    expect(wide.json.organizationIds).toEqual(both);
    expect((await as(narrow.json.key).rotate(wide.json.id)).status).toBe(403);
  });

  it('get another secret when the request that made them died before its reply', async () => {
    const { organization, as, first } = await start();
    const made = await first.create({ name: 'Lost' }, { 'idempotency-key': 'lost' });
    await forgetReply(organization.id);
    const again = await first.create({ name: 'Lost' }, { 'idempotency-key': 'lost' });
    expect(again.json.id).toBe(made.json.id);
    expect((await first.list()).json.apiKeys).toHaveLength(2);
    expect((await as(made.json.key).list()).status).toBe(401);
    expect((await as(again.json.key).list()).status).toBe(200);
  });

  it('tell the audit log when they are made, rotated and revoked, without their secrets', async () => {
    const { first, deps, organization } = await start();
    const made = await first.create({ name: 'Told' });
    await first.rotate(made.json.id);
    await first.revoke(made.json.id);
    const log = await readAuditLog(deps, organization.id, { entityId: made.json.id, limit: 10 });
    expect(log.results.map(({ action }) => action)).toEqual(['revoked', 'rotated', 'created']);
    expect(JSON.stringify(log.results)).not.toMatch(/[0-9a-f]{64}/);
  });

  it('C49 tell their version, and are not revoked by who knows an earlier one', async () => {
    const { first } = await start();
    const { json: made } = await first.create({ name: 'Kiosk' });
    expect(made.version).toBe(1);
    expect((await first.rotate(made.id, {})).json.version).toBe(2);
    expect(await first.revoke(made.id, { 'if-match': '1' })).toMatchObject({
      status: 409,
      json: { error: { code: 'CONFLICT', details: { version: 2 } } },
    });
    expect((await first.revoke(made.id, { 'if-match': '2' })).status).toBe(200);
  });
});
