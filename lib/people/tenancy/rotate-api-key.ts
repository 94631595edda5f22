import { refuseOtherVersion } from '../../platform/core/expected-version.ts';
import { isRefusal, type Refusal } from '../../platform/core/refusal.ts';
import type { Acting } from './acting.ts';
import { findApiKey } from './find-api-key.ts';
import { refuseTakingOver } from './granting.ts';
import { type RotatedApiKey, replaceSecret } from './replace-secret.ts';
import type { TenancyDeps } from './tenancy-deps.ts';

/**
 * Gives a key a new secret; the previous one stays valid for `overlapSeconds`. Refused with 403 when the key has more
 * rights than the caller, who would otherwise get them with the secret. From then on the key is limited to the rights
 * of its new holder, the person behind the caller.
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
  const refused =
    refuseOtherVersion(request.expectedVersion, stored) ?? refuseTakingOver(caller, stored.value);
  if (refused) return refused;
  const { principal: _, ...key } = stored.value;
  const held = { ...key, ...(caller.principal ? { principal: caller.principal } : {}) };
  return replaceSecret(deps, origin, { ...stored, value: held }, request.overlapSeconds);
}
