import * as z from 'zod';
import { contentionOver } from '../../../lib/platform/core/commit.ts';
import { isRefusal } from '../../../lib/platform/core/refusal.ts';
import { endpointNotFound, invalidEndpoint, updateEndpoint } from '../../../lib/reactions/webhooks/index.ts';
import { defineWebhookEndpoint } from './deps.ts';
import {
  endpointExample,
  endpointFields,
  endpointPath,
  endpointReply,
  renderEndpoint,
} from './endpoint-schemas.ts';

export const updateWebhookEndpoint = defineWebhookEndpoint({
  name: 'updateWebhookEndpoint',
  method: 'PATCH',
  path: '/v1/webhooks/endpoints/{id}',
  area: 'Webhooks',
  summary: 'Change an endpoint',
  description:
    'Only the fields that are sent change. Enabling an endpoint that the service turned off clears the reason.',
  permission: 'WRITE_WEBHOOK',
  forLimited: 'refused',
  params: endpointPath,
  body: z.object(endpointFields).partial(),
  reply: endpointReply,
  bodyExample: { isEnabled: true },
  replyExample: endpointExample,
  refusals: [endpointNotFound, invalidEndpoint, contentionOver('webhook endpoint')],
  async handle({ input: { path, body }, ctx }) {
    const endpoint = await updateEndpoint(ctx, ctx.organizationId, path.id, body);
    return isRefusal(endpoint) ? endpoint : renderEndpoint(endpoint);
  },
});
