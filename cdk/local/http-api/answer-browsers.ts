import type { IncomingHttpHeaders } from 'node:http';

/** Origins whose scripts may call the API. */
export interface Cors {
  /** `*` for any. */
  readonly origins: readonly string[];
  readonly methods: readonly string[];
  readonly headers: readonly string[];
  /** Headers of replies that scripts may read. */
  readonly exposed: readonly string[];
  readonly maxAgeSeconds: number;
}

/** Headers that let the script behind this request read the reply; none if its origin is not allowed. */
export function corsHeaders(cors: Cors | undefined, { origin }: IncomingHttpHeaders): Record<string, string> {
  const any = cors?.origins.includes('*') ?? false;
  if (!cors || !origin || !(any || cors.origins.includes(origin))) return {};
  return {
    'access-control-allow-origin': any ? '*' : origin,
    ...(cors.exposed.length > 0 ? { 'access-control-expose-headers': cors.exposed.join(',') } : {}),
    ...(any ? {} : { vary: 'origin' }),
  };
}

/** API Gateway's own answer to a browser's preflight request; undefined for other requests. */
export function preflightReply(
  cors: Cors | undefined,
  method: string | undefined,
  headers: IncomingHttpHeaders,
): { readonly status: number; readonly headers: Record<string, string>; readonly body: string } | undefined {
  if (!cors || method !== 'OPTIONS' || !headers['access-control-request-method']) return undefined;
  const allowed = corsHeaders(cors, headers);
  if (Object.keys(allowed).length === 0) return { status: 204, headers: {}, body: '' };
  return {
    status: 204,
    headers: {
      ...allowed,
      'access-control-allow-methods': cors.methods.join(','),
      'access-control-allow-headers': cors.headers.join(','),
      'access-control-max-age': String(cors.maxAgeSeconds),
    },
    body: '',
  };
}
