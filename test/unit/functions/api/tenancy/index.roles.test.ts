import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PERMISSIONS } from '../../../../../lib/platform/access/permissions.ts';
import { startTenancyApi, type TenancyApi } from '../../../../support/tenancy-api.ts';

const ROLES = '/v1/organization-management/roles';
const USERS = '/v1/organization-management/users';

describe('roles', () => {
  let api: TenancyApi;
  beforeAll(async () => {
    api = await startTenancyApi();
  });
  afterAll(() => api.stop());

  const create = (body: object) => api.call(`POST ${ROLES}`, { body });
  const change = (id: string, body: object, headers = {}) =>
    api.call(`PATCH ${ROLES}/{role_id}`, { params: { role_id: id }, body, headers });

  it('are seven that every organization has, and can be neither changed nor deleted', async () => {
    const { json } = await api.call(`GET ${ROLES}`);
    expect(json.roles.map(({ name }: { name: string }) => name)).toEqual([
      'Owner',
      'Admin',
      'Planner',
      'Operator',
      'Store operator',
      'Read-only',
      'Developer',
    ]);
    expect(json.roles[0]).toMatchObject({
      isBuiltIn: true,
      organizationId: api.organizationId,
      version: null,
    });
    expect((await change('role_admin', { name: 'Boss' })).status).toBe(409);
    const deleted = await api.call(`DELETE ${ROLES}/{role_id}`, { params: { role_id: 'role_admin' } });
    expect(deleted.status).toBe(409);
  });

  it('together cover every permission, and only owners and admins may do everything', async () => {
    const { json } = await api.call(`GET ${ROLES}`);
    const all = json.roles.filter(
      ({ permissions }: { permissions: string[] }) => permissions.length === PERMISSIONS.length,
    );
    expect(all.map(({ id }: { id: string }) => id)).toEqual(['role_owner', 'role_admin']);
    expect(json.roles[5].permissions.filter((one: string) => /WRITE|act/.test(one))).toEqual([]);
  });

  it('5.5 begin with the read side of organization management ticked, which can be unticked', async () => {
    const { status, json } = await create({ name: 'Night shift', permissions: ['READ_ROUTE'] });
    expect(status).toBe(200);
    expect(json).toMatchObject({ isBuiltIn: false, version: 1 });
    expect(json.permissions).toEqual(['READ_ORGANIZATION', 'READ_USER', 'READ_ROLE', 'READ_ROUTE']);
    const changed = await change(json.id, { permissions: ['READ_ROUTE'] });
    expect(changed.json).toMatchObject({ permissions: ['READ_ROUTE'], version: 2 });
    const read = await api.call(`GET ${ROLES}/{role_id}`, { params: { role_id: json.id } });
    expect(read.json).toEqual(changed.json);
  });

  it('5 of one name that are created or renamed in the same instant are one', async () => {
    const made = await Promise.all(
      ['Depot', 'depot', 'DEPOT', 'Depot'].map((name) => create({ name, permissions: [] })),
    );
    expect(made.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
    const first = made.find(({ status }) => status === 200)!.json;
    const others = await Promise.all(['One', 'Two'].map((name) => create({ name, permissions: [] })));
    const renamed = await Promise.all(others.map(({ json }) => change(json.id, { name: 'Yard' })));
    expect(renamed.map(({ status }) => status).sort()).toEqual([200, 409]);
    // A name that is given up is free again.
    expect((await change(first.id, { name: 'Station' })).status).toBe(200);
    expect((await create({ name: 'Depot', permissions: [] })).status).toBe(200);
    await api.call(`DELETE ${ROLES}/{role_id}`, { params: { role_id: first.id } });
    expect((await create({ name: 'station', permissions: [] })).status).toBe(200);
  });

  it('5.3 carry execute.view and execute.act only once Execute is enabled', async () => {
    const preferences = (executeEnabled: boolean) =>
      api.call('PATCH /v1/organization', { body: { preferences: { executeEnabled } } });
    await preferences(false);
    const refused = await create({ name: 'Execute', permissions: ['execute.view'] });
    expect(refused.status).toBe(400);
    expect(refused.json.error).toMatchObject({ code: 'DISALLOWED_OPERATION' });
    await preferences(true);
    const { json } = await create({ name: 'Execute', permissions: ['execute.view', 'EXECUTE_ACT'] });
    expect(json.permissions).toEqual(expect.arrayContaining(['execute.view', 'execute.act']));
  });

  it('5.4 of an organization never change its preferences, as display fields', async () => {
    const { status, json } = await create({ name: 'Second admin', permissions: ['WRITE_ORGANIZATION'] });
    expect([status, json.error.code]).toEqual([400, 'INVALID_VALUE']);
  });

  it('grant at most what their maker may do', async () => {
    const key = await api.call('POST /v1/organization-management/api-keys', {
      body: { name: 'Roles', permissions: ['WRITE_ROLE', 'READ_ROLE', 'READ_ORGANIZATION', 'READ_USER'] },
    });
    const body = { name: 'Too much', permissions: ['WRITE_ORDER'] };
    const refused = await api.callAs(`POST ${ROLES}`, { key: key.json.key, body });
    expect(refused.status).toBe(403);
    expect(refused.json.error.details).toEqual({ permissions: ['WRITE_ORDER'] });
  });

  it.each([
    [{ name: 'x', permissions: ['FLY'] }, 422],
    [{ name: ' ' }, 422],
    [{ permissions: [] }, 422],
    [{ name: 'planner' }, 409],
  ])('refuse %j with %i', async (body, status) => {
    expect((await create(body)).status).toBe(status);
  });

  it('are not changed over a newer version (C49)', async () => {
    const { json } = await create({ name: 'Versioned' });
    expect((await change(json.id, { name: 'Versioned 2' }, { 'if-match': '1' })).status).toBe(200);
    const stale = await change(json.id, { name: 'Versioned 3' }, { 'if-match': '1' });
    expect(stale.json.error).toMatchObject({ code: 'CONFLICT', details: { version: 2 } });
  });

  it('are not deleted while users have them (C68)', async () => {
    const { json: role } = await create({ name: 'Used' });
    const { json: user } = await api.call(`POST ${USERS}`, {
      body: { email: 'used@example.com', roleIds: [role.id] },
    });
    const remove = () => api.call(`DELETE ${ROLES}/{role_id}`, { params: { role_id: role.id } });
    const refused = await remove();
    expect(refused.status).toBe(409);
    expect(refused.json.error.details).toEqual({ usedBy: [{ type: 'user', id: user.id }] });
    const having = await api.call(`GET ${ROLES}/{role_id}/users`, { params: { role_id: role.id } });
    expect(having.json.users.map(({ id }: { id: string }) => id)).toEqual([user.id]);
    await api.call(`DELETE ${USERS}/{user_id}/roles`, {
      params: { user_id: user.id },
      body: { roleIds: [role.id] },
    });
    expect((await remove()).json).toEqual({ id: role.id });
    expect((await remove()).status).toBe(404);
  });

  it('are made once by a repeated request', async () => {
    const send = () =>
      api.call(`POST ${ROLES}`, { body: { name: 'Once' }, headers: { 'idempotency-key': 'once' } });
    const [first, second] = [await send(), await send()];
    expect(second.json).toEqual(first.json);
  });

  it('tell the audit log', async () => {
    const { json: role } = await create({ name: 'Told', description: 'Before' });
    await change(role.id, { description: 'After' });
    const { json } = await api.call('GET /v1/audit-log', { query: { entityId: role.id } });
    expect(json.results).toMatchObject([
      { action: 'updated', changes: [{ field: 'description', before: 'Before', after: 'After' }] },
      { action: 'created', entityType: 'role' },
    ]);
  });
});
