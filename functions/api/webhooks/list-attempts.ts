import * as z from 'zod';
import { readRetiredMessage } from '../../../lib/operations/retention/index.ts';
import { isRefusal } from '../../../lib/platform/core/refusal.ts';
import { limitParameter } from '../../../lib/platform/http/index.ts';
import { listAttempts, missingResource, pageOfAttempts } from '../../../lib/reactions/webhooks/index.ts';
import { iteratorParameter, pageFields } from '../activities/page-schemas.ts';
import { attemptReply } from './attempt-reply.ts';
import { defineWebhookEndpoint } from './deps.ts';

export const listWebhookAttempts = defineWebhookEndpoint({
  name: 'listWebhookAttempts',
  method: 'GET',
  path: '/v1/webhooks/messages/{msg_id}/attempts',
  area: 'Webhooks',
  summary: 'List attempts to deliver a message',
  description: 'Also of a message that is older than 30 days and no longer listed.',
  permission: 'READ_WEBHOOK',
  forLimited: 'refused',
  params: z.object({ msg_id: z.string().meta({ description: 'Id of the message, `msg_...`.' }) }),
  query: z.object({ limit: limitParameter({ fallback: 50, max: 250 }), iterator: iteratorParameter }),
  reply: z.object({ results: z.array(attemptReply), ...pageFields }),
  replyExample: {
    results: [
      {
        id: 'atm_2v0q8z6q4t9v2n5x7c3b1m0k8h',
        msgId: 'msg_2v0q8z6q4t9v2n5x7c3b1m0k8h',
        endpointId: 'ep_01JD8Z6Q4T9V2N5X7C3B1M0K8H',
        url: 'https://shop.example.com/hooks/deliveries',
        status: 'success',
        responseStatusCode: 204,
        responseDurationMs: 87,
        response: '',
        triggerType: 'scheduled',
        timestamp: '2026-03-05T01:11:51.000Z',
      },
    ],
    iterator: null,
    prevIterator: 'bmV3ZXJ8MjAyNi0wMy0wNVQwMToxMTo1MS4wMDBafGF0bV8x',
    done: true,
  },
  refusals: [missingResource],
  async handle({ input: { path, query }, ctx }) {
    const { limit, iterator: cursor } = query;
    const page = await listAttempts(ctx, ctx.organizationId, path.msg_id, { limit, cursor });
    if (!isRefusal(page)) return { ...page, results: [...page.results] };
    const left = await readRetiredMessage(ctx, ctx.organizationId, path.msg_id);
    if (!left) return page;
    const ofLeft = await pageOfAttempts(left.attempts, { limit, cursor });
    return { ...ofLeft, results: [...ofLeft.results] };
  },
});
