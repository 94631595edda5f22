import { createHmac } from 'node:crypto';

/** Stands in for fast-sha256 in the bundles, which signatures of webhooks are made with: Node has it built in. */
export function hmac(key: Uint8Array, data: Uint8Array): Uint8Array {
  return createHmac('sha256', key).update(data).digest();
}
