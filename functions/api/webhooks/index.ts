import { defineArea, serveArea } from '../../../lib/platform/http/index.ts';
import { webhookSigningSecret } from '../../../lib/reactions/webhooks/index.ts';
import { createWebhookEndpoint } from './create-endpoint.ts';
import { deleteWebhookEndpoint } from './delete-endpoint.ts';
import { type WebhookDeps, webhookDeps } from './deps.ts';
import { getWebhookEndpoint } from './get-endpoint.ts';
import { listWebhookAttempts } from './list-attempts.ts';
import { listWebhookEndpoints } from './list-endpoints.ts';
import { listWebhookEventTypes } from './list-event-types.ts';
import { listWebhookMessages } from './list-messages.ts';
import { replayWebhookMessage } from './replay-messages.ts';
import { rotateWebhookSecret } from './rotate-endpoint-secret.ts';
import { sendWebhookTest } from './send-test.ts';
import { updateWebhookEndpoint } from './update-endpoint.ts';

export const webhooksArea = defineArea<WebhookDeps>({
  name: 'webhooks',
  endpoints: [
    createWebhookEndpoint,
    listWebhookEndpoints,
    getWebhookEndpoint,
    updateWebhookEndpoint,
    deleteWebhookEndpoint,
    rotateWebhookSecret,
    sendWebhookTest,
    listWebhookEventTypes,
    listWebhookMessages,
    listWebhookAttempts,
    replayWebhookMessage,
  ],
  uses: { table: 'readWrite', bucket: 'read', secrets: [webhookSigningSecret] },
});

export const handler = serveArea(webhooksArea, webhookDeps);
