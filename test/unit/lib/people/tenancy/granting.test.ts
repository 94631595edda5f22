import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { lendCredential } from '../../../../../lib/people/tenancy/index.ts';
import { identityId } from '../../../../../lib/people/tenancy/users/identity.ts';
import { PERMISSIONS, type Permission } from '../../../../../lib/platform/access/index.ts';
import { startTenancyApi, type TenancyApi } from '../../../../support/tenancy-api.ts';

const ROLES = '/v1/organization-management/roles';
const USERS = '/v1/organization-management/users';
const KEYS = '/v1/organization-management/api-keys';
const ME = 'GET /v1/organization-management/me';

let api: TenancyApi;
let count = 0;
beforeAll(async () => {
  api = await startTenancyApi();
});
afterAll(() => api.stop());

async function must(routeKey: string, request: Parameters<TenancyApi['callAs']>[1]) {
  const reply = await api.callAs(routeKey, request);
  if (reply.status !== 200) throw new Error(`${routeKey}: ${JSON.stringify(reply.json)}`);
  return reply.json;
}

/** A new user, and a token that stays valid. */
async function person(fields: object) {
  count += 1;
  const email = `person-${count}@example.com`;
  const user = await must(`POST ${USERS}`, { key: api.key, body: { email, ...fields } });
  const token = await api.issuer.sign({ sub: email, email, email_verified: true }, 30 * 86_400);
  return { id: String(user.id), token };
}

async function keyOf(creator: string, body: object = {}): Promise<{ id: string; key: string }> {
  return must(`POST ${KEYS}`, { key: creator, body: { name: 'Made', ...body } });
}

async function customRole(permissions: readonly string[]): Promise<string> {
  count += 1;
  const made = await must(`POST ${ROLES}`, { key: api.key, body: { name: `Role ${count}`, permissions } });
  return String(made.id);
}

/** Rights over Execute have other names on the wire. */
const wire = (permission: Permission) => permission.toLowerCase().replace('execute_', 'execute.');
const named = (permissions: readonly Permission[]) =>
  permissions.map((one) => (one.startsWith('EXECUTE_') ? wire(one) : one));

/** What the people of the matrix may do: `limited` and `narrow` have rights over people, but few others. */
const NARROW: readonly Permission[] = [
  'READ_ORDER',
  'READ_API_KEY',
  'WRITE_API_KEY',
  'READ_USER',
  'WRITE_USER',
  'READ_ROLE',
  'WRITE_ROLE',
  'READ_ORGANIZATION',
];

