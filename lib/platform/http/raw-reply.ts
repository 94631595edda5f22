import type { HttpReply } from './http-reply.ts';

/** A reply that a handler wrote itself: for endpoints with another protocol over HTTP, and for files. */
export class RawReply implements HttpReply {
  readonly statusCode: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly isBase64Encoded: boolean;

  /** `body` is a text, or bytes as they are sent; a header names their encoding. */
  constructor(statusCode: number, headers: Readonly<Record<string, string>>, body: string | Uint8Array) {
    this.statusCode = statusCode;
    this.headers = headers;
    this.isBase64Encoded = typeof body !== 'string';
    this.body = typeof body === 'string' ? body : Buffer.from(body).toString('base64');
  }
}
