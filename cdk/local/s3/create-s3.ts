import { createHash, randomUUID } from 'node:crypto';
import { checkLink } from '../../../lib/platform/storage/sign-link.ts';
import { isRecord, recordsOf } from '../aws-json.ts';
import { openStore } from '../open-store.ts';
import type { AwsCall, AwsReply, AwsService, CloudContext, CloudPart, Need, ResourceType } from '../ports.ts';

/** What S3 needs of the cloud around it. */
export type S3Context = Pick<CloudContext, 'clock' | 'dataDirectory'>;

const OPERATIONS: Readonly<Record<string, string>> = {
  GET: 'GetObject',
  PUT: 'PutObject',
  HEAD: 'HeadObject',
  DELETE: 'DeleteObject',
  OPTIONS: 'Preflight',
};
/** Query parameters that select another operation of the same method and path. */
const PLAIN_PARAMETERS = /^(?:x-id|X-Amz-.+)$/;
/** The secret with which every function of the local cloud signs. */
const LOCAL_SECRET = 'local';
/** Headers that AWS stores with an object and returns. */
const KEPT_HEADERS = /^(content-type|content-encoding|content-disposition|cache-control|x-amz-meta-.+)$/;

const SCHEMA = `
  CREATE TABLE IF NOT EXISTS objects (
    bucket TEXT NOT NULL, key TEXT NOT NULL, headers TEXT NOT NULL, etag TEXT NOT NULL,
    modified_at INTEGER NOT NULL, body BLOB NOT NULL, PRIMARY KEY (bucket, key)
  )`;

const NO_EFFECT = { ignored: 'objects are in the data directory of one computer' };

/** Buckets with PutObject, GetObject, HeadObject, DeleteObject and ListObjectsV2, addressed by path. Other calls are refused. */
export function createS3(context: S3Context): CloudPart {
  const { clock, dataDirectory } = context;
  const database = openStore(
    dataDirectory === undefined ? { memory: true } : { dataDirectory },
    's3',
    SCHEMA,
  );
  const write = database.prepare('INSERT OR REPLACE INTO objects VALUES (?, ?, ?, ?, ?, ?)');
  const find = database.prepare('SELECT * FROM objects WHERE bucket = ? AND key = ?');
  const remove = database.prepare('DELETE FROM objects WHERE bucket = ? AND key = ?');
  const listed = database.prepare(
    'SELECT key FROM objects WHERE bucket = ? AND key > ? AND substr(key, 1, length(?)) = ? ORDER BY key LIMIT ?',
  );
  const buckets = new Map<string, readonly CorsRule[]>();

  const put = (call: AwsCall, bucket: string, key: string): AwsReply => {
    if (/aws-chunked/.test(call.headers['content-encoding'] ?? '')) {
      return error(501, 'NotImplemented', 'The local cloud accepts only whole bodies, no streams of chunks.');
    }
    const headers = Object.fromEntries(
      Object.entries(call.headers).filter(([name]) => KEPT_HEADERS.test(name)),
    );
    const etag = `"${createHash('md5').update(call.body).digest('hex')}"`;
    write.run(bucket, key, JSON.stringify(headers), etag, clock.now(), call.body);
    return { status: 200, headers: { etag }, body: '' };
  };

  const get = (bucket: string, key: string, withBody: boolean): AwsReply => {
    const row = find.get(bucket, key);
    if (!row) {
      // A HEAD reply has no body for an error.
      return withBody
        ? error(404, 'NoSuchKey', 'The specified key does not exist.')
        : { status: 404, body: '' };
    }
    const body = row.body instanceof Uint8Array ? row.body : new Uint8Array();
    return {
      status: 200,
      headers: {
        ...(JSON.parse(String(row.headers)) as Record<string, string>),
        etag: String(row.etag),
        'last-modified': new Date(Number(row.modified_at)).toUTCString(),
        'content-length': String(body.length),
      },
      body: withBody ? body : '',
    };
  };

  const list = (bucket: string, query: URLSearchParams): AwsReply => {
    const prefix = query.get('prefix') ?? '';
    const rows = listed.all(
      bucket,
      query.get('start-after') ?? '',
      prefix,
      prefix,
      Number(query.get('max-keys') ?? 1_000),
    );
    const keys = rows.map(({ key }) => `<Contents><Key>${encodeURIComponent(String(key))}</Key></Contents>`);
    return {
      status: 200,
      headers: { 'content-type': 'application/xml' },
      body: `<ListBucketResult><EncodingType>url</EncodingType>${keys.join('')}</ListBucketResult>`,
    };
  };

  const answer = async (call: AwsCall, bucket: string, key: string): Promise<AwsReply> => {
    if (call.query.has('X-Amz-Signature')) {
      const wrong = checkLink(call, LOCAL_SECRET, clock.now());
      if (wrong) return error(403, 'AccessDenied', wrong);
    }
    if (!buckets.has(bucket)) return error(404, 'NoSuchBucket', 'The specified bucket does not exist');
    switch (call.action) {
      case 'ListBucket':
        return list(bucket, call.query);
      case 'PutObject':
        return put(call, bucket, key);
      case 'GetObject':
        return get(bucket, key, true);
      case 'HeadObject':
        return get(bucket, key, false);
      case 'DeleteObject':
        remove.run(bucket, key);
        return { status: 204, body: '' };
      default:
        return error(501, 'NotImplemented', `S3 ${call.action} is not supported by the local cloud`);
    }
  };

  const service: AwsService = Object.freeze({
    name: 's3',
    actionOf(method: string, path: string, query: URLSearchParams) {
      if (method === 'GET' && placeOf(path).key === '' && query.get('list-type') === '2') return 'ListBucket';
      const plain = [...query.keys()].every((name) => PLAIN_PARAMETERS.test(name));
      return plain && placeOf(path).key !== '' ? OPERATIONS[method] : undefined;
    },
    needs(call: AwsCall): readonly Need[] {
      const { bucket, key } = placeOf(call.path);
      if (call.action === 'Preflight') return [];
      // AWS requires GetObject where only the head is read.
      if (call.action === 'ListBucket')
        return [{ action: 's3:ListBucket', resource: `arn:aws:s3:::${bucket}` }];
      const action = call.action === 'HeadObject' ? 'GetObject' : call.action;
      const resource = `arn:aws:s3:::${bucket}/${key}`;
      const tags = 'x-amz-tagging' in call.headers ? [{ action: 's3:PutObjectTagging', resource }] : [];
      return [{ action: `s3:${action}`, resource }, ...tags];
    },
    async handle(call: AwsCall) {
      const { bucket, key } = placeOf(call.path);
      const cors = corsHeaders(buckets.get(bucket), call);
      if (call.action === 'Preflight') {
        return cors
          ? { status: 200, headers: cors, body: '' }
          : error(403, 'AccessForbidden', 'CORSResponse: no rule');
      }
      const reply = await answer(call, bucket, key);
      return { ...reply, headers: { ...reply.headers, ...cors } };
    },
    denied: (message: string) => error(403, 'AccessDenied', message),
    idle: async () => true,
    stop: async () => undefined,
  });

  const bucket: ResourceType = Object.freeze({
    type: 'AWS::S3::Bucket',
    phase: 'storage',
    properties: {
      BucketName: 'used',
      AccessControl: NO_EFFECT,
      BucketEncryption: NO_EFFECT,
      CorsConfiguration: 'used',
      LifecycleConfiguration: NO_EFFECT,
      LoggingConfiguration: NO_EFFECT,
      OwnershipControls: NO_EFFECT,
      PublicAccessBlockConfiguration: NO_EFFECT,
      Tags: NO_EFFECT,
      VersioningConfiguration: { ignored: 'only the newest version of an object is read' },
    },
    ref: ({ physicalName }) => physicalName,
    attributes: ({ physicalName }) => ({
      Arn: `arn:aws:s3:::${physicalName}`,
      DomainName: `${physicalName}.s3.amazonaws.com`,
      RegionalDomainName: `${physicalName}.s3.us-east-1.amazonaws.com`,
    }),
    create: async ({ physicalName, properties }) =>
      void buckets.set(physicalName, corsRules(properties.CorsConfiguration)),
  } satisfies ResourceType);

  return Object.freeze({
    resourceTypes: [bucket],
    services: [service],
    stop: async () => database.close(),
  });
}

