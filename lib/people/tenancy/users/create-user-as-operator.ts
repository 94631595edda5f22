import { PERMISSIONS } from '../../../platform/access/index.ts';
import { isRefusal } from '../../../platform/core/refusal.ts';
import { readOrganization } from '../../../platform/organization/index.ts';
import type { TenancyDeps } from '../tenancy-deps.ts';
import { createUser } from './create-user.ts';
import type { User } from './user.ts';

/**
 * Creates a user with any role, for example the first owner. For operators of the service, not for callers.
 * Throws when it cannot be created.
 */
export async function createUserAsOperator(
  deps: TenancyDeps,
  organizationId: string,
  { email, roleIds }: { readonly email: string; readonly roleIds: readonly string[] },
): Promise<User> {
  const { value: organization } = await readOrganization(deps, organizationId);
  const actor = { type: 'system', id: 'operator', name: 'Operator of the service' } as const;
  const caller = {
    actor,
    keyId: actor.id,
    organizationId,
    organizations: [organizationId],
    permissions: PERMISSIONS,
    principal: { type: 'operator' as const },
    roleIds: ['role_owner'],
    storeLocationIds: null,
    driverGroupIds: null,
    listShards: organization.listShards,
    preferences: organization.preferences,
    expiresAt: null,
  };
  const made = await createUser(
    deps,
    { caller, origin: { organizationId, actor, cause: 'operator' } },
    {
      email: email.trim().toLowerCase(),
      roleIds,
      firstName: null,
      lastName: null,
      phoneNumber: null,
      subject: null,
      storeLocationIds: null,
      driverGroupIds: null,
      isInvited: false,
    },
  );
  if (isRefusal(made)) throw new Error(made.message);
  return made.value;
}
