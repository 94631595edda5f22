import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inviteUser } from '../../../../../functions/workers/invite-users.ts';
import { createOrganization } from '../../../../../lib/people/tenancy/index.ts';
import { startTenancyApi, type TenancyApi } from '../../../../support/tenancy-api.ts';

const ROLES = '/v1/organization-management/roles';
const USERS = '/v1/organization-management/users';
const ORGANIZATION = 'GET /v1/organization';

describe('users', () => {
  let api: TenancyApi;
  let count = 0;
  beforeAll(async () => {
    api = await startTenancyApi();
  });
  afterAll(() => api.stop());

  const freshEmail = () => {
    count += 1;
    return `user-${count}@example.com`;
  };

  /** A new user with these roles, and calls with the user's token. */
  async function person(fields: object = {}) {
    const email = freshEmail();
    const { status, json: user } = await api.call(`POST ${USERS}`, { body: { email, ...fields } });
    if (status !== 200) throw new Error(JSON.stringify(user));
    const token = await api.issuer.sign({ sub: `sub-${email}`, email, email_verified: true }, 30 * 86_400);
    const call = (routeKey: string, request: object = {}) => api.callAs(routeKey, { key: token, ...request });
    return { user, email, token, call, params: { user_id: user.id } };
  }

  it('sign in by their verified address and may do what their roles allow', async () => {
    const { call, user } = await person({ firstName: 'Ada', roleIds: ['role_read_only'] });
    expect((await call(ORGANIZATION)).status).toBe(200);
    const refused = await call('PATCH /v1/organization', { body: { name: 'Mine' } });
    expect(refused.status).toBe(403);
    expect(refused.json.error.message).toBe('This user does not have the permission WRITE_ORGANIZATION.');
    const read = await call(`GET ${USERS}/{user_id}`, { params: { user_id: user.id } });
    expect(read.json).toEqual(user);
    expect(user).toMatchObject({
      firstName: 'Ada',
      isActive: true,
      roles: [{ id: 'role_read_only', name: 'Read-only', organizationId: api.organizationId }],
      storeLocationIds: null,
      version: 1,
    });
  });

  it('are refused with a token that is unverified, expired, of a stranger, or nonsense', async () => {
    const { email } = await person({ roleIds: ['role_admin'] });
    const unverified = await api.issuer.sign({ sub: 'x', email, email_verified: false });
    const stranger = await api.signIn('nobody@example.com');
    const expired = await api.issuer.sign({ sub: 'x', email, email_verified: true }, -60);
    for (const key of [unverified, stranger, expired, 'a.b.c', 'nonsense']) {
      const { status, json } = await api.callAs(ORGANIZATION, { key });
      expect([status, json.error.code]).toEqual([401, 'UNAUTHORIZED']);
    }
  });

  it('sign in by the subject that they are linked to, when the address is not verified', async () => {
    const { user } = await person({ roleIds: ['role_read_only'], auth0Id: 'auth0|ada' });
    expect(user.auth0Id).toBe('auth0|ada');
    const token = await api.issuer.sign({ sub: 'auth0|ada' });
    expect((await api.callAs(ORGANIZATION, { key: token })).status).toBe(200);
    const taken = await api.call(`POST ${USERS}`, { body: { email: freshEmail(), auth0Id: 'auth0|ada' } });
    expect(taken.status).toBe(409);
    await api.call(`PATCH ${USERS}/{user_id}`, { params: { user_id: user.id }, body: { auth0Id: null } });
    expect((await api.callAs(ORGANIZATION, { key: token })).status).toBe(401);
  });

  it('who are linked to a subject sign in with it in the organization that linked them, in no other', async () => {
    const victim = await person({ roleIds: ['role_admin'] });
    const other = await createOrganization(api.deps, { name: 'Other' });
    const body = { email: victim.email, auth0Id: 'auth0|mallory', roleIds: ['role_read_only'] };
    expect((await api.callAs(`POST ${USERS}`, { key: other.key, body })).status).toBe(200);
    const key = await api.issuer.sign({ sub: 'auth0|mallory' });
    expect((await api.callAs(ORGANIZATION, { key })).json.id).toBe(other.organization.id);
    const elsewhere = { key, headers: { 'x-org-id': api.organizationId } };
    expect((await api.callAs(ORGANIZATION, elsewhere)).status).toBe(403);
    await api.call(`PATCH ${USERS}/{user_id}`, { params: victim.params, body: { auth0Id: 'auth0|mallory' } });
    expect((await api.callAs(ORGANIZATION, elsewhere)).json.id).toBe(api.organizationId);
  });

  it('are linked to a subject only by those who have all of their rights', async () => {
    const { json: role } = await api.call(`POST ${ROLES}`, {
      body: { name: 'Reception', permissions: ['WRITE_USER'] },
    });
    const receptionist = await person({ roleIds: [role.id] });
    const link = async (roleIds: readonly string[]) => {
      const { params } = await person({ roleIds });
      const body = { auth0Id: `auth0|${count}` };
      return (await receptionist.call(`PATCH ${USERS}/{user_id}`, { params, body })).status;
    };
    expect(await link(['role_admin'])).toBe(403);
    expect(await link(['role_planner'])).toBe(403);
    expect(await link([role.id])).toBe(200);
  });

  it('are unique by address in an organization, in any case', async () => {
    const { email } = await person();
    const again = await api.call(`POST ${USERS}/invite`, {
      body: { email: ` ${email.toUpperCase()}`, roleIds: [] },
    });
    expect([again.status, again.json.error.code]).toEqual([409, 'ALREADY_EXISTS']);
  });

  it('made at once with one address are one', async () => {
    const body = { email: freshEmail(), roleIds: ['role_planner'] };
    const replies = await Promise.all(Array.from({ length: 4 }, () => api.call(`POST ${USERS}`, { body })));
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
  });

  it('are invited, which their organization is told of', async () => {
    const email = freshEmail();
    const { json } = await api.call(`POST ${USERS}/invite`, { body: { email, roleIds: ['role_planner'] } });
    expect(json).toMatchObject({ email, isActive: true, invitedAt: json.createdAt });
    const events = await api.db.events('user.invited');
    expect(events.at(-1)).toMatchObject({ aggregateId: json.id, data: { email, invitedBy: 'First key' } });
  });

  it('are invited by one e-mail, however often the event arrives', async () => {
    const email = freshEmail();
    const { json } = await api.call(`POST ${USERS}/invite`, { body: { email, roleIds: ['role_planner'] } });
    const event = (await api.db.events('user.invited')).find(({ aggregateId }) => aggregateId === json.id);
    if (!event) throw new Error('The invitation is not told of.');
    await Promise.all([inviteUser(api.deps, event), inviteUser(api.deps, event)]);
    const mails = (await api.db.items()).filter(({ data }) => data.recipient === email);
    expect(mails.map(({ data }) => data)).toMatchObject([
      {
        channel: 'email',
        status: 'queued',
        subject: 'You are invited to Shop',
        body: expect.stringContaining(`Sign in as ${email} at http://localhost:3000/console`),
      },
    ]);
    expect(await api.db.events('notification.due_email')).toHaveLength(1);
  });

  it('are limited to stores and driver groups that exist: 422 names each other, nothing is written', async () => {
    const scope = { storeLocationIds: ['store_9', 'store_none'], driverGroupIds: ['cntr_none'] };
    const email = freshEmail();
    const refused = await api.call(`POST ${USERS}`, { body: { email, ...scope } });
    expect(refused).toMatchObject({
      status: 422,
      json: { error: { code: 'VALIDATION_ERRORS', details: { unknownIds: ['store_none', 'cntr_none'] } } },
    });
    expect((await api.call(`POST ${USERS}/invite`, { body: { email, roleIds: [], ...scope } })).status).toBe(
      422,
    );
    const { params, user } = await person({ storeLocationIds: ['store_9'] });
    const change = await api.call(`PATCH ${USERS}/{user_id}`, { params, body: scope });
    expect(change.status).toBe(422);
    expect((await api.call(`GET ${USERS}/{user_id}`, { params })).json).toEqual(user);
  });

  it('get, lose and change roles with effect from the next request on', async () => {
    const { call, params } = await person({ roleIds: ['role_read_only'] });
    const as = (method: string, roleIds: string[]) =>
      api.call(`${method} ${USERS}/{user_id}/roles`, { params, body: { roleIds } });
    const roles = async () =>
      (await api.call(`GET ${USERS}/{user_id}/roles`, { params })).json.roles.map(
        ({ id }: { id: string }) => id,
      );
    expect((await as('POST', ['role_admin', 'role_read_only'])).json).toEqual({ success: true });
    expect(await roles()).toEqual(['role_admin', 'role_read_only']);
    expect((await call('PATCH /v1/organization', { body: { currency: 'USD' } })).status).toBe(200);
    expect((await as('DELETE', ['role_admin', 'role_planner'])).json).toEqual({ success: true });
    expect((await call('PATCH /v1/organization', { body: {} })).status).toBe(403);
    expect((await as('PATCH', ['role_developer'])).json).toEqual({ success: true });
    expect(await roles()).toEqual(['role_developer']);
  });

  it('name unknown roles, and nothing is written (C68)', async () => {
    const { params } = await person({ roleIds: ['role_planner'] });
    const refused = await api.call(`PATCH ${USERS}/{user_id}/roles`, {
      params,
      body: { roleIds: ['role_admin', 'role_a', 'role_b'] },
    });
    expect([refused.status, refused.json.error.code]).toEqual([422, 'VALIDATION_ERRORS']);
    expect(refused.json.error.details.unknownIds).toEqual(['role_a', 'role_b']);
    const { json } = await api.call(`GET ${USERS}/{user_id}`, { params });
    expect(json).toMatchObject({ version: 1, roles: [{ id: 'role_planner' }] });
  });

  it('have custom roles as these are at the moment', async () => {
    const { json: role } = await api.call(`POST ${ROLES}`, { body: { name: 'Changing' } });
    const { call } = await person({ roleIds: [role.id] });
    expect((await call(`GET ${ROLES}`)).status).toBe(200);
    await api.call(`PATCH ${ROLES}/{role_id}`, { params: { role_id: role.id }, body: { permissions: [] } });
    expect((await call(`GET ${ROLES}`)).status).toBe(403);
  });

  it('give and take only roles whose rights they have themselves', async () => {
    const { json: role } = await api.call(`POST ${ROLES}`, {
      body: { name: 'People', permissions: ['WRITE_USER'] },
    });
    const manager = await person({ roleIds: [role.id] });
    const admin = await person({ roleIds: ['role_admin'] });
    const body = { roleIds: ['role_admin'] };
    for (const [method, { params }] of [
      ['POST', manager],
      ['DELETE', admin],
    ] as const) {
      const refused = await manager.call(`${method} ${USERS}/{user_id}/roles`, { params, body });
      expect(refused.status).toBe(403);
    }
    const own = await manager.call(`POST ${USERS}`, { body: { email: freshEmail(), roleIds: [role.id] } });
    expect(own.status).toBe(200);
  });

  it('are owners by owners only, and the last owner stays', async () => {
    const admin = await person({ roleIds: ['role_admin'] });
    const owner = await person({ roleIds: ['role_owner'] });
    const body = { roleIds: ['role_owner'] };
    const promote = { params: admin.params, body };
    expect((await admin.call(`POST ${USERS}/{user_id}/roles`, promote)).status).toBe(403);
    const last = { params: owner.params, body };
    expect((await owner.call(`DELETE ${USERS}/{user_id}/roles`, last)).status).toBe(409);
    const retire = { params: owner.params, body: { isActive: false } };
    expect((await owner.call(`PATCH ${USERS}/{user_id}`, retire)).status).toBe(409);
    expect((await owner.call(`POST ${USERS}/{user_id}/roles`, promote)).status).toBe(200);
    expect((await owner.call(`DELETE ${USERS}/{user_id}/roles`, last)).status).toBe(200);
  });

  it('who are not active cannot sign in, from the next request on', async () => {
    const { call, params } = await person({ roleIds: ['role_read_only'] });
    const set = (isActive: boolean) => api.call(`PATCH ${USERS}/{user_id}`, { params, body: { isActive } });
    expect((await set(false)).json).toMatchObject({ isActive: false, version: 2 });
    expect((await call(ORGANIZATION)).status).toBe(401);
    await set(true);
    expect((await call(ORGANIZATION)).status).toBe(200);
  });

  it('are not changed over a newer version (C49)', async () => {
    const { params } = await person();
    const change = (version: string) =>
      api.call(`PATCH ${USERS}/{user_id}`, {
        params,
        body: { firstName: version },
        headers: { 'if-match': version },
      });
    expect((await change('1')).json).toMatchObject({ firstName: '1', version: 2 });
    expect((await change('1')).json.error.details).toEqual({ version: 2 });
  });

  it('5.3 with a limit see and make only users within it', async () => {
    const { json: role } = await api.call(`POST ${ROLES}`, {
      body: { name: 'Store manager', permissions: ['WRITE_USER'] },
    });
    const manager = await person({ roleIds: [role.id], storeLocationIds: ['store_1', 'store_2'] });
    const colleague = await person({ roleIds: [role.id], storeLocationIds: ['store_2'] });
    const outside = await person({ storeLocationIds: ['store_3'] });
    const { json } = await manager.call(`GET ${USERS}`);
    const ids = json.users.map(({ id }: { id: string }) => id);
    expect(ids).toEqual([manager.user.id, colleague.user.id]);
    const foreign = await manager.call(`GET ${USERS}/{user_id}`, { params: outside.params });
    expect(foreign.status).toBe(404);
    const make = (storeLocationIds: string[] | null | undefined) =>
      manager.call(`POST ${USERS}`, { body: { email: freshEmail(), storeLocationIds } });
    expect((await make(['store_3'])).status).toBe(403);
    expect((await make(null)).status).toBe(403);
    expect((await make(undefined)).json.storeLocationIds).toEqual(['store_1', 'store_2']);
  });

  it('of several organizations name the one they mean, and have in each what they are there', async () => {
    const { email, call, token } = await person({ roleIds: ['role_admin'] });
    const other = await createOrganization(api.deps, { name: 'Other' });
    await api.callAs(`POST ${USERS}`, { key: other.key, body: { email, roleIds: ['role_read_only'] } });
    const unnamed = await call(ORGANIZATION);
    expect(unnamed.status).toBe(403);
    expect(unnamed.json.error.message).toContain('X-Org-Id');
    expect(unnamed.json.error.details.organizationIds).toEqual([api.organizationId, other.organization.id]);
    const inside = (id: string) => ({ key: token, headers: { 'x-org-id': id } });
    const rename = { body: { currency: 'USD' } };
    const PATCH = 'PATCH /v1/organization';
    expect((await api.callAs(PATCH, { ...inside(api.organizationId), ...rename })).status).toBe(200);
    expect((await api.callAs(ORGANIZATION, inside(other.organization.id))).json.name).toBe('Other');
    expect((await api.callAs(PATCH, { ...inside(other.organization.id), ...rename })).status).toBe(403);
    expect((await api.callAs(ORGANIZATION, inside('org_elsewhere'))).status).toBe(403);
  });

  it('are told who they are and what they may do', async () => {
    const { call, user } = await person({
      firstName: 'Ada',
      roleIds: ['role_store_operator'],
      storeLocationIds: ['store_1'],
    });
    const { json } = await call('GET /v1/organization-management/me');
    expect(json).toMatchObject({
      actor: { type: 'user', id: user.id, name: 'Ada' },
      organizationId: api.organizationId,
      permissions: expect.arrayContaining(['READ_ORDER', 'execute.act']),
      roleIds: ['role_store_operator'],
      storeLocationIds: ['store_1'],
      driverGroupIds: null,
    });
    const key = await api.call('GET /v1/organization-management/me');
    expect(key.json).toMatchObject({ actor: { type: 'key', name: 'First key' }, roleIds: ['role_owner'] });
  });

  it('make API keys that outlive their token, with at most their rights', async () => {
    const { call } = await person({ roleIds: ['role_developer'] });
    const made = await call('POST /v1/organization-management/api-keys', { body: { name: 'Mine' } });
    expect(made.json).toMatchObject({ expiresAt: null });
    expect(made.json.permissions).not.toContain('WRITE_USER');
  });

  it('tell the audit log who made them and who they are', async () => {
    const admin = await person({ firstName: 'Grace', lastName: 'Hopper', roleIds: ['role_admin'] });
    const { json } = await admin.call(`POST ${USERS}`, { body: { email: freshEmail() } });
    const log = await api.call('GET /v1/audit-log', { query: { entityId: json.id } });
    expect(log.json.results).toMatchObject([
      { action: 'created', actor: { type: 'user', id: admin.user.id, name: 'Grace Hopper' } },
    ]);
  });
});
