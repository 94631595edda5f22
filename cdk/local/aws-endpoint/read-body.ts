import type { IncomingMessage } from 'node:http';

/**
 * Reads a request's body. Resolves to undefined once it is longer than `limit` bytes; the rest is read and dropped, so
 * that the client can read the answer. Rejects when the client disconnects before the end.
 */
export function readBody(request: IncomingMessage, limit: number): Promise<Buffer | undefined> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    request.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size <= limit) chunks.push(chunk);
      else chunks.length = 0;
    });
    request.on('end', () => resolve(size <= limit ? Buffer.concat(chunks) : undefined));
    request.on('error', reject);
    // A client may disconnect in the middle; after the end this has no effect.
    request.on('close', () => reject(new Error('the client has gone')));
  });
}
