import { createHmac } from 'node:crypto';

/** Replaces fast-sha256, which creates signatures of webhooks, in the bundles: Node has it built in. */
export function hmac(key: Uint8Array, data: Uint8Array): Uint8Array {
  return createHmac('sha256', key).update(data).digest();
}
