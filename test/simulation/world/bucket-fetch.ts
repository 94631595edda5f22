import { sent } from './aws-clients.ts';
import type { Instance } from './function-pool.ts';
import type { StoredContent } from './world.ts';

const ADDRESS = 'https://bucket.sim';

/** Tells a function where its bucket is. */
export const BUCKET_ENVIRONMENT = {
  BUCKET_NAME: 'objects',
  AWS_ENDPOINT_URL_S3: ADDRESS,
  AWS_REGION: 'us-east-1',
  AWS_ACCESS_KEY_ID: 'AKIASIMULATION',
  AWS_SECRET_ACCESS_KEY: 'simulation',
};

/** The object that a link leads to. */
export function objectAt(url: string): string {
  return decodeURIComponent(new URL(url).pathname).split('/').slice(2).join('/');
}

/** S3 over HTTP: requests take time, may be refused for now, and may lose their replies. */
export function bucketFetch(instance: Instance): typeof fetch {
  const { objects } = instance.world;
  const answer = (method: string, key: string, request: RequestInit): Response => {
    const found = objects.get(key);
    switch (method) {
      case 'PUT':
        objects.set(key, {
          content: new Uint8Array(request.body as Buffer),
          contentType: new Headers(request.headers).get('content-type') ?? 'binary/octet-stream',
        });
        return reply(200);
      case 'DELETE':
        objects.delete(key);
        return reply(204);
      default:
        return found ? reply(200, found) : reply(404);
    }
  };
  const listing = (query: URLSearchParams): Response => {
    const after = query.get('start-after') ?? '';
    const keys = [...objects.keys()]
      .filter((key) => key.startsWith(query.get('prefix') ?? '') && key > after)
      .sort()
      .slice(0, Number(query.get('max-keys')));
    const text = keys.map((key) => `<Key>${encodeURIComponent(key)}</Key>`).join('');
    return reply(200, { content: Buffer.from(text), contentType: 'application/xml' });
  };
  return async (url, request = {}) => {
    const { method = 'GET' } = request;
    const { searchParams } = new URL(String(url));
    if (searchParams.has('list-type'))
      return sent(instance, 'LIST', () => listing(searchParams), { attempts: 1 });
    const key = objectAt(String(url));
    // Links are opened without the SDK, so nothing repeats them.
    return sent(instance, `${method} ${key}`, () => answer(method, key, request), { attempts: 1 });
  };
}

/** Enough of a reply. The platform's own replies are read separately. */
function reply(status: number, found?: StoredContent): Response {
  const { content = new Uint8Array(), contentType = '' } = found ?? {};
  return {
    ok: status < 300,
    status,
    headers: new Headers({ 'content-length': String(content.length), 'content-type': contentType }),
    arrayBuffer: async () => content.slice().buffer,
    text: async () => Buffer.from(content).toString(),
    body: found ? portionsOf(content) : null,
  } as unknown as Response;
}

/** A content as it arrives, in portions that split its characters. */
async function* portionsOf(content: Uint8Array): AsyncGenerator<Uint8Array, void> {
  const size = 10_007;
  for (let from = 0; from < content.length; from += size) yield content.subarray(from, from + size);
}
