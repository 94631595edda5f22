import { createHmac } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import type { SigningKeys } from '../../platform/core/signing-keys.ts';
import type { WebhookEndpoint } from './endpoint.ts';

/**
 * The signing secret of one generation of an endpoint: `whsec_` and 32 bytes in base64, derived by
 * HMAC-SHA256 from the service's key. The table contains no secret, and the key never leaves Secrets Manager
 * and the functions.
 */
export function endpointSecret(
  signingKey: string,
  endpoint: Pick<WebhookEndpoint, 'organizationId' | 'id'>,
  generation: number,
): string {
  const name = JSON.stringify(['webhook-endpoint', endpoint.organizationId, endpoint.id, generation]);
  return `whsec_${createHmac('sha256', signingKey).update(name).digest('base64')}`;
}

/**
 * The headers of a signed message (Standard Webhooks 1.0) under both header families. While rotated secrets
 * are still valid, or the service's key is being changed, the signature header has a signature with each, separated by
 * spaces.
 */
export function signedHeaders(
  signingKeys: SigningKeys,
  endpoint: Pick<WebhookEndpoint, 'organizationId' | 'id' | 'secretGeneration' | 'olderSecrets'>,
  message: { id: string; body: string },
  nowMs: number,
): Readonly<Record<string, string>> {
  const older = endpoint.olderSecrets.filter(({ until }) => nowMs < Date.parse(until));
  const generations = [endpoint.secretGeneration, ...older.map(({ generation }) => generation)];
  const timestamp = new Date(nowMs);
  const signature = signingKeys
    .flatMap((key) => generations.map((generation) => endpointSecret(key, endpoint, generation)))
    .map((secret) => new Webhook(secret))
    .map((webhook) => webhook.sign(message.id, timestamp, message.body))
    .join(' ');
  const values = { id: message.id, timestamp: String(Math.floor(nowMs / 1000)), signature };
  return Object.fromEntries(
    ['webhook', 'svix'].flatMap((family) =>
      Object.entries(values).map(([name, value]) => [`${family}-${name}`, value] as const),
    ),
  );
}
