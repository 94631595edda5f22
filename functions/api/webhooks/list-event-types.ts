import * as z from 'zod';
import { WEBHOOK_EVENT_TYPES } from '../../../lib/webhooks/index.ts';
import { defineWebhookEndpoint } from './deps.ts';

export const listWebhookEventTypes = defineWebhookEndpoint({
  name: 'listWebhookEventTypes',
  method: 'GET',
  path: '/v1/webhooks/event-types',
  area: 'Webhooks',
  summary: 'List event types',
  description:
    'Everything that an endpoint can ask for. `source` is always `catalog`: the list is the same for everyone.',
  permission: 'READ_WEBHOOK',
  reply: z.object({ eventTypes: z.array(z.string()), source: z.enum(['org_active', 'catalog']) }),
  replyExample: { eventTypes: ['delivery.created', 'delivery.dropoff_complete'], source: 'catalog' },
  refusals: [],
  handle: () => ({ eventTypes: [...WEBHOOK_EVENT_TYPES], source: 'catalog' as const }),
});
