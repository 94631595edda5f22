import { expect, test } from 'vitest';
import { readIfMatch } from '../../../../../lib/platform/http/read-if-match.ts';
import { revalidate } from '../../../../../lib/platform/http/revalidate.ts';

const reply = { statusCode: 200, headers: { 'content-type': 'application/json' }, body: '{"a":1}' };

test('a reply has a tag, and the tag gets 304 while the reply is the same', () => {
  const first = revalidate(reply, undefined);
  const { etag = '' } = first.headers;
  expect(first).toMatchObject({ statusCode: 200, body: reply.body });
  expect(revalidate(reply, etag)).toMatchObject({ statusCode: 304, body: '' });
  expect(revalidate(reply, `"other", ${etag}`).statusCode).toBe(304);
  expect(revalidate({ ...reply, body: '{"a":2}' }, etag)).toMatchObject({ statusCode: 200, body: '{"a":2}' });
});

test('refusals have no tag', () => {
  expect(revalidate({ ...reply, statusCode: 404 }, undefined).headers.etag).toBeUndefined();
});

test('a tag is no version: If-Match refuses it', () => {
  expect(readIfMatch(revalidate(reply, undefined).headers.etag)).toMatchObject({ kind: {} });
});
