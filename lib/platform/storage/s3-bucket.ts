import { type Clock, toInstant } from '../core/clock.ts';
import { requireVariable } from '../runtime/index.ts';
import { type Bucket, LINK_LIFE_SECONDS, objectKey, type UploadedObject } from './bucket.ts';
import { type LinkRequest, type SigningKeys, signLink } from './sign-link.ts';

/** A call without an answer is given up after this time. Milliseconds. */
const ANSWERED_WITHIN_MS = 30_000;

/** Keys of a page of a list. */
const KEYS_OF_PAGE = 1_000;

/**
 * The bucket of the installation, from the environment: `BUCKET_NAME` and what Lambda sets. `call` sends a
 * request to S3.
 */
export function s3Bucket(clock: Pick<Clock, 'now'>, call: typeof fetch = fetch): Bucket {
  const urlOf = (organizationId: string, key: string): URL =>
    // As S3 encodes a key before it checks a signature.
    new URL(`${bucketAddress()}/${objectKey(organizationId, key).replaceAll('=', '%3D')}`);
  const link = (request: LinkRequest) =>
    signLink(request, keysOfEnvironment(), {
      region: requireVariable('AWS_REGION'),
      nowMs: clock.now(),
      seconds: LINK_LIFE_SECONDS,
    });
  const send = async (
    request: LinkRequest,
    { body, isStreamed = false }: { readonly body?: Uint8Array; readonly isStreamed?: boolean } = {},
  ): Promise<Response> => {
    const { method, headers = {} } = request;
    const reply = await call(link(request), {
      method,
      headers,
      ...(body ? { body: Buffer.from(body) } : {}),
      // What is streamed is read for as long as its reader takes.
      ...(isStreamed ? {} : { signal: AbortSignal.timeout(ANSWERED_WITHIN_MS) }),
    });
    if (reply.ok || reply.status === 404) return reply;
    throw new Error(`S3 answered ${reply.status} to ${method}: ${(await reply.text()).slice(0, 300)}`);
  };
  const headersOf = ({ contentType, sizeBytes, tags }: UploadedObject) => ({
    'content-type': contentType,
    'content-length': String(sizeBytes),
    ...taggedBy(tags),
  });
  return Object.freeze({
    async put(
      organizationId: string,
      key: string,
      content: Uint8Array,
      contentType: string,
      tags?: UploadedObject['tags'],
    ) {
      const headers = { 'content-type': contentType, ...taggedBy(tags) };
      await send({ method: 'PUT', url: urlOf(organizationId, key), headers }, { body: content });
    },
    async get(organizationId: string, key: string) {
      const reply = await send({ method: 'GET', url: urlOf(organizationId, key) });
      return reply.status === 404 ? undefined : new Uint8Array(await reply.arrayBuffer());
    },
    async stream(organizationId: string, key: string) {
      const reply = await send({ method: 'GET', url: urlOf(organizationId, key) }, { isStreamed: true });
      return reply.status === 404 || !reply.body ? undefined : reply.body;
    },
    async head(organizationId: string, key: string) {
      const reply = await send({ method: 'HEAD', url: urlOf(organizationId, key) });
      if (reply.status === 404) return undefined;
      return {
        sizeBytes: Number(reply.headers.get('content-length')),
        contentType: reply.headers.get('content-type') ?? '',
      };
    },
    async remove(organizationId: string, key: string) {
      await send({ method: 'DELETE', url: urlOf(organizationId, key) });
    },
    async list(organizationId: string, after: string | undefined) {
      const prefix = `${organizationId}/`;
      const query = {
        'list-type': '2',
        'encoding-type': 'url',
        'max-keys': String(KEYS_OF_PAGE),
        prefix,
        ...(after === undefined ? {} : { 'start-after': `${prefix}${after}` }),
      };
      const reply = await send({ method: 'GET', url: new URL(bucketAddress()), query });
      return keysOfListing(await reply.text()).map((key) => key.slice(prefix.length));
    },
    uploadLink(organizationId: string, key: string, object: UploadedObject) {
      const headers = headersOf(object);
      return {
        url: link({ method: 'PUT', url: urlOf(organizationId, key), headers }),
        headers,
        expiresAt: toInstant(clock.now() + LINK_LIFE_SECONDS * 1000),
      };
    },
    openLink: (organizationId: string, key: string) => ({
      url: link({ method: 'PUT', url: urlOf(organizationId, key) }),
      expiresAt: toInstant(clock.now() + LINK_LIFE_SECONDS * 1000),
    }),
    downloadLink: (organizationId: string, key: string) =>
      link({ method: 'GET', url: urlOf(organizationId, key) }),
  });
}

/** The keys in S3's answer to a request for a list, which is XML with keys that are encoded as in addresses. */
function keysOfListing(xml: string): readonly string[] {
  return [...xml.matchAll(/<Key>([^<]*)<\/Key>/g)].map(([, key = '']) =>
    decodeURIComponent(key.replaceAll('+', ' ')),
  );
}

function taggedBy(tags: UploadedObject['tags']): Readonly<Record<string, string>> {
  return tags ? { 'x-amz-tagging': new URLSearchParams({ ...tags }).toString() } : {};
}

/** Address of the bucket, from the environment. */
export function bucketAddress(): string {
  const name = requireVariable('BUCKET_NAME');
  const endpoint = process.env.AWS_ENDPOINT_URL_S3 ?? process.env.AWS_ENDPOINT_URL;
  if (endpoint) return `${endpoint}/${name}`;
  return `https://${name}.s3.${requireVariable('AWS_REGION')}.amazonaws.com`;
}

function keysOfEnvironment(): SigningKeys {
  return {
    accessKeyId: requireVariable('AWS_ACCESS_KEY_ID'),
    secretAccessKey: requireVariable('AWS_SECRET_ACCESS_KEY'),
    sessionToken: process.env.AWS_SESSION_TOKEN,
  };
}
