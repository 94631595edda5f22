import * as z from 'zod';
import {
  booleanParameter,
  instant,
  instantReply,
  limitParameter,
  listParameter,
} from '../../../lib/platform/http/index.ts';
import { isEventType, listMessages } from '../../../lib/reactions/webhooks/index.ts';
import { iteratorParameter, pageFields } from '../activities/page-schemas.ts';
import { attemptReply } from './attempt-reply.ts';
import { defineWebhookEndpoint } from './deps.ts';

const message = z.object({
  id: z.string(),
  eventId: z.string().nullable(),
  eventType: z.string(),
  timestamp: instantReply,
  channels: z.array(z.string()).nullable(),
  tags: z.array(z.string()).nullable(),
  payload: z.record(z.string(), z.unknown()).nullable(),
  attempts: z
    .array(attemptReply)
    .optional()
    .meta({ description: 'Attempts to deliver it, newest first, with `withAttempts`.' }),
});

export const listWebhookMessages = defineWebhookEndpoint({
  name: 'listWebhookMessages',
  method: 'GET',
  path: '/v1/webhooks/messages',
  area: 'Webhooks',
  summary: 'List messages',
  description:
    'Newest first by the time of their event, of the last 30 days. With a filter a page may have fewer ' +
    'results than `limit`, even none, although more follow: continue with `iterator` until `done`. Messages of this ' +
    'service have no channels: filtering by one finds none.',
  permission: 'READ_WEBHOOK',
  forLimited: 'refused',
  query: z.object({
    limit: limitParameter({ fallback: 50, max: 250 }),
    iterator: iteratorParameter,
    before: instant.optional().meta({ description: 'Only messages created before this time.' }),
    after: instant.optional().meta({ description: 'Only messages created after this time.' }),
    tag: z
      .string()
      .optional()
      .meta({ description: 'Id of the subject of a message, such as a job or a delivery.' }),
    eventTypes: listParameter(
      z.string().refine(isEventType, 'is not an event type; GET /v1/webhooks/event-types lists them'),
    )
      .optional()
      .meta({ description: 'Only messages of these event types, separated by commas; default all.' }),
    channel: z.string().optional().meta({ description: 'Name of a channel; no message has one.' }),
    endpointId: z
      .string()
      .max(100)
      .optional()
      .meta({ description: 'Only messages that were attempted at this endpoint; of others, no attempts.' }),
    outcome: z.enum(['success', 'fail']).optional().meta({
      description:
        '`fail` = the latest attempt at one of the endpoints failed; `success` = the latest at each of them succeeded.',
    }),
    withAttempts: booleanParameter
      .optional()
      .meta({ description: 'Whether each message has its `attempts`; default false.' }),
    withContent: booleanParameter
      .optional()
      .meta({ description: 'Whether `eventId` and `payload` are included; default true.' }),
  }),
  reply: z.object({ results: z.array(message), ...pageFields }),
  replyExample: {
    results: [
      {
        id: 'msg_2v0q8z6q4t9v2n5x7c3b1m0k8h',
        eventId: 'evt_1k0d8z6q4t9v2n5x7c3b1m0k8h',
        eventType: 'delivery.dropoff_complete',
        timestamp: '2026-03-05T01:11:51.000Z',
        channels: null,
        tags: ['job_01JD8Z6Q4T9V2N5X7C3B1M0K8H'],
        payload: { type: 'delivery', event: 'dropoff_complete', data: {} },
      },
    ],
    iterator: null,
    prevIterator: 'bmV3ZXJ8MjAyNi0wMy0wNVQwMToxMTo1MS4wMDBafG1zZ18x',
    done: true,
  },
  refusals: [],
  async handle({ input: { query }, ctx }) {
    const { limit, iterator: cursor, withContent = true, withAttempts = false, ...filter } = query;
    const page = await listMessages(ctx, ctx.organizationId, {
      filter,
      limit,
      cursor,
      withContent,
      withAttempts,
    });
    return {
      ...page,
      results: page.results.map(({ body, tags, attempts, ...row }) => ({
        ...row,
        ...(withAttempts && attempts ? { attempts: [...attempts] } : {}),
        tags: [...tags],
        channels: null,
        payload: body === null ? null : JSON.parse(body),
      })),
    };
  },
});
