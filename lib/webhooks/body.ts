import { deflateRawSync, inflateRawSync } from 'node:zlib';

/**
 * A body as it is kept. A job says many things several times, so that it is a fraction of its size when compressed: a
 * message costs less to write, and one of a large job still fits into an item (400 kB).
 */
export function packBody(body: string): string {
  return deflateRawSync(body).toString('base64');
}

/** The very bytes that were packed. */
export function unpackBody(packed: string): string {
  return inflateRawSync(Buffer.from(packed, 'base64')).toString('utf8');
}
