import * as z from 'zod';
import { listEndpoints } from '../../../lib/reactions/webhooks/index.ts';
import { defineWebhookEndpoint } from './deps.ts';
import { endpointExample, endpointReply, renderEndpoint } from './endpoint-schemas.ts';

export const listWebhookEndpoints = defineWebhookEndpoint({
  name: 'listWebhookEndpoints',
  method: 'GET',
  path: '/v1/webhooks/endpoints',
  area: 'Webhooks',
  summary: 'List endpoints',
  permission: 'READ_WEBHOOK',
  forLimited: 'refused',
  reply: z.object({ endpoints: z.array(endpointReply) }),
  replyExample: { endpoints: [endpointExample] },
  refusals: [],
  async handle({ ctx }) {
    return { endpoints: (await listEndpoints(ctx, ctx.organizationId)).map(renderEndpoint) };
  },
});
