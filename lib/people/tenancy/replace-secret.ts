import { toInstant } from '../../platform/core/clock.ts';
import { lostRace } from '../../platform/core/commit.ts';
import { conflict } from '../../platform/core/common-refusals.ts';
import type { Origin } from '../../platform/core/origin.ts';
import type { Refusal } from '../../platform/core/refusal.ts';
import { replace, type Stored } from '../../platform/table/index.ts';
import { type ApiKey, apiKeyEntity } from './api-key.ts';
import { auditedKey } from './audit-key.ts';
import { createCredential, retireCredential } from './credential.ts';
import { readCredentials } from './read-credentials.ts';
import { hashSecret, newSecret, prefixOf } from './secret.ts';
import type { TenancyDeps } from './tenancy-deps.ts';

/** A rotated key: the new secret, and the time until which the previous one is accepted. */
export interface RotatedApiKey extends ApiKeyWithSecret {
  readonly previousKeyExpiresAt: string;
}

/** How many secrets of one key may be valid at the same time. */
const MAX_SECRETS = 10;

/**
 * Writes the new secret and ends the earlier ones. Refused with 409 when too many are valid, or somebody else was
 * rotating the key.
 */
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
    prefix: prefixOf(key),
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
  return lostRace({ what: 'API key', id: apiKey.id });
}

/** A key with its secret, which is shown only here. */
export interface ApiKeyWithSecret {
  readonly apiKey: ApiKey;
  readonly version: number;
  readonly key: string;
}
