import { isUtf8 } from 'node:buffer';
import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { LOCAL_ACCOUNT } from '../ports.ts';
import { decode } from './match-route.ts';

/** A request before its route is known. */
export interface ReceivedRequest {
  readonly method: string;
  /** Still encoded. */
  readonly path: string;
  /** Without the question mark, still encoded. */
  readonly queryString: string;
  /** Lower-case names; several values of one name joined by commas. */
  readonly headers: Readonly<Record<string, string>>;
  readonly cookies: readonly string[];
  /** Decoded; several values of one name joined by commas. */
  readonly query: Readonly<Record<string, string>>;
  readonly requestId: string;
  readonly sourceIp: string;
  readonly protocol: string;
  /** Milliseconds since the epoch on the local clock. */
  readonly at: number;
}

/** The part of the event that describes the API. */
export interface ApiIdentity {
  readonly apiId: string;
  readonly stage: string;
  /** Host and port of the local cloud. */
  readonly domainName: string;
}

/** The event of payload format 2.0. Fields without a value are absent, as API Gateway leaves them out. */
export interface HttpEvent {
  readonly version: '2.0';
  readonly routeKey: string;
  readonly rawPath: string;
  readonly rawQueryString: string;
  readonly cookies?: readonly string[];
  readonly headers: Readonly<Record<string, string>>;
  readonly queryStringParameters?: Readonly<Record<string, string>>;
  readonly pathParameters?: Readonly<Record<string, string>>;
  readonly requestContext: Readonly<Record<string, unknown>>;
}

/** Hop-by-hop headers: they end at the gateway. */
const HOP_HEADERS = new Set(['connection', 'keep-alive', 'proxy-connection', 'transfer-encoding', 'upgrade']);

/** Content types whose body is passed on as text; any other, or none, is passed on in base64. */
const TEXT_TYPE = /^(text\/.*|application\/(json|xml|javascript))$/;

const MONTHS = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');

/** Parses a request. `at` is the time on the local clock, `port` where the API listens. */
export function receiveRequest(request: IncomingMessage, at: number, port: number): ReceivedRequest {
  const url = request.url ?? '/';
  const mark = url.indexOf('?');
  const queryString = mark === -1 ? '' : url.slice(mark + 1);
  const sourceIp = (request.socket.remoteAddress ?? '127.0.0.1').replace(/^::ffff:/, '');
  const { cookies, headers } = readHeaders(request.rawHeaders);
  return {
    method: request.method ?? 'GET',
    path: mark === -1 ? url : url.slice(0, mark),
    queryString,
    headers: {
      'content-length': '0',
      ...headers,
      'x-amzn-trace-id': headers['x-amzn-trace-id'] ?? traceId(at),
      'x-forwarded-for':
        headers['x-forwarded-for'] === undefined ? sourceIp : `${headers['x-forwarded-for']}, ${sourceIp}`,
      'x-forwarded-port': String(port),
      'x-forwarded-proto': 'http',
    },
    cookies,
    query: readQuery(queryString),
    requestId: randomUUID(),
    sourceIp,
    protocol: `HTTP/${request.httpVersion}`,
    at,
  };
}

/** The event without its body: input of an authorizer, to which the caller adds `type` and similar fields. */
export function buildEvent(
  request: ReceivedRequest,
  api: ApiIdentity,
  routeKey: string,
  pathParameters: Readonly<Record<string, string>> | undefined,
): HttpEvent {
  const path = decode(request.path);
  return {
    version: '2.0',
    routeKey,
    rawPath: path,
    rawQueryString: request.queryString,
    ...(request.cookies.length > 0 && { cookies: request.cookies }),
    headers: request.headers,
    ...(Object.keys(request.query).length > 0 && { queryStringParameters: request.query }),
    requestContext: {
      accountId: LOCAL_ACCOUNT,
      apiId: api.apiId,
      domainName: api.domainName,
      domainPrefix: api.apiId,
      http: {
        method: request.method,
        path,
        protocol: request.protocol,
        sourceIp: request.sourceIp,
        userAgent: request.headers['user-agent'] ?? '',
      },
      requestId: request.requestId,
      routeKey,
      stage: api.stage,
      time: commonLogTime(request.at),
      timeEpoch: request.at,
    },
    ...(pathParameters !== undefined && { pathParameters }),
  };
}

/** Body part of the event: text as it is, anything else in base64. */
export function eventBody(
  body: Buffer,
  contentType: string | undefined,
): { readonly body?: string; readonly isBase64Encoded: boolean } {
  if (body.length === 0) return { isBase64Encoded: false };
  const type = (contentType ?? '').split(';')[0]!.trim().toLowerCase();
  // Bytes that are not text must not be replaced on the way: the service refuses them.
  if (TEXT_TYPE.test(type) && isUtf8(body)) return { body: body.toString('utf8'), isBase64Encoded: false };
  return { body: body.toString('base64'), isBase64Encoded: true };
}

function readHeaders(raw: readonly string[]) {
  const headers: Record<string, string> = {};
  const cookies: string[] = [];
  for (let index = 0; index < raw.length; index += 2) {
    const name = raw[index]!.toLowerCase();
    const value = raw[index + 1]!;
    if (name === 'cookie') cookies.push(...value.split(';').map((cookie) => cookie.trim()));
    else if (!HOP_HEADERS.has(name)) headers[name] = name in headers ? `${headers[name]},${value}` : value;
  }
  return { headers, cookies: cookies.filter((cookie) => cookie !== '') };
}

function readQuery(queryString: string): Readonly<Record<string, string>> {
  const query: Record<string, string> = {};
  for (const [name, value] of new URLSearchParams(queryString)) {
    query[name] = Object.hasOwn(query, name) ? `${query[name]},${value}` : value;
  }
  return query;
}

function traceId(at: number): string {
  const seconds = Math.floor(at / 1000)
    .toString(16)
    .padStart(8, '0');
  return `Root=1-${seconds}-${randomUUID().replaceAll('-', '').slice(0, 24)}`;
}

/** `12/Mar/2020:19:03:58 +0000`. */
function commonLogTime(at: number): string {
  const date = new Date(at);
  const two = (value: number) => String(value).padStart(2, '0');
  const day = `${two(date.getUTCDate())}/${MONTHS[date.getUTCMonth()]}/${date.getUTCFullYear()}`;
  return `${day}:${two(date.getUTCHours())}:${two(date.getUTCMinutes())}:${two(date.getUTCSeconds())} +0000`;
}
