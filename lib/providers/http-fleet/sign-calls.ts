import { timingSafeEqual } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import type { IncomingMessage } from '../provider.ts';

/** Signatures older or newer than this are refused, so that nobody can send an old message again. Milliseconds. */
const TOLERANCE_MS = 5 * 60_000;

/** Headers of a signed call (Standard Webhooks 1.0), made with the secret that the partner was given. */
export function signCall(
  secret: string,
  call: { readonly id: string; readonly body: string; readonly atMs: number },
): Readonly<Record<string, string>> {
  const timestamp = new Date(call.atMs);
  return {
    'webhook-id': call.id,
    'webhook-timestamp': String(Math.floor(call.atMs / 1000)),
    'webhook-signature': new Webhook(secret).sign(call.id, timestamp, call.body),
  };
}

/** Whether the partner signed this message with its secret, lately. */
export function isSignedBy(secret: string, message: IncomingMessage, nowMs: number): boolean {
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
