import type { KeyGrant, KeyVerdict } from '../../platform/access/index.ts';
import { PERMISSIONS } from '../../platform/access/index.ts';
import {
  type Organization,
  organizationEntity,
  synchronousGeneration,
} from '../../platform/organization/index.ts';
import type { CoreDeps } from '../../platform/runtime/index.ts';
import { credentialEntity, grantOf } from './credential.ts';
import type { MemberRights } from './rights-of-member.ts';
import { type RememberedRights, rightsOfPrincipal } from './rights-of-principal.ts';
import { OWNER_ROLE_ID } from './roles/built-in-roles.ts';
import { hashSecret } from './secret.ts';

/** Number of keys whose organization a function instance remembers. */
const REMEMBERED_KEYS = 1_000;

/** What a function instance remembers between requests. */
export interface JudgeMemory {
  /** Hash of a secret → organization of its last request: only a guess of what else to read. */
  readonly guesses: Map<string, string>;
  readonly rights: RememberedRights;
}

/** The memory of a new instance. */
export function emptyMemory(): JudgeMemory {
  return { guesses: new Map(), rights: new Map() };
}

/**
 * Current rights of an API key, with the preferences of the request's organization. Two reads: in parallel if the
 * organization can be guessed from `X-Org-Id` or from the key's last request. Of the key's rights, those count that the
 * user behind it still has in that organization.
 */
export async function judgeKey(
  deps: Pick<CoreDeps, 'table' | 'clock'>,
  secret: string,
  organizationHeader: string | undefined,
  { guesses, rights }: JudgeMemory,
): Promise<KeyVerdict> {
  const hash = hashSecret(secret);
  const guess = organizationHeader ?? guesses.get(hash);
  const [stored, guessed] = await Promise.all([
    deps.table.get(credentialEntity, { hash }),
    guess === undefined ? undefined : deps.table.get(organizationEntity, { id: guess }),
  ]);
  if (!stored) return { refusal: 'unknown' };
  const nowMs = deps.clock.now();
  const { retiredAt, expiresAt, principal } = stored.value;
  if (retiredAt !== null && Date.parse(retiredAt) <= nowMs) return { refusal: 'revoked' };
  if (expiresAt !== null && Date.parse(expiresAt) <= nowMs) return { refusal: 'expired' };
  const grant = grantOf(stored.value);
  const organizationId = organizationHeader ?? soleOrganization(grant);
  if (organizationId === undefined || !grant.organizations.some(({ id }) => id === organizationId)) {
    // The area asks for the organization, or refuses the named one.
    return { grant: { ...grant, permissions: [] } };
  }
  if (guesses.size >= REMEMBERED_KEYS) guesses.clear();
  guesses.set(hash, organizationId);
  const organization =
    guess === organizationId ? guessed : await deps.table.get(organizationEntity, { id: organizationId });
  if (!organization) return { grant: { ...grant, permissions: [] } };
  if (principal?.type !== 'user') {
    const roleIds = principal && hasAllRights(grant) ? [OWNER_ROLE_ID] : [];
    return { grant: { ...grant, roleIds, ...preferencesFor(organization.value) } };
  }
  const held = await rightsOfPrincipal(deps, organization.value, principal, rights);
  if (!held) return { refusal: 'revoked' };
  return { grant: { ...narrowed(grant, held), ...preferencesFor(organization.value) } };
}

/** What the authorizer read about the request's organization. */
export function preferencesFor(organization: Organization): Pick<KeyGrant, 'preferences'> {
  return {
    preferences: {
      organizationId: organization.id,
      values: organization.preferences,
      synchronousWorkflows: synchronousGeneration(organization),
      listShards: organization.listShards,
      requestsPerSecond: organization.requestsPerSecond,
    },
  };
}

/** Those of a key's rights that its user has. Only a key with all rights passes on the user's roles. */
function narrowed(grant: KeyGrant, held: MemberRights): KeyGrant {
  return {
    ...grant,
    permissions: grant.permissions.filter((permission) => held.permissions.includes(permission)),
    roleIds: hasAllRights(grant) ? held.roleIds : [],
    storeLocationIds: inBoth(grant.storeLocationIds, held.storeLocationIds),
    driverGroupIds: inBoth(grant.driverGroupIds, held.driverGroupIds),
  };
}

function hasAllRights({ permissions }: KeyGrant): boolean {
  return permissions.length === PERMISSIONS.length;
}

/** What two limits have in common; null = no limit. */
function inBoth(one: readonly string[] | null, other: readonly string[] | null): readonly string[] | null {
  if (one === null || other === null) return one ?? other;
  return one.filter((id) => other.includes(id));
}

function soleOrganization({ organizations }: KeyGrant): string | undefined {
  return organizations.length === 1 ? organizations[0]?.id : undefined;
}
