import type { KeyVerdict } from '../http/index.ts';
import type { CoreDeps } from '../runtime/index.ts';
import { credentialEntity, grantOf } from './credential.ts';
import { hashSecret, readBearer } from './secret.ts';

/** What the key in an `Authorization` header is worth now. One read at most. */
export async function judgeKey(
  deps: Pick<CoreDeps, 'table' | 'clock'>,
  authorization: string | undefined,
): Promise<KeyVerdict> {
  if (authorization === undefined || authorization.trim() === '') return { refusal: 'missing' };
  const secret = readBearer(authorization);
  if (secret === undefined) return { refusal: 'malformed' };
  const stored = await deps.table.get(credentialEntity, { hash: hashSecret(secret) });
  if (!stored) return { refusal: 'unknown' };
  const nowMs = deps.clock.now();
  const { retiredAt, expiresAt } = stored.value;
  if (retiredAt !== null && Date.parse(retiredAt) <= nowMs) return { refusal: 'revoked' };
  if (expiresAt !== null && Date.parse(expiresAt) <= nowMs) return { refusal: 'expired' };
  return { grant: grantOf(stored.value) };
}
