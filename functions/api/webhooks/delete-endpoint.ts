import { contentionOver } from '../../../lib/platform/core/commit.ts';
import { isRefusal } from '../../../lib/platform/core/refusal.ts';
import { deleteEndpoint, endpointNotFound } from '../../../lib/reactions/webhooks/index.ts';
import { defineWebhookEndpoint } from './deps.ts';
import { endpointExample, endpointPath, endpointReply, renderEndpoint } from './endpoint-schemas.ts';

export const deleteWebhookEndpoint = defineWebhookEndpoint({
  name: 'deleteWebhookEndpoint',
  method: 'DELETE',
  path: '/v1/webhooks/endpoints/{id}',
  area: 'Webhooks',
  summary: 'Delete an endpoint',
  description: 'Pending messages to it fail. The reply shows the endpoint as it was.',
  permission: 'WRITE_WEBHOOK',
  forLimited: 'refused',
  params: endpointPath,
  reply: endpointReply,
  replyExample: endpointExample,
  refusals: [endpointNotFound, contentionOver('webhook endpoint')],
  async handle({ input: { path }, ctx }) {
    const endpoint = await deleteEndpoint(ctx, ctx.organizationId, path.id);
    return isRefusal(endpoint) ? endpoint : renderEndpoint(endpoint);
  },
});
