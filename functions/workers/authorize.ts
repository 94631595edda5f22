import {
  type HttpEvent,
  headerOf,
  type KeyVerdict,
  organizationHeaderOf,
  writeVerdict,
} from '../../lib/http/index.ts';
import type { CoreDeps } from '../../lib/runtime/index.ts';
import { coreDeps, once } from '../../lib/runtime/index.ts';
import { type Guesses, judgeKey } from '../../lib/tenancy/index.ts';

/** What the authorizer reads of API Gateway's question (type REQUEST, payload format 2.0). */
export interface AuthorizerEvent {
  readonly headers?: Readonly<Record<string, string | undefined>> | undefined;
}

/** API Gateway's simple authorizer response. */
export interface AuthorizerReply {
  readonly isAuthorized: boolean;
  readonly context: Record<string, string>;
}

/**
 * Judges the key of a request. It always lets the request pass and says in the context what the key is worth: API
 * Gateway's own refusals have no error envelope, so the area refuses instead.
 */
export function serveAuthorizer(makeDeps: () => CoreDeps) {
  const deps = once(makeDeps);
  const guesses: Guesses = new Map();
  return async ({ headers = {} }: AuthorizerEvent): Promise<AuthorizerReply> => {
    const verdict = await judge(deps(), { headers }, guesses);
    return { isAuthorized: true, context: writeVerdict(verdict) };
  };
}

async function judge(
  deps: CoreDeps,
  request: Pick<HttpEvent, 'headers'>,
  guesses: Guesses,
): Promise<KeyVerdict> {
  try {
    return await judgeKey(deps, headerOf(request, 'authorization'), organizationHeaderOf(request), guesses);
  } catch (error) {
    deps.log.error('http.authorizer.failed', 'A key could not be judged.', {}, error);
    return { refusal: 'unavailable' };
  }
}

export const handler = serveAuthorizer(coreDeps);
