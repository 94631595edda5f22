import { createHash } from 'node:crypto';

/** What every key begins with, so that leaked ones can be searched for. */
const PREFIX = 'dos_';

/** The prefix and 32 bytes in base64url. */
const SECRET = /^dos_[A-Za-z0-9_-]{43}$/;

/** The text of an API key, `dos_` and 43 characters: 256 random bits, so a plain hash of it cannot be searched. */
export function newSecret(randomBytes: Uint8Array): string {
  return PREFIX + Buffer.from(randomBytes).toString('base64url');
}

/** What is stored of a key: its SHA-256 in hexadecimal. */
export function hashSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}

/** The key in an `Authorization` header; undefined when the header is not `Bearer` and a text of a key's form. */
export function readBearer(header: string): string | undefined {
  const [, token] = /^bearer +(\S+) *$/i.exec(header) ?? [];
  return token !== undefined && SECRET.test(token) ? token : undefined;
}
