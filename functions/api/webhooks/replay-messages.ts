import * as z from 'zod';
import { contentionOver } from '../../../lib/platform/core/commit.ts';
import { isRefusal } from '../../../lib/platform/core/refusal.ts';
import { optional } from '../../../lib/platform/http/index.ts';
import {
  ambiguousReplay,
  endpointNotFound,
  messageIsBusy,
  missingResource,
  replayMessage,
} from '../../../lib/reactions/webhooks/index.ts';
import { defineWebhookEndpoint } from './deps.ts';

const result = z.object({
  endpointId: z.string(),
  url: z.string().nullable(),
  success: z.boolean(),
  error: z.string().nullable(),
});

export const replayWebhookMessage = defineWebhookEndpoint({
  name: 'replayWebhookMessage',
  method: 'POST',
  path: '/v1/webhooks/messages/replay',
  area: 'Webhooks',
  summary: 'Send a message again',
  description:
    'Sends the message to every endpoint to which it was first sent, or to one of them. A new schedule of attempts ' +
    'starts at once. `success` says that it started; read the attempts for their results. A waiting retry is replaced.',
  permission: 'WRITE_WEBHOOK',
  forLimited: 'refused',
  body: z.object({
    msgId: optional(z.string()).meta({
      description: 'Id of the message, `msg_...`; instead of `tag` and `eventType`.',
    }),
    tag: optional(z.string()).meta({
      description: 'Id of the subject of a message; with `eventType`, selects the newest such message.',
    }),
    eventType: optional(z.string()).meta({
      description: 'Type of the message, such as `delivery.failed`; with `tag`.',
    }),
    endpointId: optional(z.string()).meta({
      description: 'Only this endpoint, `ep_...`; default every one to which it was first sent.',
    }),
    idempotencyKey: optional(z.string().min(1).max(255)).meta({
      description: 'With the same key, repeating the request within a day sends nothing.',
    }),
  }),
  reply: z.object({
    msgId: z.string(),
    eventType: z.string().nullable(),
    total: z.int(),
    succeeded: z.int(),
    failed: z.int(),
    results: z.array(result),
  }),
  bodyExample: { msgId: 'msg_2v0q8z6q4t9v2n5x7c3b1m0k8h' },
  replyExample: {
    msgId: 'msg_2v0q8z6q4t9v2n5x7c3b1m0k8h',
    eventType: 'delivery.dropoff_complete',
    total: 1,
    succeeded: 1,
    failed: 0,
    results: [
      {
        endpointId: 'ep_01JD8Z6Q4T9V2N5X7C3B1M0K8H',
        url: 'https://shop.example.com/hooks/deliveries',
        success: true,
        error: null,
      },
    ],
  },
  refusals: [
    missingResource,
    ambiguousReplay,
    endpointNotFound,
    messageIsBusy,
    contentionOver('webhook message'),
  ],
  async handle({ input: { body }, ctx }) {
    const outcome = await replayMessage(ctx, ctx.organizationId, body);
    if (isRefusal(outcome)) return outcome;
    const succeeded = outcome.results.filter(({ success }) => success).length;
    const total = outcome.results.length;
    return { ...outcome, total, succeeded, failed: total - succeeded };
  },
});
