import * as z from 'zod';
import { contentionOver } from '../../../lib/platform/core/commit.ts';
import { isRefusal } from '../../../lib/platform/core/refusal.ts';
import { createEndpoint, invalidEndpoint } from '../../../lib/reactions/webhooks/index.ts';
import { defineWebhookEndpoint } from './deps.ts';
import {
  endpointFields,
  endpointWithSecretExample,
  endpointWithSecretReply,
  renderWithSecret,
} from './endpoint-schemas.ts';

export const createWebhookEndpoint = defineWebhookEndpoint({
  name: 'createWebhookEndpoint',
  method: 'POST',
  path: '/v1/webhooks/endpoints',
  area: 'Webhooks',
  summary: 'Create an endpoint',
  description:
    'Messages are posted as JSON and signed by the Standard Webhooks scheme, with the headers `webhook-*` and ' +
    '`svix-*` alike. An attempt counts as delivered when the answer is 2xx within 15 seconds. Otherwise it is ' +
    'retried after 5 s, 5 min, 30 min, 2 h, 5 h, 10 h and 10 h on network errors, 5xx, 408, 409 and 429. The answer ' +
    'header `webhook-delivery: abort-message` ends a message; `disable` or status 410 turns the endpoint off.',
  permission: 'WRITE_WEBHOOK',
  forLimited: 'refused',
  body: z.object(endpointFields),
  reply: endpointWithSecretReply,
  bodyExample: { url: endpointWithSecretExample.url, eventTypes: endpointWithSecretExample.eventTypes },
  replyExample: endpointWithSecretExample,
  isConfidential: true,
  refusals: [invalidEndpoint, contentionOver('webhook endpoint')],
  async handle({ input: { body }, ctx }) {
    const endpoint = await createEndpoint(ctx, ctx.organizationId, body);
    return isRefusal(endpoint) ? endpoint : renderWithSecret(ctx, endpoint);
  },
});
