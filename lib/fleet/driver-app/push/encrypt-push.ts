import { createCipheriv, createECDH, hkdfSync } from 'node:crypto';
import type { PushSubscription } from './push-subscription.ts';

/** What must differ for each message. */
export interface PushEntropy {
  /** 16 bytes. */
  readonly salt: Uint8Array;
  /** A private key of P-256, used for one message. */
  readonly privateKey: Uint8Array;
}

/** Size of a record, which the whole message fits into. Push services take 4 kB at most. */
const RECORD_BYTES = 4096;

/** Marks the last record. */
const LAST = 2;

/** A message for one browser in the encoding `aes128gcm` (RFC 8188, 8291). Throws when its public key is none. */
export function encryptPush(
  { keys }: Pick<PushSubscription, 'keys'>,
  text: string,
  { salt, privateKey }: PushEntropy,
): Uint8Array {
  const sender = createECDH('prime256v1');
  sender.setPrivateKey(privateKey);
  const receiverKey = Buffer.from(keys.p256dh, 'base64url');
  const senderKey = sender.getPublicKey();
  const shared = sender.computeSecret(receiverKey);
  const about = Buffer.concat([Buffer.from('WebPush: info\0'), receiverKey, senderKey]);
  const secret = derive(shared, Buffer.from(keys.auth, 'base64url'), about, 32);
  const key = derive(secret, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16);
  const nonce = derive(secret, salt, Buffer.from('Content-Encoding: nonce\0'), 12);
  const cipher = createCipheriv('aes-128-gcm', key, nonce);
  const size = Buffer.alloc(4);
  size.writeUInt32BE(RECORD_BYTES);
  return Buffer.concat([
    salt,
    size,
    Buffer.of(senderKey.length),
    senderKey,
    cipher.update(text),
    cipher.update(Buffer.of(LAST)),
    cipher.final(),
    cipher.getAuthTag(),
  ]);
}

function derive(key: Uint8Array, salt: Uint8Array, info: Uint8Array, bytes: number): Buffer {
  return Buffer.from(hkdfSync('sha256', key, salt, info, bytes));
}