/** Every kind of credential: what creates it, whether an owner or the operator is behind it, and its rights. */
const CREDENTIALS: readonly {
  readonly title: string;
  readonly make: () => Promise<string>;
  readonly isOwner: boolean;
  readonly holdsAll: boolean;
}[] = [
  { title: "the organization's first key", make: async () => api.key, isOwner: true, holdsAll: true },
  {
    title: 'a key that the first key created',
    make: async () => (await keyOf(api.key)).key,
    isOwner: true,
    holdsAll: true,
  },
  {
    title: 'a narrow key that the first key created',
    make: async () => (await keyOf(api.key, { permissions: NARROW })).key,
    isOwner: false,
    holdsAll: false,
  },
  {
    title: "an owner's token",
    make: async () => (await person({ roleIds: ['role_owner'] })).token,
    isOwner: true,
    holdsAll: true,
  },
  {
    title: "an owner's key",
    make: async () => (await keyOf((await person({ roleIds: ['role_owner'] })).token)).key,
    isOwner: true,
    holdsAll: true,
  },
  {
    title: "an owner's narrow key",
    make: async () =>
      (await keyOf((await person({ roleIds: ['role_owner'] })).token, { permissions: NARROW })).key,
    isOwner: false,
    holdsAll: false,
  },
  {
    title: "an admin's token",
    make: async () => (await person({ roleIds: ['role_admin'] })).token,
    isOwner: false,
    holdsAll: true,
  },
  {
    title: "an admin's key",
    make: async () => (await keyOf((await person({ roleIds: ['role_admin'] })).token)).key,
    isOwner: false,
    holdsAll: true,
  },
  {
    title: "an admin's key with every right by name",
    make: async () =>
      (await keyOf((await person({ roleIds: ['role_admin'] })).token, { permissions: named(PERMISSIONS) }))
        .key,
    isOwner: false,
    holdsAll: true,
  },
  {
    title: "a key that an admin's key created",
    make: async () => (await keyOf((await keyOf((await person({ roleIds: ['role_admin'] })).token)).key)).key,
    isOwner: false,
    holdsAll: true,
  },
  {
    title: "an owner's key that an admin rotated",
    async make() {
      const { id } = await keyOf((await person({ roleIds: ['role_owner'] })).token);
      const { token } = await person({ roleIds: ['role_admin'] });
      return (await must(`POST ${KEYS}/{id}/rotate`, { key: token, params: { id }, body: {} })).key;
    },
    isOwner: false,
    holdsAll: true,
  },
  {
    title: 'a key of a user who was an owner',
    async make() {
      const { id, token } = await person({ roleIds: ['role_owner'] });
      const { key } = await keyOf(token);
      await must(ME, { key });
      await must(`PATCH ${USERS}/{user_id}/roles`, {
        key: api.key,
        params: { user_id: id },
        body: { roleIds: ['role_admin'] },
      });
      return key;
    },
    isOwner: false,
    holdsAll: true,
  },
  {
    title: 'the token of a user with a narrow role',
    make: async () => (await person({ roleIds: [await customRole(NARROW)] })).token,
    isOwner: false,
    holdsAll: false,
  },
  {
    title: 'a key of a user with a narrow role',
    make: async () => (await keyOf((await person({ roleIds: [await customRole(NARROW)] })).token)).key,
    isOwner: false,
    holdsAll: false,
  },
  {
    title: 'a key of a user whose role was narrowed',
    async make() {
      const { id, token } = await person({ roleIds: ['role_admin'] });
      const { key } = await keyOf(token);
      await must(ME, { key });
      const roleId = await customRole([...NARROW, 'WRITE_ORDER', 'WRITE_ZONE']);
      await must(`PATCH ${USERS}/{user_id}/roles`, {
        key: api.key,
        params: { user_id: id },
        body: { roleIds: [roleId] },
      });
      await must(ME, { key });
      await must(`PATCH ${ROLES}/{role_id}`, {
        key: api.key,
        params: { role_id: roleId },
        body: { permissions: NARROW },
      });
      return key;
    },
    isOwner: false,
    holdsAll: false,
  },
  {
    title: 'a lent credential',
    make: () =>
      lendCredential(api.deps, {
        organizationId: api.organizationId,
        id: 'agr_1',
        name: 'Agent',
        permissions: null,
        storeLocationIds: null,
        driverGroupIds: null,
        principal: { type: 'operator' },
        milliseconds: 3_600_000,
      }),
    isOwner: false,
    holdsAll: false,
  },
];

