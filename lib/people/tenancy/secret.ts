import { createHash } from 'node:crypto';

/** Prefix of every key, so that leaked keys can be searched for. */
const PREFIX = 'dos_';

/** The prefix and 32 bytes in base64url. */
const SECRET = /^dos_[A-Za-z0-9_-]{43}$/;

/** The text of an API key, `dos_` and 43 characters: 256 random bits, so a plain hash of it cannot be guessed. */
export function newSecret(randomBytes: Uint8Array): string {
  return PREFIX + Buffer.from(randomBytes).toString('base64url');
}

/** How many characters of a secret are shown: 30 of its 256 bits. */
const SHOWN = PREFIX.length + 5;

/** The beginning of a secret, by which people know it. */
export function prefixOf(secret: string): string {
  return secret.slice(0, SHOWN);
}

/** Stored form of a key: its SHA-256 in hexadecimal. */
export function hashSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}

/** The text after `Bearer` in an `Authorization` header; undefined for another scheme. */
export function readBearer(header: string): string | undefined {
  return /^bearer +(\S+) *$/i.exec(header)?.[1];
}

/** Whether a text has the form of a key. */
export function isSecret(text: string): boolean {
  return SECRET.test(text);
}
