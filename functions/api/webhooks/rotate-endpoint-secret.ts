import { contentionOver } from '../../../lib/platform/core/commit.ts';
import { isRefusal } from '../../../lib/platform/core/refusal.ts';
import { endpointNotFound, rotateSecret } from '../../../lib/reactions/webhooks/index.ts';
import { defineWebhookEndpoint } from './deps.ts';
import {
  endpointPath,
  endpointWithSecretExample,
  endpointWithSecretReply,
  renderWithSecret,
} from './endpoint-schemas.ts';

export const rotateWebhookSecret = defineWebhookEndpoint({
  name: 'rotateWebhookSecret',
  method: 'POST',
  path: '/v1/webhooks/endpoints/{id}/rotate-secret',
  area: 'Webhooks',
  summary: "Rotate an endpoint's secret",
  description:
    'For 24 hours messages carry signatures with both the new and the old secret, separated by a space.',
  permission: 'WRITE_WEBHOOK',
  forLimited: 'refused',
  params: endpointPath,
  reply: endpointWithSecretReply,
  replyExample: endpointWithSecretExample,
  isConfidential: true,
  refusals: [endpointNotFound, contentionOver('webhook endpoint')],
  async handle({ input: { path }, ctx }) {
    const endpoint = await rotateSecret(ctx, ctx.organizationId, path.id);
    return isRefusal(endpoint) ? endpoint : renderWithSecret(ctx, endpoint);
  },
});
