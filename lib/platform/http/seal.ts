import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';

const ALGORITHM = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/**
 * Encrypts a reply that contains a secret, so that only a request with the same API key can read it again:
 * the service stores no key in the clear, and the caller's own key is stored nowhere else.
 */
export function seal(text: string, apiKey: string): string {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(ALGORITHM, cipherKey(apiKey), nonce);
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64');
}

/** The text again; undefined with another key. */
export function unseal(sealed: string, apiKey: string): string | undefined {
  const bytes = Buffer.from(sealed, 'base64');
  const decipher = createDecipheriv(ALGORITHM, cipherKey(apiKey), bytes.subarray(0, NONCE_BYTES));
  decipher.setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
  try {
    const text = decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES));
    return Buffer.concat([text, decipher.final()]).toString('utf8');
  } catch {
    return undefined;
  }
}

/** The API key has 256 random bits, so one hash of it, distinguished from the stored one by a prefix, is a good key. */
function cipherKey(apiKey: string): Buffer {
  return createHash('sha256').update(`kept reply\0${apiKey}`).digest();
}
