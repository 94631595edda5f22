import type { Functions, LocalClock } from '../ports.ts';
import { LOCAL_ACCOUNT, LOCAL_REGION } from '../ports.ts';
import type { ApiIdentity, HttpEvent, ReceivedRequest } from './build-event.ts';
import { gatewayReply, type HttpReply } from './read-result.ts';
import { isUnreachable, unreachableReply } from './unreachable-reply.ts';

/** A Lambda authorizer of the HTTP API: REQUEST type, payload 2.0, simple responses. */
export interface Authorizer {
  readonly id: string;
  readonly functionArn: string;
  /** `$request.header.Authorization`, ... All must be present, otherwise the answer is 401. */
  readonly identitySources: readonly string[];
  /** How long an answer is cached; 0 = not at all. */
  readonly ttlMs: number;
}

/** Allowed with the authorizer's context, or answered by the gateway. */
export type Authorization = { readonly context: unknown } | { readonly reply: HttpReply };

/** What authorizing needs from the local cloud. */
export interface AuthorizeParts {
  readonly functions: Functions;
  readonly clock: Pick<LocalClock, 'now'>;
  readonly api: ApiIdentity;
}

/** Maximum number of cached answers; the oldest are removed first. */
const CACHE_LIMIT = 1000;

/**
 * Creates the function that asks `authorizer` about a request. `event` is the request's event without its body. Answers
 * are cached by the values of the identity sources, for every route of the API that uses the authorizer.
 */
export function authorizeRequest(
  { functions, clock, api }: AuthorizeParts,
  authorizer: Authorizer,
): (request: ReceivedRequest, event: HttpEvent) => Promise<Authorization> {
  const cache = new Map<string, { readonly until: number; readonly authorization: Authorization }>();
  const gateway = {
    service: 'apigateway.amazonaws.com',
    sourceArn: `arn:aws:execute-api:${LOCAL_REGION}:${LOCAL_ACCOUNT}:${api.apiId}/authorizers/${authorizer.id}`,
  };

  return async (request, event) => {
    const identity = authorizer.identitySources.map((source) => identityValue(source, request, event));
    if (identity.some((value) => value === undefined || value === '')) {
      return { reply: gatewayReply(401, 'Unauthorized') };
    }
    const cached = authorizer.ttlMs > 0 && identity.length > 0;
    const key = JSON.stringify(identity);
    const kept = cached ? cache.get(key) : undefined;
    if (kept !== undefined && clock.now() < kept.until) return kept.authorization;
    const routeArn = `arn:aws:execute-api:${LOCAL_REGION}:${LOCAL_ACCOUNT}:${api.apiId}/${api.stage}/${request.method}${event.rawPath}`;
    const result = await functions.invoke(
      authorizer.functionArn,
      { ...event, type: 'REQUEST', routeArn, identitySource: identity.length > 0 ? identity : null },
      gateway,
    );
    if (isUnreachable(result)) return { reply: unreachableReply(request.requestId) };
    if (!result.ok) {
      const unauthorized = result.errorMessage === 'Unauthorized';
      return {
        reply: unauthorized ? gatewayReply(401, 'Unauthorized') : gatewayReply(500, 'Internal Server Error'),
      };
    }
    const authorization = readAnswer(result.payload);
    if (authorization === undefined) return { reply: gatewayReply(500, 'Internal Server Error') };
    if (cached) {
      cache.delete(key);
      cache.set(key, { until: clock.now() + authorizer.ttlMs, authorization });
      if (cache.size > CACHE_LIMIT) cache.delete(cache.keys().next().value!);
    }
    return authorization;
  };
}

function readAnswer(payload: unknown): Authorization | undefined {
  if (typeof payload !== 'object' || payload === null) return undefined;
  const { isAuthorized, context } = payload as { isAuthorized?: unknown; context?: unknown };
  if (typeof isAuthorized !== 'boolean') return undefined;
  return isAuthorized ? { context: context ?? null } : { reply: gatewayReply(403, 'Forbidden') };
}

function identityValue(source: string, request: ReceivedRequest, event: HttpEvent): string | undefined {
  const [, place, name] = /^\$(request\.header|request\.querystring|context)\.(.+)$/.exec(source) ?? [];
  switch (place) {
    case 'request.header':
      return request.headers[name!.toLowerCase()];
    case 'request.querystring':
      return request.query[name!];
    default: {
      const value = event.requestContext[name ?? ''];
      return value === undefined ? undefined : String(value);
    }
  }
}
