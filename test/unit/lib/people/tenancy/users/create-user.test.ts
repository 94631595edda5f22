import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createUser, type NewUser } from '../../../../../../lib/people/tenancy/users/create-user.ts';
import { identityEntity, identityId } from '../../../../../../lib/people/tenancy/users/identity.ts';
import type { Caller } from '../../../../../../lib/platform/access/caller.ts';
import { PERMISSIONS } from '../../../../../../lib/platform/access/permissions.ts';
import { create } from '../../../../../../lib/platform/table/index.ts';
import { startTenancyApi, type TenancyApi } from '../../../../../support/tenancy-api.ts';

const wanted: NewUser = {
  email: 'ada@example.com',
  firstName: 'Ada',
  lastName: null,
  phoneNumber: null,
  subject: null,
  roleIds: [],
  storeLocationIds: null,
  driverGroupIds: null,
  isInvited: false,
};

describe('a new user', () => {
  let api: TenancyApi;
  beforeAll(async () => {
    api = await startTenancyApi();
  });
  afterAll(() => api.stop());

  const acting = () => {
    const { organizationId } = api;
    const actor = { type: 'key' as const, id: 'key_1', name: 'First key' };
    const caller: Caller = {
      actor,
      keyId: actor.id,
      organizationId,
      organizations: [organizationId],
      permissions: PERMISSIONS,
      roleIds: [],
      storeLocationIds: null,
      driverGroupIds: null,
      listShards: 1,
      preferences: undefined,
      expiresAt: null,
    };
    return { caller, origin: { organizationId, actor, cause: 'request:1' } };
  };

  it('of a request that is sent again is the one that its first attempt made', async () => {
    const deps = { ...api.deps, ids: { ...api.deps.ids, next: () => 'usr_of_this_request' } };
    const first = await createUser(deps, acting(), wanted);
    expect(await createUser(deps, acting(), wanted)).toEqual(first);
    expect(first).toMatchObject({ value: { id: 'usr_of_this_request', email: wanted.email }, version: 1 });
  });

  it('with an address that the organization has is refused with the id of the user who has it', async () => {
    const email = 'grace@example.com';
    const first = await createUser(api.deps, acting(), { ...wanted, email });
    expect(await createUser(api.deps, acting(), { ...wanted, email })).toMatchObject({
      kind: { code: 'ALREADY_EXISTS' },
      message: `The organization already has a user "${email}".`,
      details: { id: 'value' in first ? first.value.id : '' },
    });
  });

  it('is a person of at most 100 organizations', async () => {
    const email = 'everywhere@example.com';
    const of = (count: number) => ({
      id: identityId(email),
      email,
      memberships: Array.from({ length: count }, (_, index) => ({
        organizationId: `org_${index}`,
        listShards: 1,
        userId: `usr_${index}`,
        name: 'Everywhere',
        isActive: true,
        roleIds: [],
        storeLocationIds: null,
        driverGroupIds: null,
      })),
    });
    await api.deps.table.write([create(identityEntity, of(100))]);
    expect(await createUser(api.deps, acting(), { ...wanted, email })).toMatchObject({
      kind: { code: 'CONFLICT' },
      message: `"${email}" is already in 100 organizations, which is the maximum.`,
      details: { email },
    });
  });
});
