import { createHash } from 'node:crypto';
import type { HttpReply } from './http-reply.ts';

/**
 * Lets clients check whether a reply is still the same: a read gets an `ETag`, and a request whose
 * `If-None-Match` names it gets only 304. The tag identifies the text of the reply. It is not a version; its
 * first letter makes `If-Match` refuse it.
 */
export function revalidate(reply: HttpReply, ifNoneMatch: string | undefined): HttpReply {
  if (reply.statusCode !== 200 || reply.isBase64Encoded) return reply;
  const etag = `W/"r${createHash('sha256').update(reply.body).digest('base64url').slice(0, 22)}"`;
  const headers = { ...reply.headers, etag, 'cache-control': 'no-cache, private' };
  const isSame = ifNoneMatch?.split(',').some((tag) => tag.trim() === etag) === true;
  return isSame ? { statusCode: 304, headers, body: '' } : { ...reply, headers };
}
