import { timingSafeEqual } from 'node:crypto';
import { Webhook } from 'standardwebhooks';

/** Signatures older or newer than this are refused, so that nobody can replay an old message. Milliseconds. */
const TOLERANCE_MS = 5 * 60_000;

/** A message from outside, as received. */
export interface SignedMessage {
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly rawBody: string;
}

/** Whether a message was signed with this secret, lately (Standard Webhooks 1.0). */
export function isSignedBy(secret: string, message: SignedMessage, nowMs: number): boolean {
  const { headers, rawBody } = message;
  const id = headers['webhook-id'] ?? '';
  const seconds = Number(headers['webhook-timestamp']);
  if (id === '' || !Number.isSafeInteger(seconds)) return false;
  if (Math.abs(nowMs - seconds * 1000) > TOLERANCE_MS) return false;
  const expected = Buffer.from(new Webhook(secret).sign(id, new Date(seconds * 1000), rawBody));
  return (headers['webhook-signature'] ?? '').split(' ').some((one) => {
    const given = Buffer.from(one);
    return given.length === expected.length && timingSafeEqual(given, expected);
  });
}
