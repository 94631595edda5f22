import type { Caller, ForLimited, KeyGrant, KeyRefusal, KeyVerdict } from '../access/index.ts';
import { EXECUTE_PERMISSIONS, type Permission, PLANNING_PERMISSIONS } from '../access/index.ts';
import { forbidden } from '../core/common-refusals.ts';
import type { Refusal } from '../core/refusal.ts';
import type { Preferences } from '../organization/index.ts';
import { serviceUnavailable, unauthorized } from './refusals.ts';

/** Unknown and revoked keys get the same message, so that nobody can find out which keys existed. */
const NOT_VALID = 'This API key is not valid. It may have been mistyped, rotated or revoked.';

const SENTENCES: Readonly<Record<Exclude<KeyRefusal, 'unavailable'>, string>> = {
  missing: 'The Authorization header is missing. Send "Authorization: Bearer <API key>".',
  malformed: 'The Authorization header is not of the form "Bearer <API key>".',
  unknown: NOT_VALID,
  revoked: NOT_VALID,
  expired: 'This API key has expired. Rotate it or create another one.',
  tokenInvalid:
    'This token is not valid: its issuer, audience, signature or expiry is not accepted. Sign in again.',
  tokenExpired: 'This token has expired. Sign in again.',
  stranger: 'No user has the verified e-mail address of this token. Ask an administrator for an invitation.',
};

/**
 * The caller of a request, or why there is none: 401 for an invalid key or token, 403 for a missing
 * permission or an organization that it cannot reach. `organizationHeader` is mandatory only when there are
 * several.
 */
export function authorize(request: {
  readonly verdict: KeyVerdict;
  readonly permission: Permission;
  readonly forLimited: ForLimited;
  readonly organizationHeader: string | undefined;
  readonly nowMs: number;
}): Caller | Refusal {
  const { verdict, permission, forLimited, organizationHeader, nowMs } = request;
  if ('refusal' in verdict) {
    return verdict.refusal === 'unavailable'
      ? serviceUnavailable(
          'The API key or token could not be checked at the moment. Try again in a second.',
          {
            retryAfterSeconds: 1,
          },
        )
      : unauthorized(SENTENCES[verdict.refusal]);
  }
  const { grant } = verdict;
  const isUser = grant.actor.type === 'user';
  // The authorizer checked too, but its verdict may be older than the expiry.
  if (grant.expiresAt !== null && Date.parse(grant.expiresAt) <= nowMs) {
    return unauthorized(isUser ? SENTENCES.tokenExpired : SENTENCES.expired);
  }
  const organization = chooseOrganization(grant, organizationHeader);
  if (!('id' in organization)) return organization;
  const current = grant.preferences?.organizationId === organization.id ? grant.preferences : undefined;
  const preferences = current?.values;
  // Rights over Execute take effect only while it is enabled (specification 5.3).
  const isDormant = (one: Permission) =>
    preferences?.executeEnabled === false && EXECUTE_PERMISSIONS.includes(one);
  const permissions = grant.permissions.filter((one) => !isDormant(one));
  const refused =
    refuseLacking(grant, permissions, permission) ??
    refuseLimited(grant, forLimited) ??
    refusePlanning(grant, preferences, permission);
  if (refused) return refused;
  return {
    actor: grant.actor,
    keyId: grant.actor.id,
    organizationId: organization.id,
    organizations: grant.organizations.map(({ id }) => id),
    permissions,
    dormantPermissions: grant.permissions.filter(isDormant),
    principal: grant.principal,
    roleIds: grant.roleIds ?? [],
    storeLocationIds: grant.storeLocationIds,
    driverGroupIds: grant.driverGroupIds,
    listShards: current?.listShards ?? organization.listShards,
    requestsPerSecond: current?.requestsPerSecond,
    preferences,
    synchronousWorkflows: current?.synchronousWorkflows,
    // The expiry of a token says nothing about what its user creates.
    expiresAt: isUser ? null : grant.expiresAt,
  };
}

const ACTORS = Object.freeze({
  user: 'This user',
  driver: "This driver's phone",
  key: 'This API key',
  system: 'The service',
} as const);

/** The subject of a sentence about a caller. */
function who({ actor }: KeyGrant): string {
  return ACTORS[actor.type];
}

function refuseLacking(
  grant: KeyGrant,
  permissions: readonly Permission[],
  permission: Permission,
): Refusal | undefined {
  if (permissions.includes(permission)) return undefined;
  const isOff = grant.permissions.includes(permission);
  return forbidden(
    isOff
      ? `${permission} takes effect only while Execute is enabled for the organization.`
      : `${who(grant)} does not have the permission ${permission}.`,
    { permission },
  );
}

/** Refuses an operation that cannot be narrowed to what the caller is limited to (specification 5.4). */
function refuseLimited(grant: KeyGrant, { stores, groups }: ForLimited): Refusal | undefined {
  const isBeyondStores = grant.storeLocationIds !== null && stores === 'refused';
  const isBeyondGroups = grant.driverGroupIds !== null && groups === 'refused';
  if (!isBeyondStores && !isBeyondGroups) return undefined;
  const limit = isBeyondStores ? 'store locations' : 'driver groups';
  const wayOut = grant.actor.type === 'user' ? 'Ask a user without a limit.' : 'Use a key without a limit.';
  return forbidden(
    `${who(grant)} is limited to ${limit}, to which this operation cannot be narrowed. ${wayOut}`,
    { limit },
  );
}

/** Planning routes needs routes enabled, and the rights to edit orders and deliveries (specification 5.4). */
function refusePlanning(
  grant: KeyGrant,
  preferences: Preferences | undefined,
  permission: Permission,
): Refusal | undefined {
  if (!PLANNING_PERMISSIONS.includes(permission)) return undefined;
  if (preferences?.routesEnabled === false) {
    return forbidden('Routes are not enabled for the organization. Set `preferences.routesEnabled` first.', {
      preference: 'routesEnabled',
    });
  }
  const lacking = (['WRITE_ORDER', 'WRITE_DELIVERY'] as const).filter(
    (needed) => !grant.permissions.includes(needed),
  );
  if (lacking.length === 0) return undefined;
  return forbidden(`Planning routes also needs ${lacking.join(' and ')}.`, { permissions: lacking });
}

/** The organization that a request is for, by its header if its grant reaches several. */
export function chooseOrganization(
  grant: KeyGrant,
  asked: string | undefined,
): KeyGrant['organizations'][number] | Refusal {
  const [only, ...others] = grant.organizations;
  if (asked === undefined) {
    if (only && others.length === 0) return only;
    return forbidden(
      `${who(grant)} can reach several organizations. Name one of them in the header X-Org-Id.`,
      { header: 'X-Org-Id', organizationIds: grant.organizations.map(({ id }) => id) },
    );
  }
  const found = grant.organizations.find(({ id }) => id === asked);
  return (
    found ?? forbidden(`${who(grant)} cannot reach the organization "${asked}".`, { header: 'X-Org-Id' })
  );
}
