import type { KeyGrant, KeyVerdict } from '../../../platform/access/index.ts';
import { knownPermissions, PERMISSIONS } from '../../../platform/access/index.ts';
import { toInstant } from '../../../platform/core/clock.ts';
import { organizationEntity, synchronousGeneration } from '../../../platform/organization/index.ts';
import type { CoreDeps } from '../../../platform/runtime/index.ts';
import { builtInRole } from '../roles/built-in-roles.ts';
import { roleEntity } from '../roles/role.ts';
import {
  identityEntity,
  identityId,
  type Membership,
  subjectEntity,
  subjectId,
  subjectPartition,
} from '../users/identity.ts';
import type { TokenClaims, VerifyToken } from './verify-token.ts';

/**
 * Current rights of the user behind a token in the request's organization. Reads the identity, then the
 * organization and the user's custom roles in parallel, so that a change of any of them takes effect with the
 * next request.
 */
export async function judgeUser(
  deps: Pick<CoreDeps, 'table' | 'clock'>,
  verifyToken: VerifyToken,
  token: string,
  organizationHeader: string | undefined,
): Promise<KeyVerdict> {
  const claims = await verifyToken(token);
  if (typeof claims === 'string') return { refusal: claims };
  const active = (await findMemberships(deps, claims)).filter(({ isActive }) => isActive);
  const [first, ...others] = active;
  if (!first) return { refusal: 'stranger' };
  const chosen =
    organizationHeader === undefined
      ? others.length === 0
        ? first
        : undefined
      : active.find(({ organizationId }) => organizationId === organizationHeader);
  const expiresAt = toInstant(claims.expiresAtMs);
  return {
    grant: chosen ? await grantOf(deps, chosen, expiresAt) : grantOfNothing(first, active, expiresAt),
  };
}

/** Organizations of the verified address; for an address that nobody has, those that linked the subject. */
async function findMemberships(
  { table }: Pick<CoreDeps, 'table'>,
  { issuer, subject, verifiedEmail }: TokenClaims,
): Promise<readonly Membership[]> {
  const membershipsOf = async (email: string) =>
    (await table.get(identityEntity, { id: identityId(email) }))?.value.memberships ?? [];
  const byEmail = verifiedEmail === undefined ? [] : await membershipsOf(verifiedEmail);
  if (byEmail.length > 0) return byEmail;
  const links = await table.readAggregate(subjectPartition(subjectId(issuer, subject)));
  const linked = await Promise.all(
    links.all(subjectEntity).map(async ({ value: { organizationId, email } }) => {
      const memberships = await membershipsOf(email);
      return memberships.filter((membership) => membership.organizationId === organizationId);
    }),
  );
  return linked.flat();
}

async function grantOf(
  { table }: Pick<CoreDeps, 'table'>,
  membership: Membership,
  expiresAt: string,
): Promise<KeyGrant> {
  const { organizationId, listShards, userId, name, roleIds, storeLocationIds, driverGroupIds } = membership;
  const [organization, ...roles] = await Promise.all([
    table.get(organizationEntity, { id: organizationId }),
    ...roleIds.filter((id) => !builtInRole(id)).map((id) => table.get(roleEntity, { organizationId, id })),
  ]);
  const granted = [
    ...roleIds.flatMap((id) => builtInRole(id)?.permissions ?? []),
    ...roles.flatMap((role) => knownPermissions(role?.value.permissions ?? [])),
  ];
  return {
    actor: { type: 'user', id: userId, name },
    // Only this one: the rights are those of this organization.
    organizations: [{ id: organizationId, listShards }],
    permissions: PERMISSIONS.filter((permission) => granted.includes(permission)),
    roleIds,
    storeLocationIds,
    driverGroupIds,
    expiresAt,
    ...(organization
      ? {
          preferences: {
            organizationId,
            values: organization.value.preferences,
            synchronousWorkflows: synchronousGeneration(organization.value),
          },
        }
      : {}),
  };
}

/** The user is known, but not the organization: the area asks for it, or refuses the named one. */
function grantOfNothing(
  { userId, name }: Membership,
  memberships: readonly Membership[],
  expiresAt: string,
): KeyGrant {
  return {
    actor: { type: 'user', id: userId, name },
    organizations: memberships.map(({ organizationId: id, listShards }) => ({ id, listShards })),
    permissions: [],
    roleIds: [],
    storeLocationIds: [],
    driverGroupIds: [],
    expiresAt,
  };
}
