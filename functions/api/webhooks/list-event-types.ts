import * as z from 'zod';
import { activeEventTypes, WEBHOOK_EVENT_TYPES } from '../../../lib/reactions/webhooks/index.ts';
import { defineWebhookEndpoint } from './deps.ts';

export const listWebhookEventTypes = defineWebhookEndpoint({
  name: 'listWebhookEventTypes',
  method: 'GET',
  path: '/v1/webhooks/event-types',
  area: 'Webhooks',
  summary: 'List event types',
  description:
    'Event types that the enabled endpoints of the organization receive (`source`: `org_active`). When there are no endpoints, or ' +
    'one receives all types, every type that exists (`catalog`).',
  permission: 'READ_WEBHOOK',
  forLimited: 'refused',
  reply: z.object({ eventTypes: z.array(z.string()), source: z.enum(['org_active', 'catalog']) }),
  replyExample: { eventTypes: ['delivery.created', 'delivery.dropoff_complete'], source: 'catalog' },
  refusals: [],
  async handle({ ctx }) {
    const active = await activeEventTypes(ctx.table, ctx.organizationId);
    return active
      ? { eventTypes: [...active], source: 'org_active' as const }
      : { eventTypes: [...WEBHOOK_EVENT_TYPES], source: 'catalog' as const };
  },
});
