import { sign } from 'node:crypto';
import type { PushKeys } from './push-keys.ts';

/** How long a signature is valid; push services allow a day. Seconds. */
const LIFE_SECONDS = 12 * 3600;

/** The header by which a push service knows who sends (VAPID, RFC 8292). `contact` is an address of the installation. */
export function signPush(
  { publicKey, privateKey }: PushKeys,
  endpoint: string,
  { contact, nowMs }: { readonly contact: string; readonly nowMs: number },
): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const claims = {
    aud: new URL(endpoint).origin,
    exp: Math.floor(nowMs / 1000) + LIFE_SECONDS,
    sub: contact,
  };
  const signed = `${part({ typ: 'JWT', alg: 'ES256' })}.${part(claims)}`;
  const signature = sign('sha256', Buffer.from(signed), { key: privateKey, dsaEncoding: 'ieee-p1363' });
  return `vapid t=${signed}.${signature.toString('base64url')}, k=${publicKey}`;
}
