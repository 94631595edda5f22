import * as z from 'zod';
import { instantReply } from '../../../lib/platform/http/index.ts';
import { endpointSecret, type WebhookEndpoint } from '../../../lib/reactions/webhooks/index.ts';
import type { WebhookDeps } from './deps.ts';

/** Fields that a caller may set; all optional on a change. */
export const endpointFields = {
  url: z.string().max(2048).meta({ description: 'URL to which messages are posted; `https://`.' }),
  description: z.string().max(500).nullish().meta({ description: 'Purpose of the endpoint; default empty.' }),
  eventTypes: z
    .array(z.string().max(100))
    .max(100)
    .nullish()
    .meta({ description: 'Event types that it receives; empty or null = all.' }),
  isEnabled: z.boolean().optional().meta({ description: 'Whether messages are sent to it; default true.' }),
};

export const endpointReply = z.object({
  id: z.string(),
  url: z.string(),
  description: z.string().nullable(),
  eventTypes: z.array(z.string()),
  isEnabled: z.boolean(),
  disabledReason: z
    .string()
    .nullable()
    .meta({ description: 'Reason why the service turned the endpoint off, if it did.' }),
  createdAt: instantReply,
  updatedAt: instantReply,
});

/** The reply that shows the secret: on creation and rotation only. */
export const endpointWithSecretReply = endpointReply.extend({
  secret: z.string().meta({ description: 'Signing secret (Standard Webhooks); shown only once.' }),
});

export const endpointExample = {
  id: 'ep_01JD8Z6Q4T9V2N5X7C3B1M0K8H',
  url: 'https://shop.example.com/hooks/deliveries',
  description: 'Order tracking',
  eventTypes: ['delivery.dropoff_complete', 'delivery.failed'],
  isEnabled: true,
  disabledReason: null,
  createdAt: '2026-03-05T01:11:51.000Z',
  updatedAt: '2026-03-05T01:11:51.000Z',
};

export const endpointWithSecretExample = {
  ...endpointExample,
  secret: 'whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=',
};

/** An endpoint in replies. */
export function renderEndpoint(endpoint: WebhookEndpoint): z.input<typeof endpointReply> {
  const { id, url, description, eventTypes, isEnabled, disabledReason, createdAt, updatedAt } = endpoint;
  return { id, url, description, eventTypes, isEnabled, disabledReason, createdAt, updatedAt };
}

/** An endpoint with its secret. */
export async function renderWithSecret(
  { signingKeys }: WebhookDeps,
  endpoint: WebhookEndpoint,
): Promise<z.input<typeof endpointWithSecretReply>> {
  const [shown] = await signingKeys();
  const secret = endpointSecret(shown, endpoint, endpoint.secretGeneration);
  return { ...renderEndpoint(endpoint), secret };
}

/** The `{id}` of an endpoint's path. */
export const endpointPath = z.object({
  id: z.string().meta({ description: 'Id of the webhook endpoint, `ep_...`.' }),
});
