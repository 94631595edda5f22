import { toInstant } from '../../platform/core/clock.ts';
import { lostRace } from '../../platform/core/commit.ts';
import { refuseOtherVersion } from '../../platform/core/expected-version.ts';
import { isRefusal, type Refusal } from '../../platform/core/refusal.ts';
import type { CoreDeps } from '../../platform/runtime/index.ts';
import { remove } from '../../platform/table/index.ts';
import type { Acting } from './acting.ts';
import { apiKeyEntity } from './api-key.ts';
import { auditedKey } from './audit-key.ts';
import { retireCredential } from './credential.ts';
import { findApiKey } from './find-api-key.ts';
import { readCredentials } from './read-credentials.ts';

/** Revokes a key and all of its secrets at once. Refused with 409 when somebody else was changing it. */
export async function revokeApiKey(
  deps: CoreDeps,
  { caller, origin }: Acting,
  id: string,
  expectedVersion?: number,
): Promise<{ readonly id: string; readonly revokedAt: string } | Refusal> {
  const stored = await findApiKey(deps, caller, id);
  if (isRefusal(stored)) return stored;
  const stale = refuseOtherVersion(expectedVersion, stored);
  if (stale) return stale;
  const revokedAt = toInstant(deps.clock.now());
  const credentials = await readCredentials(deps, stored.value);
  const written = await deps.table.write([
    remove(apiKeyEntity, stored),
    ...credentials.map((credential) => retireCredential(credential, revokedAt)),
    auditedKey(origin, 'revoked', revokedAt, stored.value, null),
  ]);
  if (written.ok) return { id, revokedAt };
  return lostRace({ what: 'API key', id });
}