interface CorsRule {
  readonly AllowedMethods: readonly string[];
  readonly AllowedOrigins: readonly string[];
  readonly AllowedHeaders: readonly string[];
}

function corsRules(configuration: unknown): readonly CorsRule[] {
  return recordsOf(isRecord(configuration) ? configuration.CorsRules : undefined).map((rule) => ({
    AllowedMethods: textsOf(rule.AllowedMethods),
    AllowedOrigins: textsOf(rule.AllowedOrigins),
    AllowedHeaders: textsOf(rule.AllowedHeaders),
  }));
}

/** Headers that let a page of another origin make the call; undefined when no rule of the bucket allows it. */
function corsHeaders(
  rules: readonly CorsRule[] | undefined,
  { method, headers }: AwsCall,
): Readonly<Record<string, string>> | undefined {
  const { origin } = headers;
  const wanted = method === 'OPTIONS' ? headers['access-control-request-method'] : method;
  if (origin === undefined || wanted === undefined) return undefined;
  const allows = ({ AllowedMethods, AllowedOrigins }: CorsRule) =>
    AllowedMethods.includes(wanted) && (AllowedOrigins.includes('*') || AllowedOrigins.includes(origin));
  const rule = rules?.find(allows);
  if (!rule) return undefined;
  return {
    'access-control-allow-origin': rule.AllowedOrigins.includes('*') ? '*' : origin,
    'access-control-allow-methods': rule.AllowedMethods.join(', '),
    ...(method === 'OPTIONS' ? { 'access-control-allow-headers': rule.AllowedHeaders.join(', ') } : {}),
  };
}

/** `/bucket/some/key`, which SDKs use where the endpoint is an address. */
function placeOf(path: string): { readonly bucket: string; readonly key: string } {
  const [, bucket = '', key = ''] = /^\/([^/]+)\/?(.*)$/s.exec(path) ?? [];
  try {
    return { bucket, key: decodeURIComponent(key) };
  } catch {
    return { bucket, key };
  }
}

function error(status: number, code: string, message: string): AwsReply {
  const escaped = message.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  return {
    status,
    headers: { 'content-type': 'application/xml' },
    body: `<?xml version="1.0" encoding="UTF-8"?><Error><Code>${code}</Code><Message>${escaped}</Message><RequestId>${randomUUID()}</RequestId></Error>`,
  };
}

function textsOf(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.map(String) : [];
}
