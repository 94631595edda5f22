import {
  emptyMemory,
  fetchJson,
  type JudgeDeps,
  judgeCaller,
  noteKeyUse,
  signInIssuers,
  tokenVerifier,
  type VerifyToken,
} from '../../lib/people/tenancy/index.ts';
import type { KeyVerdict } from '../../lib/platform/access/index.ts';
import {
  type HttpEvent,
  headerOf,
  organizationHeaderOf,
  writeVerdict,
} from '../../lib/platform/http/index.ts';
import type { CoreDeps } from '../../lib/platform/runtime/index.ts';
import { coreDeps, once } from '../../lib/platform/runtime/index.ts';

/** What the authorizer reads of API Gateway's request (type REQUEST, payload format 2.0). */
export interface AuthorizerEvent {
  readonly headers?: Readonly<Record<string, string | undefined>> | undefined;
}

/** API Gateway's simple authorizer response. */
export interface AuthorizerReply {
  readonly isAuthorized: boolean;
  readonly context: Record<string, string>;
}

/** Dependencies of the authorizer. Without `verifyToken` no token signs anybody in. */
export interface AuthorizerDeps extends CoreDeps {
  readonly verifyToken?: VerifyToken;
}

/**
 * Checks the key or token of a request. It always lets the request pass and puts the result into the context:
 * API Gateway's own refusals have no error envelope, so the area refuses instead.
 */
export function serveAuthorizer(makeDeps: () => AuthorizerDeps) {
  const deps = once(() => {
    const made = makeDeps();
    const { verifyToken = tokenVerifier({ ...made, fetchJson }, []) } = made;
    return { ...made, verifyToken, memory: emptyMemory(), noted: new Map<string, number>() };
  });
  return async ({ headers = {} }: AuthorizerEvent): Promise<AuthorizerReply> => {
    const verdict = await judge(deps(), { headers });
    await note(deps(), verdict);
    return { isAuthorized: true, context: writeVerdict(verdict) };
  };
}

/** By its version, the alarm of a version that is tried first counts its own errors. */
function versionOfThis() {
  return { version: process.env.AWS_LAMBDA_FUNCTION_VERSION };
}

async function judge(deps: CoreDeps & JudgeDeps, request: Pick<HttpEvent, 'headers'>): Promise<KeyVerdict> {
  try {
    return await judgeCaller(deps, headerOf(request, 'authorization'), organizationHeaderOf(request));
  } catch (error) {
    deps.log.error('http.authorizer.failed', 'A key or token could not be checked.', versionOfThis(), error);
    return { refusal: 'unavailable' };
  }
}

/** Notes the use of a key. A request is answered even if that is impossible. */
async function note(
  { noted, ...deps }: CoreDeps & { readonly noted: Map<string, number> },
  verdict: KeyVerdict,
): Promise<void> {
  // Lent credentials, and those of drivers' phones, are in no list of keys.
  if ('refusal' in verdict || !verdict.grant.actor.id.startsWith('key_')) return;
  const { id } = verdict.grant.actor;
  try {
    await noteKeyUse(deps, id, noted);
  } catch (error) {
    deps.log.warn('http.authorizer.use-not-noted', 'The use of a key could not be noted.', {
      keyId: id,
      reason: String(error),
    });
  }
}

export const handler = serveAuthorizer(() => {
  const core = coreDeps();
  return { ...core, verifyToken: tokenVerifier({ ...core, fetchJson }, signInIssuers(process.env)) };
});
