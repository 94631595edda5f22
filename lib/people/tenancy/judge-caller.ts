import type { KeyVerdict } from '../../platform/access/index.ts';
import type { CoreDeps } from '../../platform/runtime/index.ts';
import { type JudgeMemory, judgeKey } from './judge-key.ts';
import { isSecret, readBearer } from './secret.ts';
import { judgeUser } from './sign-in/judge-user.ts';
import { isJsonWebToken, type VerifyToken } from './sign-in/verify-token.ts';

/** What checking callers needs, and the memory of a function instance. */
export interface JudgeDeps extends Pick<CoreDeps, 'table' | 'clock'> {
  readonly verifyToken: VerifyToken;
  readonly memory: JudgeMemory;
}

/** Current rights of the key or the token in an `Authorization` header. */
export async function judgeCaller(
  deps: JudgeDeps,
  authorization: string | undefined,
  organizationHeader: string | undefined,
): Promise<KeyVerdict> {
  if (authorization === undefined || authorization.trim() === '') return { refusal: 'missing' };
  const token = readBearer(authorization);
  if (token === undefined) return { refusal: 'malformed' };
  if (isSecret(token)) return judgeKey(deps, token, organizationHeader, deps.memory);
  if (isJsonWebToken(token)) return judgeUser(deps, deps.verifyToken, token, organizationHeader);
  return { refusal: 'malformed' };
}