/** Every operation that grants something: what it grants, and a request for it. */
const GRANTS: readonly {
  readonly title: string;
  readonly needs: 'owner' | 'everything';
  readonly request: () => Promise<readonly [string, { params?: Record<string, string>; body: object }]>;
}[] = [
  ...(
    [
      ['owner', 'role_owner'],
      ['everything', 'role_admin'],
    ] as const
  ).flatMap(([needs, roleId]) => {
    const email = () => `granted-${count++}@example.com`;
    return [
      {
        title: `creates a user with ${roleId}`,
        needs,
        request: async () => [`POST ${USERS}`, { body: { email: email(), roleIds: [roleId] } }] as const,
      },
      {
        title: `invites a user as ${roleId}`,
        needs,
        request: async () =>
          [`POST ${USERS}/invite`, { body: { email: email(), roleIds: [roleId] } }] as const,
      },
      ...(['POST', 'PATCH'] as const).map((method) => ({
        title: `${method === 'PATCH' ? 'replaces' : 'adds to'} the roles of a user by ${roleId}`,
        needs,
        request: async () => {
          const { id } = await person({});
          return [
            `${method} ${USERS}/{user_id}/roles`,
            { params: { user_id: id }, body: { roleIds: [roleId] } },
          ] as const;
        },
      })),
      {
        title: `removes ${roleId}`,
        needs,
        request: async () => {
          const { id } = await person({ roleIds: [roleId] });
          return [
            `DELETE ${USERS}/{user_id}/roles`,
            { params: { user_id: id }, body: { roleIds: [roleId] } },
          ] as const;
        },
      },
      ...[{ isActive: false }, { storeLocationIds: ['store_1'] }, { auth0Id: 'sub-of-the-attacker' }].map(
        (change) => ({
          title: `changes ${Object.keys(change)} of a user with ${roleId}`,
          needs,
          request: async () => {
            const { id } = await person({ roleIds: [roleId] });
            const unique = 'auth0Id' in change ? { auth0Id: `${change.auth0Id}-${count++}` } : change;
            return [`PATCH ${USERS}/{user_id}`, { params: { user_id: id }, body: unique }] as const;
          },
        }),
      ),
      {
        title: `activates a user with ${roleId} again`,
        needs,
        request: async () => {
          const { id } = await person({ roleIds: [roleId] });
          const params = { user_id: id };
          await must(`PATCH ${USERS}/{user_id}`, { key: api.key, params, body: { isActive: false } });
          return [`PATCH ${USERS}/{user_id}`, { params, body: { isActive: true } }] as const;
        },
      },
    ];
  }),
  {
    title: 'creates a role with WRITE_ZONE',
    needs: 'everything',
    request: async () => [
      `POST ${ROLES}`,
      { body: { name: `Grant ${count++}`, permissions: ['WRITE_ZONE'] } },
    ],
  },
  {
    title: 'creates a role with execute.act',
    needs: 'everything',
    request: async () => [
      `POST ${ROLES}`,
      { body: { name: `Grant ${count++}`, permissions: ['execute.act'] } },
    ],
  },
  {
    title: 'gives WRITE_ZONE to a role',
    needs: 'everything',
    request: async () => [
      `PATCH ${ROLES}/{role_id}`,
      { params: { role_id: await customRole([]) }, body: { permissions: ['WRITE_ZONE'] } },
    ],
  },
  {
    title: 'creates a key with WRITE_ZONE',
    needs: 'everything',
    request: async () => [`POST ${KEYS}`, { body: { name: 'Grant', permissions: ['WRITE_ZONE'] } }],
  },
  {
    title: "rotates another's key with all rights",
    needs: 'everything',
    request: async () => {
      const { id } = await keyOf((await person({ roleIds: ['role_admin'] })).token);
      return [`POST ${KEYS}/{id}/rotate`, { params: { id }, body: {} }];
    },
  },
  {
    title: "rotates the organization's own key with all rights",
    needs: 'owner',
    request: async () => {
      const { id } = await keyOf(api.key);
      return [`POST ${KEYS}/{id}/rotate`, { params: { id }, body: {} }];
    },
  },
];

