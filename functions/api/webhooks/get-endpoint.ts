import { isRefusal } from '../../../lib/platform/core/refusal.ts';
import { endpointNotFound, readEndpoint } from '../../../lib/reactions/webhooks/index.ts';
import { defineWebhookEndpoint } from './deps.ts';
import { endpointExample, endpointPath, endpointReply, renderEndpoint } from './endpoint-schemas.ts';

export const getWebhookEndpoint = defineWebhookEndpoint({
  name: 'getWebhookEndpoint',
  method: 'GET',
  path: '/v1/webhooks/endpoints/{id}',
  area: 'Webhooks',
  summary: 'Get an endpoint',
  permission: 'READ_WEBHOOK',
  forLimited: 'refused',
  params: endpointPath,
  reply: endpointReply,
  replyExample: endpointExample,
  refusals: [endpointNotFound],
  async handle({ input: { path }, ctx }) {
    const endpoint = await readEndpoint(ctx, ctx.organizationId, path.id);
    return isRefusal(endpoint) ? endpoint : renderEndpoint(endpoint);
  },
});
