import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTenancyApi, type TenancyApi } from '../../../../support/tenancy-api.ts';

const PATH = 'GET /v1/organization-management/changes';

const EVERY_KIND = ['order', 'job', 'route', 'position', 'activity', 'notification', 'webhook_message'];

describe('44 6 GET /v1/organization-management/changes', () => {
  let api: TenancyApi;
  beforeAll(async () => {
    api = await startTenancyApi();
  });
  afterAll(() => api.stop());

  /** A user with this role, by the address, and the limits if any. */
  async function user(name: string, body: object) {
    const email = `${name}@example.com`;
    await api.call('POST /v1/organization-management/users', { body: { email, ...body } });
    return api.signIn(email);
  }

  it('begins with every kind, and has none while nothing changes', async () => {
    const key = await user('planner', { roleIds: ['role_planner'] });
    const first = await api.callAs(PATH, { key });
    expect(first.json.kinds).toEqual(EVERY_KIND);
    api.db.deps.clock.advance(1_500);
    const { cursor } = first.json;
    expect((await api.callAs(PATH, { key, query: { cursor } })).json.kinds).toEqual([]);
  });

  it('is refused to callers who see a part of the organization only', async () => {
    const key = await user('store', { roleIds: ['role_store_operator'], storeLocationIds: ['store_1'] });
    expect((await api.callAs(PATH, { key })).status).toBe(403);
  });

  it('takes any text as a cursor, and reads everything again for one that is not its own', async () => {
    for (const cursor of ['..', 'AAAA', 'fHw', "' OR 1=1", 'MjAyNi0xMy0wMXwyMDI2LTEzLTAx']) {
      const { status, json } = await api.call(PATH, { query: { cursor } });
      expect([status, json.kinds]).toEqual([200, EVERY_KIND]);
    }
    expect((await api.call(PATH, { query: { cursor: 'x'.repeat(201) } })).status).toBe(422);
  });
});