describe('49.1.1 who may grant what is decided by the person behind the credential', () => {
  const cases = CREDENTIALS.flatMap((credential) => GRANTS.map((grant) => ({ credential, grant })));
  const made = new Map<string, Promise<string>>();
  const keyFor = ({ title, make }: (typeof CREDENTIALS)[number]) => {
    const known = made.get(title) ?? make();
    made.set(title, known);
    return known;
  };

  it.each(cases)('$credential.title $grant.title', async ({ credential, grant }) => {
    const key = await keyFor(credential);
    const [routeKey, request] = await grant.request();
    const { status, json } = await api.callAs(routeKey, { key, ...request });
    const isAllowed = grant.needs === 'owner' ? credential.isOwner : credential.holdsAll;
    expect([status, isAllowed ? undefined : json.error.code]).toEqual(
      isAllowed ? [200, undefined] : [403, 'FORBIDDEN'],
    );
  });

  it('a key follows the rights of its user with the next request: limits, role, activity', async () => {
    const roleId = await customRole(['READ_ORDER', 'WRITE_ORDER', 'WRITE_API_KEY', 'READ_STORE_LOCATION']);
    const { id, token } = await person({ roleIds: [roleId] });
    const { key } = await keyOf(token);
    const { key: narrower } = await keyOf(key, { storeLocationIds: ['store_1'] });
    const params = { user_id: id };
    const me = async (of: string) => (await api.callAs(ME, { key: of })).json;
    expect((await me(key)).permissions).toContain('WRITE_ORDER');
    expect((await me(narrower)).storeLocationIds).toEqual(['store_1']);

    await must(`PATCH ${ROLES}/{role_id}`, {
      key: api.key,
      params: { role_id: roleId },
      body: { permissions: ['READ_ORDER', 'READ_ORGANIZATION'] },
    });
    for (const holder of [key, narrower, token])
      expect((await me(holder)).permissions).not.toContain('WRITE_ORDER');

    const limit = { storeLocationIds: ['store_2', 'store_3'] };
    await must(`PATCH ${USERS}/{user_id}`, { key: api.key, params, body: limit });
    expect((await me(key)).storeLocationIds).toEqual(['store_2', 'store_3']);
    expect((await me(narrower)).storeLocationIds).toEqual([]);

    await must(`PATCH ${USERS}/{user_id}`, { key: api.key, params, body: { isActive: false } });
    for (const holder of [key, narrower, token]) {
      expect((await api.callAs(ME, { key: holder })).status).toBe(401);
    }
    await must(`PATCH ${USERS}/{user_id}`, { key: api.key, params, body: { isActive: true } });
    expect((await me(key)).storeLocationIds).toEqual(['store_2', 'store_3']);
  });

  it('rotation binds a key to who holds the new secret, and leaves the old secret to the former holder', async () => {
    const former = await person({ roleIds: ['role_admin'] });
    const next = await person({ roleIds: ['role_admin'] });
    const made = await keyOf(former.token);
    const body = { overlapSeconds: 3_600 };
    const rotated = await must(`POST ${KEYS}/{id}/rotate`, {
      key: next.token,
      params: { id: made.id },
      body,
    });
    expect(rotated.userId).toBe(next.id);
    await must(`PATCH ${USERS}/{user_id}`, {
      key: api.key,
      params: { user_id: former.id },
      body: { isActive: false },
    });
    expect((await api.callAs(ME, { key: made.key })).status).toBe(401);
    expect((await api.callAs(ME, { key: rotated.key })).status).toBe(200);
  });

  it('a lent credential never exceeds who started the work, also later', async () => {
    const { id, token } = await person({ roleIds: ['role_operator'] });
    const { json } = await api.callAs(`GET ${USERS}/{user_id}`, { key: token, params: { user_id: id } });
    const lent = await lendCredential(api.deps, {
      organizationId: api.organizationId,
      id: 'agr_2',
      name: 'Agent',
      permissions: null,
      storeLocationIds: null,
      driverGroupIds: null,
      principal: { type: 'user', userId: id, identityId: identityId(json.email) },
      milliseconds: 3_600_000,
    });
    const permissions = async () => (await must(ME, { key: lent })).permissions;
    expect(await permissions()).toContain('READ_ROUTE');
    expect(await permissions()).not.toContain('READ_AUDIT_LOG');
    await must(`PATCH ${USERS}/{user_id}/roles`, {
      key: api.key,
      params: { user_id: id },
      body: { roleIds: ['role_store_operator'] },
    });
    expect(await permissions()).not.toContain('READ_NOTIFICATION');
    await must(`PATCH ${USERS}/{user_id}`, {
      key: api.key,
      params: { user_id: id },
      body: { isActive: false },
    });
    expect((await api.callAs(ME, { key: lent })).status).toBe(401);
  });
});
