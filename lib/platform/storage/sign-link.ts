import { createHash, createHmac } from 'node:crypto';

/** Who signs; Lambda sets these in the environment. */
export interface SigningKeys {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken?: string | undefined;
}

/** A request that a link stands for. */
export interface LinkRequest {
  readonly method: 'GET' | 'PUT' | 'HEAD' | 'DELETE';
  /** Address of the object, without query. */
  readonly url: URL;
  /** Parameters of the request. */
  readonly query?: Readonly<Record<string, string>>;
  /** Headers that the link requires, besides the host. */
  readonly headers?: Readonly<Record<string, string>>;
}

/**
 * Presigns a request by Signature Version 4 in the query. This is implemented here because the S3 client
 * would make every function that creates links half a megabyte larger.
 */
export function signLink(
  request: LinkRequest,
  keys: SigningKeys,
  options: { readonly region: string; readonly nowMs: number; readonly seconds: number },
): string {
  const stamp = new Date(options.nowMs).toISOString().replace(/[-:]|\.\d{3}/g, '');
  const day = stamp.slice(0, 8);
  const scope = `${day}/${options.region}/s3/aws4_request`;
  const headers = headerList({ host: request.url.host, ...request.headers });
  const query = canonicalQuery({
    ...request.query,
    'X-Amz-Algorithm': 'AWS4-HMAC-SHA256',
    'X-Amz-Credential': `${keys.accessKeyId}/${scope}`,
    'X-Amz-Date': stamp,
    'X-Amz-Expires': String(options.seconds),
    ...(keys.sessionToken === undefined ? {} : { 'X-Amz-Security-Token': keys.sessionToken }),
    'X-Amz-SignedHeaders': headers.map(([name]) => name).join(';'),
  });
  const signature = signatureOf({ ...request, query, headers, stamp, scope }, keys.secretAccessKey);
  return `${request.url.origin}${request.url.pathname}?${query}&X-Amz-Signature=${signature}`;
}

/** Why a presigned request is not valid, or undefined when it is: the checks of S3, for the local cloud. */
export function checkLink(
  request: {
    readonly method: string;
    readonly path: string;
    readonly query: URLSearchParams;
    readonly headers: Readonly<Record<string, string>>;
  },
  secretAccessKey: string,
  nowMs: number,
): string | undefined {
  const { query } = request;
  const stamp = query.get('X-Amz-Date') ?? '';
  const [, year, month, date, hour, minute, second] =
    /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(stamp) ?? [];
  const signedAt = Date.parse(`${year}-${month}-${date}T${hour}:${minute}:${second}Z`);
  if (!(nowMs <= signedAt + Number(query.get('X-Amz-Expires')) * 1000)) return 'Request has expired';
  const names = (query.get('X-Amz-SignedHeaders') ?? '').split(';');
  const headers = headerList(Object.fromEntries(names.map((name) => [name, request.headers[name] ?? ''])));
  const unsigned = Object.fromEntries([...query].filter(([name]) => name !== 'X-Amz-Signature'));
  const scope = (query.get('X-Amz-Credential') ?? '').split('/').slice(1).join('/');
  const expected = signatureOf(
    {
      method: request.method,
      url: { pathname: request.path },
      query: canonicalQuery(unsigned),
      headers,
      stamp,
      scope,
    },
    secretAccessKey,
  );
  return expected === query.get('X-Amz-Signature')
    ? undefined
    : 'The request signature we calculated does not match the signature you provided.';
}

function signatureOf(
  request: {
    readonly method: string;
    readonly url: { readonly pathname: string };
    readonly query: string;
    readonly headers: readonly (readonly [string, string])[];
    readonly stamp: string;
    readonly scope: string;
  },
  secret: string,
): string {
  const { method, url, query, headers, stamp, scope } = request;
  const canonical = [
    method,
    url.pathname,
    query,
    ...headers.map(([name, value]) => `${name}:${value}`),
    '',
    headers.map(([name]) => name).join(';'),
    'UNSIGNED-PAYLOAD',
  ].join('\n');
  const hashed = createHash('sha256').update(canonical).digest('hex');
  const text = ['AWS4-HMAC-SHA256', stamp, scope, hashed].join('\n');
  const hmac = (key: string | Buffer, data: string) => createHmac('sha256', key).update(data).digest();
  const [day = '', region = '', service = ''] = scope.split('/');
  const key = hmac(hmac(hmac(hmac(`AWS4${secret}`, day), region), service), 'aws4_request');
  return hmac(key, text).toString('hex');
}

function headerList(headers: Readonly<Record<string, string>>): (readonly [string, string])[] {
  return Object.entries(headers)
    .map(([name, value]) => [name.toLowerCase(), value.trim()] as const)
    .sort(([a], [b]) => (a < b ? -1 : 1));
}

function canonicalQuery(parameters: Readonly<Record<string, string>>): string {
  return Object.entries(parameters)
    .map(([name, value]) => [encode(name), encode(value)] as const)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => `${name}=${value}`)
    .join('&');
}

/** As RFC 3986 has it; `encodeURIComponent` leaves five characters out. */
function encode(text: string): string {
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
