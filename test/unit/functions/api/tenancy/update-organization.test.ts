import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createOrganization } from '../../../../../lib/people/tenancy/index.ts';
import { preferencesOf } from '../../../../../lib/platform/organization/index.ts';
import { startTenancyApi, type TenancyApi } from '../../../../support/tenancy-api.ts';

const GET = 'GET /v1/organization';
const PATCH = 'PATCH /v1/organization';

describe('the organization and its preferences', () => {
  let api: TenancyApi;
  beforeAll(async () => {
    api = await startTenancyApi();
  });
  afterAll(() => api.stop());

  it('4.8.5: begins with Cards and with Today, Yesterday, Tomorrow and This week as ranges of dates, all enabled', async () => {
    const { status, json } = await api.call(GET);
    expect(status).toBe(200);
    expect(json).toMatchObject({
      id: api.organizationId,
      name: 'Shop',
      timeZone: 'UTC',
      currency: 'USD',
      version: 1,
      preferences: {
        routesEnabled: true,
        executeEnabled: true,
        executeViews: { map: true, timeline: true, kpiCards: true },
        maxDistanceMiles: null,
        defaultDispatchStrategyId: null,
        routingLayout: 'cards',
        dateRangePresets: ['today', 'yesterday', 'tomorrow', 'this_week'],
        archiveReasonRequired: false,
      },
    });
  });

  it('changes what is sent and keeps the rest, down to single views of Execute (4.8.4)', async () => {
    const preferences = { executeViews: { map: false }, routingLayout: 'Grid', maxDistanceMiles: 12.5 };
    const { status, json } = await api.call(PATCH, {
      body: { timeZone: 'Europe/Berlin', currency: 'eur', preferences },
    });
    expect(status).toBe(200);
    expect(json).toMatchObject({ timeZone: 'Europe/Berlin', currency: 'EUR', version: 2 });
    expect(json.preferences).toMatchObject({
      executeViews: { map: false, timeline: true, kpiCards: true },
      routingLayout: 'grid',
      maxDistanceMiles: 12.5,
    });
    const uncapped = await api.call(PATCH, { body: { preferences: { maxDistanceMiles: null } } });
    expect(uncapped.json.preferences).toMatchObject({ maxDistanceMiles: null, routingLayout: 'grid' });
    expect((await api.call(GET)).json).toEqual(uncapped.json);
  });

  it.each([
    [{ dateRangePresets: ['Last week', 'next-7-days'] }, 200],
    [{ dateRangePresets: ['next_week', 'last_7_days', 'this_month', 'last_month', 'next_month'] }, 200],
    [{ dateRangePresets: ['custom'] }, 422],
    [{ routingLayout: 'table' }, 422],
    [{ maxDistanceMiles: 0 }, 422],
    [{ defaultDispatchStrategyId: 'opn_nobody' }, 422],
    [{ executeEnabled: 'yes' }, 422],
  ])('4.8.5 answers preferences %j with %i', async (preferences, status) => {
    expect((await api.call(PATCH, { body: { preferences } })).status).toBe(status);
  });

  it.each([[{ timeZone: 'Mars/Olympus' }], [{ timeZone: '+01:00' }], [{ currency: 'ABC' }], [{ name: ' ' }]])(
    'refuses %j and names the field',
    async (body) => {
      const { status, json } = await api.call(PATCH, { body });
      expect(status).toBe(422);
      expect(Object.keys(json.error.details.fields)).toEqual(Object.keys(body));
    },
  );

  it('refuses a change of another version than If-Match names, with the present one (C49)', async () => {
    const { version } = (await api.call(GET)).json;
    const change = (ifMatch: string) =>
      api.call(PATCH, { body: { name: `After ${ifMatch}` }, headers: { 'if-match': ifMatch } });
    expect((await change(`"${version}"`)).json).toMatchObject({ version: version + 1 });
    const stale = await change(String(version));
    expect(stale.status).toBe(409);
    expect(stale.json.error).toMatchObject({ code: 'CONFLICT', details: { version: version + 1 } });
    expect((await change('*')).status).toBe(200);
    const unreadable = await change('latest');
    expect(unreadable.status).toBe(422);
    expect(unreadable.json.error.details.fields).toHaveProperty('If-Match');
  });

  it('hands its preferences to every request without a further read', async () => {
    await api.call(PATCH, { body: { preferences: { archiveReasonRequired: true } } });
    const { table } = api.deps;
    const worker = await preferencesOf({ table, organizationId: api.organizationId });
    expect(worker.archiveReasonRequired).toBe(true);
    const carried = { table, organizationId: 'org_unread', caller: { preferences: worker } };
    expect(await preferencesOf(carried)).toBe(worker);
  });

  it('lists the organizations that were made under it', async () => {
    const { deps, organizationId } = api;
    expect((await api.call('GET /v1/organizations/children')).json).toEqual({ children: [] });
    const child = await createOrganization(deps, { name: 'Branch', parentId: organizationId });
    expect((await api.call('GET /v1/organizations/children')).json).toEqual({
      children: [{ id: child.organization.id, name: 'Branch' }],
    });
    await expect(createOrganization(deps, { name: 'Orphan', parentId: 'org_nobody' })).rejects.toThrow();
  });

  it('tells the audit log who changed what, when and why (C50)', async () => {
    const changed = await api.call(PATCH, { body: { preferences: { displayFields: ['externalId'] } } });
    const { json } = await api.call('GET /v1/audit-log', { query: { limit: '1' } });
    expect(json.results[0]).toMatchObject({
      at: changed.json.updatedAt,
      actor: { type: 'key', id: expect.stringMatching(/^key_/), name: 'First key' },
      entityType: 'organization',
      entityId: api.organizationId,
      action: 'updated',
      cause: 'request:req-1',
    });
  });

  it('has no log of a time that ends before it begins', async () => {
    const query = { from: '2026-03-02T00:00:00Z', to: '2026-03-01T00:00:00Z' };
    const refused = await api.call('GET /v1/audit-log', { query });
    expect([refused.status, Object.keys(refused.json.error.details.fields)]).toEqual([422, ['to']]);
  });

  it('is not changed by a key with a limit, which the change would reach beyond', async () => {
    const { json } = await api.call('POST /v1/organization-management/api-keys', {
      body: { name: 'One store', storeLocationIds: ['store_1'] },
    });
    const limited = await api.callAs(PATCH, { key: json.key, body: { name: 'Mine' } });
    expect(limited.status).toBe(403);
    expect((await api.callAs(GET, { key: json.key })).status).toBe(200);
  });
});
