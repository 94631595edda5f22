import type { Refusal } from '../core/refusal.ts';
import type { Caller } from './caller.ts';
import type { KeyGrant, KeyRefusal, KeyVerdict } from './key-verdict.ts';
import { ORGANIZATION_WIDE_PERMISSIONS, type Permission } from './permissions.ts';
import { forbidden, internalServerError, unauthorized } from './refusals.ts';

/** Unknown and revoked keys read alike, so that nobody can find out which keys existed. */
const NOT_VALID = 'This API key is not valid. It may have been mistyped, rotated or revoked.';

const SENTENCES: Readonly<Record<Exclude<KeyRefusal, 'unavailable'>, string>> = {
  missing: 'The Authorization header is missing. Send "Authorization: Bearer <API key>".',
  malformed: 'The Authorization header is not of the form "Bearer <API key>".',
  unknown: NOT_VALID,
  revoked: NOT_VALID,
  expired: 'This API key has expired. Rotate it or create another one.',
};

/**
 * The caller of a request, or why there is none: 401 for a key that is no good, 403 for a permission that it lacks or
 * an organization that it does not reach. `organizationHeader` is mandatory only when the key reaches several.
 */
export function authorize(request: {
  readonly verdict: KeyVerdict;
  readonly permission: Permission;
  readonly organizationHeader: string | undefined;
  readonly nowMs: number;
}): Caller | Refusal {
  const { verdict, permission, organizationHeader, nowMs } = request;
  if ('refusal' in verdict) {
    return verdict.refusal === 'unavailable'
      ? internalServerError('The API key could not be checked. Try again.')
      : unauthorized(SENTENCES[verdict.refusal]);
  }
  const { grant } = verdict;
  // The authorizer looked too, but its verdict may be older than the expiry.
  if (grant.expiresAt !== null && Date.parse(grant.expiresAt) <= nowMs)
    return unauthorized(SENTENCES.expired);
  const organization = chooseOrganization(grant, organizationHeader);
  if (!('id' in organization)) return organization;
  if (!grant.permissions.includes(permission)) {
    return forbidden(`This API key lacks the permission ${permission}.`, { permission });
  }
  const isLimited = grant.storeLocationIds !== null || grant.driverGroupIds !== null;
  if (isLimited && ORGANIZATION_WIDE_PERMISSIONS.includes(permission)) {
    return forbidden(
      `${permission} reaches the whole organization, and this API key is limited to ` +
        `${grant.storeLocationIds === null ? 'driver groups' : 'store locations'}. Use a key without a limit.`,
      { permission },
    );
  }
  return {
    actor: grant.actor,
    keyId: grant.actor.id,
    organizationId: organization.id,
    organizations: grant.organizations.map(({ id }) => id),
    permissions: grant.permissions,
    storeLocationIds: reachOf(grant, permission),
    driverGroupIds: grant.driverGroupIds,
    listShards: organization.listShards,
    preferences: grant.preferences?.organizationId === organization.id ? grant.preferences.values : undefined,
    expiresAt: grant.expiresAt,
  };
}

/** Rights over orders, jobs and deliveries, which lie in no driver group before they are on a route. */
const RIGHTS_OVER_ORDERS: readonly Permission[] = [
  'READ_ORDER',
  'WRITE_ORDER',
  'READ_JOB',
  'WRITE_JOB',
  'WRITE_DELIVERY',
];

/**
 * Store locations that the caller reaches. A caller that is limited to driver groups reaches no order, job or delivery
 * by itself; what it may do with fleets and routes is judged by `driverGroupIds` there.
 */
function reachOf(
  { storeLocationIds, driverGroupIds }: KeyGrant,
  permission: Permission,
): readonly string[] | null {
  return driverGroupIds !== null && RIGHTS_OVER_ORDERS.includes(permission) ? [] : storeLocationIds;
}

function chooseOrganization(
  grant: KeyGrant,
  asked: string | undefined,
): KeyGrant['organizations'][number] | Refusal {
  const [only, ...others] = grant.organizations;
  if (asked === undefined) {
    if (only && others.length === 0) return only;
    return forbidden('This API key reaches several organizations; name one of them in the header X-Org-Id.', {
      header: 'X-Org-Id',
    });
  }
  const found = grant.organizations.find(({ id }) => id === asked);
  return (
    found ?? forbidden(`This API key does not reach the organization "${asked}".`, { header: 'X-Org-Id' })
  );
}
