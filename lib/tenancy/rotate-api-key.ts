import { toInstant } from '../core/clock.ts';
import { refuseOtherVersion } from '../core/expected-version.ts';
import type { Origin } from '../core/origin.ts';
import { isRefusal, type Refusal } from '../core/refusal.ts';
import { type Caller, conflict, forbidden, lockAcquisitionFailure } from '../http/index.ts';
import { replace, type Stored } from '../table/index.ts';
import type { Acting } from './acting.ts';
import { type ApiKey, apiKeyEntity, permissionsOf } from './api-key.ts';
import { auditedKey } from './audit-key.ts';
import type { ApiKeyWithSecret } from './create-api-key.ts';
import { createCredential, retireCredential } from './credential.ts';
import { findApiKey } from './find-api-key.ts';
import { readCredentials } from './read-credentials.ts';
import { hashSecret, newSecret } from './secret.ts';
import type { TenancyDeps } from './tenancy-deps.ts';

/** A rotated key: the new secret, and the time until which the previous one is accepted. */
export interface RotatedApiKey extends ApiKeyWithSecret {
  readonly previousKeyExpiresAt: string;
}

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

/** Most secrets of one key that may be valid at the same time. */
const MAX_SECRETS = 10;

/** Writes the new secret and ends the earlier ones. Refused with 409 when too many are valid or somebody else was rotating. */
export async function replaceSecret(
  deps: TenancyDeps,
  origin: Origin,
  stored: Stored<ApiKey>,
  overlapSeconds: number,
): Promise<RotatedApiKey | Refusal> {
  const nowMs = deps.clock.now();
  const end = toInstant(nowMs + overlapSeconds * 1000);
  const key = newSecret(deps.randomSecret());
  const credentials = await readCredentials(deps, stored.value);
  const alive = credentials.filter(
    ({ value }) => value.retiredAt === null || Date.parse(value.retiredAt) > nowMs,
  );
  if (overlapSeconds > 0 && alive.length >= MAX_SECRETS) {
    return conflict(
      `${MAX_SECRETS} secrets of the API key "${stored.value.id}" are still valid. Rotate with overlapSeconds 0 to end them.`,
      { id: stored.value.id },
    );
  }
  const apiKey: ApiKey = {
    ...stored.value,
    currentHash: hashSecret(key),
    earlierHashes: alive.map(({ value }) => value.hash),
    updatedAt: toInstant(nowMs),
  };
  const written = await deps.table.write([
    replace(apiKeyEntity, stored, apiKey),
    createCredential(apiKey),
    auditedKey(origin, 'rotated', apiKey.updatedAt, stored.value, apiKey),
    ...alive.map((credential) => retireCredential(credential, end)),
  ]);
  if (written.ok) return { apiKey, version: stored.version + 1, key, previousKeyExpiresAt: end };
  return lockAcquisitionFailure(`The API key "${apiKey.id}" was changed by somebody else. Try again.`, {
    id: apiKey.id,
  });
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
