import * as z from 'zod';
import {
  badRequest,
  booleanParameter,
  instant,
  instantReply,
  limitParameter,
  listParameter,
} from '../../../lib/http/index.ts';
import { listMessages, readMessage, readPosition } from '../../../lib/webhooks/index.ts';
import { defineWebhookEndpoint } from './deps.ts';

const message = z.object({
  id: z.string(),
  eventId: z.string().nullable(),
  eventType: z.string(),
  timestamp: instantReply,
  channels: z.array(z.string()).nullable(),
  tags: z.array(z.string()).nullable(),
  payload: z.record(z.string(), z.unknown()).nullable(),
});

/** Where a page begins. */
export const iteratorParameter = z
  .string()
  .optional()
  .meta({ description: '`iterator` or `prevIterator` of an earlier page; default the newest page.' });

/** The iterators of a page, shared by messages and attempts. */
export const pageFields = {
  iterator: z.string().nullable().meta({ description: 'Send it as `iterator` for the next, older page.' }),
  prevIterator: z.string().nullable().meta({ description: 'Send it as `iterator` for newer items.' }),
  done: z.boolean(),
};

export const listWebhookMessages = defineWebhookEndpoint({
  name: 'listWebhookMessages',
  method: 'GET',
  path: '/v1/webhooks/messages',
  area: 'Webhooks',
  summary: 'List messages',
  description:
    'Newest first, of the last 30 days. Messages of this service have no channels: asking for one finds none.',
  permission: 'READ_WEBHOOK',
  query: z.object({
    limit: limitParameter({ fallback: 50, max: 250 }),
    iterator: iteratorParameter,
    before: instant.optional().meta({ description: 'Only messages made before this instant.' }),
    after: instant.optional().meta({ description: 'Only messages made after this instant.' }),
    tag: z
      .string()
      .optional()
      .meta({ description: 'Id of what a message is about, as of a job or a delivery.' }),
    eventTypes: listParameter(z.string())
      .optional()
      .meta({ description: 'Only messages of these event types, parted by commas; default all.' }),
    channel: z.string().optional().meta({ description: 'Name of a channel; no message has one.' }),
    withContent: booleanParameter
      .optional()
      .meta({ description: 'Whether `eventId` and `payload` are filled in; default true.' }),
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
    prevIterator: 'bmV3ZXJ8MjAyNi0wMy0wNXxtc2dfMQ',
    done: true,
  },
  refusals: [badRequest],
  async handle({ input: { query }, ctx }) {
    const position = query.iterator === undefined ? undefined : readPosition(query.iterator);
    if (query.iterator !== undefined && !position) {
      return badRequest(`iterator: "${query.iterator}" is not one that a page came with.`, {
        field: 'iterator',
      });
    }
    if (query.channel !== undefined) return { results: [], iterator: null, prevIterator: null, done: true };
    const { limit, withContent = true, ...filter } = query;
    const page = await listMessages(ctx.organizationId, { filter, limit, position }, ctx);
    const results = await Promise.all(
      page.results.map(async ({ id, at, eventType, tags }) => {
        const content = withContent ? await readMessage(ctx.organizationId, id, ctx) : undefined;
        const stored = content && 'body' in content ? content : undefined;
        return {
          id,
          eventId: stored?.eventId ?? null,
          eventType,
          timestamp: at,
          channels: null,
          tags,
          payload: stored ? JSON.parse(stored.body) : null,
        };
      }),
    );
    return { results, iterator: page.iterator, prevIterator: page.prevIterator, done: page.done };
  },
});
