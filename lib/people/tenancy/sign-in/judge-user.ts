import type { KeyGrant, KeyVerdict } from '../../../platform/access/index.ts';
import { toInstant } from '../../../platform/core/clock.ts';
import { organizationEntity } from '../../../platform/organization/index.ts';
import type { CoreDeps } from '../../../platform/runtime/index.ts';
import { preferencesFor } from '../judge-key.ts';
import { rightsOfMember } from '../rights-of-member.ts';
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

/** A membership, with the id of the identity that contains it. */
type FoundMembership = Membership & { readonly identityId: string };

/** Organizations of the verified address; for an address that no user has, those that are linked to the subject. */
async function findMemberships(
  { table }: Pick<CoreDeps, 'table'>,
  { issuer, subject, verifiedEmail }: TokenClaims,
): Promise<readonly FoundMembership[]> {
  const membershipsOf = async (email: string): Promise<readonly FoundMembership[]> => {
    const id = identityId(email);
    const identity = await table.get(identityEntity, { id });
    return (identity?.value.memberships ?? []).map((one) => ({ ...one, identityId: id }));
  };
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
  membership: FoundMembership,
  expiresAt: string,
): Promise<KeyGrant> {
  const { organizationId, listShards, userId, name, identityId: identity } = membership;
  const [organization, rights] = await Promise.all([
    table.get(organizationEntity, { id: organizationId }),
    rightsOfMember(table, membership),
  ]);
  return {
    actor: { type: 'user', id: userId, name },
    principal: { type: 'user', userId, identityId: identity },
    // Only this organization: the rights are those that the user has here.
    organizations: [{ id: organizationId, listShards }],
    ...rights,
    expiresAt,
    ...(organization ? preferencesFor(organization.value) : {}),
  };
}

/** The user is known, but the organization is not: the handler asks for it, or refuses the named one. */
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
