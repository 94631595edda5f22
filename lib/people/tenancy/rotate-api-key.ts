import type { Caller } from '../../platform/access/index.ts';
import { forbidden } from '../../platform/core/common-refusals.ts';
import { refuseOtherVersion } from '../../platform/core/expected-version.ts';
import { isRefusal, type Refusal } from '../../platform/core/refusal.ts';
import type { Acting } from './acting.ts';
import { type ApiKey, permissionsOf } from './api-key.ts';
import { findApiKey } from './find-api-key.ts';
import { type RotatedApiKey, replaceSecret } from './replace-secret.ts';
import type { TenancyDeps } from './tenancy-deps.ts';

/**
 * Gives a key a new secret; the previous one stays valid for `overlapSeconds`. Refused with 403 when the key
 * has more rights than the caller, who would otherwise get those rights with the secret.
 */
export async function rotateApiKey(
  deps: TenancyDeps,
  { caller, origin }: Acting,
  request: {
    readonly id: string;
    readonly overlapSeconds: number;
    readonly expectedVersion?: number | undefined;
  },
): Promise<RotatedApiKey | Refusal> {
  const stored = await findApiKey(deps, caller, request.id);
  if (isRefusal(stored)) return stored;
  const stale = refuseOtherVersion(request.expectedVersion, stored);
  if (stale) return stale;
  const lacking = rightsBeyond(caller, stored.value);
  if (lacking.length > 0) {
    return forbidden(`The API key "${request.id}" has more rights than yours: ${lacking.join(', ')}.`, {
      lacking,
    });
  }
  return replaceSecret(deps, origin, stored, request.overlapSeconds);
}

/** What the key has but the caller does not: permissions, organizations, life. */
function rightsBeyond(caller: Caller, key: ApiKey): readonly string[] {
  const outlives = caller.expiresAt !== null && (key.expiresAt === null || key.expiresAt > caller.expiresAt);
  return [
    ...permissionsOf(key).filter((permission) => !caller.permissions.includes(permission)),
    ...key.organizations.map(({ id }) => id).filter((id) => !caller.organizations.includes(id)),
    ...(outlives && key.id !== caller.keyId ? [`life beyond ${caller.expiresAt}`] : []),
  ];
}
