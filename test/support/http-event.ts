import type { KeyGrant, KeyVerdict } from '../../lib/platform/access/index.ts';
import { PERMISSIONS } from '../../lib/platform/access/index.ts';
import { type HttpEvent, writeVerdict } from '../../lib/platform/http/index.ts';

/** A key that has all rights in one organization, changed by `changes`. */
export function anyGrant(changes: Partial<KeyGrant> = {}): KeyGrant {
  return {
    actor: { type: 'key', id: 'key_test', name: 'Test' },
    organizations: [{ id: 'org_test', listShards: 1 }],
    permissions: PERMISSIONS,
    storeLocationIds: null,
    driverGroupIds: null,
    expiresAt: null,
    ...changes,
  };
}

/** The parts of a request for `httpEvent`. */
export interface HttpRequestOptions {
  /** Path parameters; they replace `{name}` in the route's path. */
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as JSON, a string as it is. */
  readonly body?: unknown;
  /** The authorizer's result. Left out = a key with all rights. `null` = no authorizer on the route. */
  readonly verdict?: KeyVerdict | null;
  readonly isBase64Encoded?: boolean;
  readonly requestId?: string;
}

/** The event that API Gateway passes to an area for `routeKey` (`GET /v1/order/{id}`). */
export function httpEvent(routeKey: string, options: HttpRequestOptions = {}): HttpEvent {
  const {
    params = {},
    query,
    headers = {},
    body,
    verdict = { grant: anyGrant() },
    requestId = 'req-1',
  } = options;
  const [method = 'GET', template = '/'] = routeKey.split(' ');
  const path = template.replace(/\{(\w+)\}/g, (_, name) => params[name] ?? '');
  return {
    routeKey,
    rawPath: path,
    headers,
    queryStringParameters: query,
    pathParameters: params,
    body: body === undefined || typeof body === 'string' ? body : JSON.stringify(body),
    isBase64Encoded: options.isBase64Encoded ?? false,
    requestContext: {
      requestId,
      http: { method, path },
      authorizer: verdict === null ? undefined : { lambda: writeVerdict(verdict) },
    },
  };
}
