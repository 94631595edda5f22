import { createECDH, createPrivateKey, hkdfSync, type KeyObject } from 'node:crypto';
import { defineSecret } from '../../../platform/runtime/index.ts';

/** The secret from which the key pair is derived that signs push messages. */
export const pushSecret = defineSecret({
  name: 'driver-push',
  description: "Key from which the key pair is derived that signs push messages to drivers' phones.",
  whyNotRotated:
    'Phones subscribe to the public key: with another one they get no push messages until their drivers open the app.',
});

/** The key pair by which push services know this installation (VAPID, RFC 8292). */
export interface PushKeys {
  /** Uncompressed point in base64url, as browsers subscribe to it. */
  readonly publicKey: string;
  readonly privateKey: KeyObject;
}

const CURVE = 'prime256v1';

/** Number of points of the curve P-256. */
const ORDER = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n;

/** The key pair that belongs to the text of the secret. The 64 bits beyond the order make every key equally likely. */
export function pushKeysOf(secret: string): PushKeys {
  if (secret === '') throw new Error('The secret with the key of push messages is empty.');
  const wide = Buffer.from(hkdfSync('sha256', secret, '', 'driver-push', 40)).toString('hex');
  const scalar = (BigInt(`0x${wide}`) % (ORDER - 1n)) + 1n;
  const pair = createECDH(CURVE);
  pair.setPrivateKey(Buffer.from(scalar.toString(16).padStart(64, '0'), 'hex'));
  const point = pair.getPublicKey();
  const text = (bytes: Buffer) => bytes.toString('base64url');
  const jwk = {
    kty: 'EC',
    crv: 'P-256',
    x: text(point.subarray(1, 33)),
    y: text(point.subarray(33)),
    d: text(Buffer.from(scalar.toString(16).padStart(64, '0'), 'hex')),
  };
  return { publicKey: text(point), privateKey: createPrivateKey({ key: jwk, format: 'jwk' }) };
}
