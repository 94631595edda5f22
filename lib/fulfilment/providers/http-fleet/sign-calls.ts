import { Webhook } from 'standardwebhooks';

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
