import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createS3 } from '../../../cdk/local/s3/index.ts';
import { type Bucket, s3Bucket } from '../../../lib/platform/storage/index.ts';
import { BUCKET_ENVIRONMENT, bucketFetch } from '../../simulation/world/bucket-fetch.ts';
import { quietWorld } from '../../support/quiet-world.ts';
import { anyClock } from '../../unit/cdk/local/support/any-clock.ts';
import { anyResource, createResource } from '../../unit/cdk/local/support/any-cloud.ts';

interface Tried {
  readonly bucket: Bucket;
  done<Answer>(call: Promise<Answer>): Promise<Answer>;
  stop(): Promise<void>;
}

async function simulated(): Promise<Tried> {
  for (const [name, value] of Object.entries(BUCKET_ENVIRONMENT)) vi.stubEnv(name, value);
  const { caller, done } = quietWorld();
  return { bucket: s3Bucket(caller.clock, bucketFetch(caller)), done, stop: async () => undefined };
}

async function local(): Promise<Tried> {
  const clock = anyClock();
  const part = createS3({ clock, dataDirectory: undefined });
  await createResource(part, anyResource('objects', 'AWS::S3::Bucket', {}));
  const [service] = part.services;
  const server = createServer(async (request, response) => {
    const { pathname, searchParams } = new URL(String(request.url), 'http://127.0.0.1');
    const method = String(request.method);
    const reply = await service!.handle({
      service: 's3',
      action: service!.actionOf?.(method, pathname, searchParams) ?? '',
      accessKeyId: 'test',
      method,
      path: pathname,
      query: searchParams,
      headers: request.headers as Record<string, string>,
      body: Buffer.from(await text(request)),
    });
    response.writeHead(reply.status, reply.headers).end(reply.body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const environment = {
    ...BUCKET_ENVIRONMENT,
    AWS_ENDPOINT_URL_S3: `http://127.0.0.1:${port}`,
    AWS_SECRET_ACCESS_KEY: 'local',
  };
  for (const [name, value] of Object.entries(environment)) vi.stubEnv(name, value);
  return {
    bucket: s3Bucket(clock),
    done: (call) => call,
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await part.stop();
    },
  };
}

const bytes = (content: string) => new Uint8Array(Buffer.from(content));

describe.each([
  { name: 'simulated', start: simulated },
  { name: 'of the local cloud', start: local },
])('the bucket: $name', ({ start }) => {
  let tried: Tried;
  beforeEach(async () => {
    tried = await start();
  });
  afterEach(async () => {
    await tried.stop();
    vi.unstubAllEnvs();
  });
  const { A, B } = { A: 'org_a', B: 'org_b' };
  const put = (organizationId: string, content: string) =>
    tried.done(tried.bucket.put(organizationId, 'day/file.txt', bytes(content), 'text/plain'));
  const get = async (organizationId: string) => {
    const found = await tried.done(tried.bucket.get(organizationId, 'day/file.txt'));
    return found && Buffer.from(found).toString();
  };

  it('keeps an object until it is removed, and the last content of those put', async () => {
    expect(await get(A)).toBeUndefined();
    await put(A, 'one');
    await put(A, 'two');
    expect(await get(A)).toBe('two');
    await tried.done(tried.bucket.remove(A, 'day/file.txt'));
    expect(await get(A)).toBeUndefined();
    await expect(tried.done(tried.bucket.remove(A, 'day/file.txt'))).resolves.toBeUndefined();
  });

  it('keeps those of organizations apart', async () => {
    await put(A, 'of a');
    expect(await get(B)).toBeUndefined();
    await put(B, 'of b');
    expect(await get(A)).toBe('of a');
  });

  it('takes keys that name partitions', async () => {
    const key = 'lake/organization=org_a/day=2026-03-05/14-0.parquet';
    await tried.done(tried.bucket.put(A, key, bytes('rows'), 'text/plain'));
    expect(Buffer.from((await tried.done(tried.bucket.get(A, key))) ?? []).toString()).toBe('rows');
  });

  it('tells the size and the type without the content', async () => {
    expect(await tried.done(tried.bucket.head(A, 'day/file.txt'))).toBeUndefined();
    await put(A, 'four');
    expect(await tried.done(tried.bucket.head(A, 'day/file.txt'))).toEqual({
      sizeBytes: 4,
      contentType: 'text/plain',
    });
  });

  it('gives a content as it comes in', async () => {
    const content = 'ü'.repeat(20_000);
    expect(await tried.done(tried.bucket.stream(A, 'day/file.txt'))).toBeUndefined();
    await put(A, content);
    const found = await tried.done(tried.bucket.stream(A, 'day/file.txt'));
    const parts: Uint8Array[] = [];
    for await (const part of found ?? []) parts.push(part);
    expect(Buffer.concat(parts).toString()).toBe(content);
  });
});
