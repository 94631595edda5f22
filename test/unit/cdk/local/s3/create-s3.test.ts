import { expect, test } from 'vitest';
import { createS3 } from '../../../../../cdk/local/s3/index.ts';
import { anyClock } from '../support/any-clock.ts';
import { anyCall, anyResource, createResource } from '../support/any-cloud.ts';

async function anyS3() {
  const part = createS3({ clock: anyClock(), dataDirectory: undefined });
  await createResource(part, anyResource('files', 'AWS::S3::Bucket', {}));
  const service = part.services[0]!;
  const call = (method: string, path: string, body = '', headers = {}) => ({
    ...anyCall('s3', service.actionOf?.(method, path, new URLSearchParams()) ?? '', {}),
    method,
    path,
    headers,
    body: Buffer.from(body),
  });
  return { service, call };
}

test('keeps an object with its type and own headers until it is deleted', async () => {
  const { service, call } = await anyS3();
  const headers = { 'content-type': 'text/plain', 'x-amz-meta-kind': 'proof', 'x-amz-date': 'now' };
  await service.handle(call('PUT', '/files/a%20b/c.txt', 'hello', headers));
  const reply = await service.handle(call('GET', '/files/a%20b/c.txt'));
  expect(Buffer.from(reply.body).toString()).toBe('hello');
  expect(reply.headers).toMatchObject({
    'content-type': 'text/plain',
    'x-amz-meta-kind': 'proof',
    etag: '"5d41402abc4b2a76b9719d911017c592"',
  });
  expect(reply.headers).not.toHaveProperty('x-amz-date');
  await service.handle(call('DELETE', '/files/a%20b/c.txt'));
  expect(await service.handle(call('HEAD', '/files/a%20b/c.txt'))).toMatchObject({ status: 404, body: '' });
});

test('needs permission on the object', async () => {
  const { service, call } = await anyS3();
  expect(service.needs(call('HEAD', '/files/a/b'))).toEqual([
    { action: 's3:GetObject', resource: 'arn:aws:s3:::files/a/b' },
  ]);
  expect(service.needs(call('PUT', '/files/a/b', 'x', { 'x-amz-tagging': 'kind=proof' }))).toEqual([
    { action: 's3:PutObject', resource: 'arn:aws:s3:::files/a/b' },
    { action: 's3:PutObjectTagging', resource: 'arn:aws:s3:::files/a/b' },
  ]);
});

test('refuses unknown buckets and operations that it does not have', async () => {
  const { service, call } = await anyS3();
  expect(await service.handle(call('GET', '/other/a'))).toMatchObject({ status: 404 });
  expect(service.actionOf?.('POST', '/files/a', new URLSearchParams('uploads='))).toBeUndefined();
  expect(service.actionOf?.('GET', '/files/', new URLSearchParams('list-type=2'))).toBe('ListBucket');
  expect(service.actionOf?.('GET', '/files/', new URLSearchParams('versions='))).toBeUndefined();
  const chunked = call('PUT', '/files/a', 'x', { 'content-encoding': 'aws-chunked' });
  expect(await service.handle(chunked)).toMatchObject({ status: 501 });
});
