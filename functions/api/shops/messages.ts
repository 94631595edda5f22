import * as z from 'zod';
import {
  contentOf,
  listShopMessages,
  listShopNotices,
  MESSAGE_OUTCOMES,
  NOTICE_KINDS,
  NOTICE_STATUSES,
  readShopMessage,
  replayShopMessage,
  type ShopMessage,
  shopMessageNotFound,
  shopNotFound,
} from '../../../lib/operations/shops/index.ts';
import { contentionOver } from '../../../lib/platform/core/commit.ts';
import { isRefusal } from '../../../lib/platform/core/refusal.ts';
import { instantReply, limitParameter, listParameter, shortText } from '../../../lib/platform/http/index.ts';
import { iteratorParameter, pageFields } from '../activities/page-schemas.ts';
import { defineShopEndpoint } from './deps.ts';
import { shopPath } from './shop-schemas.ts';

const messageFields = {
  id: z.string(),
  shopId: z.string(),
  receivedAt: instantReply,
  topic: z
    .string()
    .meta({ description: 'What the message says it is about; empty when only its content says so.' }),
  bytes: z.int(),
  repetitions: z.int().meta({ description: 'How often the shop sent it again.' }),
  replays: z.int().meta({ description: 'How often it was carried out again.' }),
  outcome: z.enum(MESSAGE_OUTCOMES).meta({
    description: 'What became of it; `refused` needs a person, `received` has not been carried out yet.',
  }),
  message: z.string().nullable().meta({ description: 'Why.' }),
  shopOrderId: z.string().nullable().meta({ description: "The shop's id of the order." }),
  orderId: z.string().nullable(),
  handledAt: instantReply.nullable(),
};

const messageReply = z.object(messageFields).meta({ id: 'ShopMessage' });

const messageExample = {
  id: 'shm_5b0cbe4f9d7a3c1e8f2a6d4b7c',
  shopId: 'shp_01JD8Z6Q4T9V2N5X7C3B1M0K8H',
  receivedAt: '2026-03-05T01:11:51.000Z',
  topic: '',
  bytes: 1_204,
  repetitions: 0,
  replays: 0,
  outcome: 'created' as const,
  message: null,
  shopOrderId: '1001',
  orderId: 'ord_01JD8Z6Q4T9V2N5X7C3B1M0K8H',
  handledAt: '2026-03-05T01:11:52.000Z',
};

const messagePath = shopPath.extend({
  messageId: shortText(100).meta({ description: 'Id of the message, `shm_...`.' }),
});

function renderMessage({
  organizationId: _,
  body: __,
  weights: ___,
  ...shown
}: ShopMessage): z.input<typeof messageReply> {
  return shown;
}

/** GET /v1/shops/{id}/messages */
export const listMessages = defineShopEndpoint({
  name: 'listShopMessages',
  method: 'GET',
  path: '/v1/shops/{id}/messages',
  area: 'Shops',
  summary: 'List the messages of a shop',
  description:
    'What came and what became of it, newest first, of the last 30 days. With a filter a page may have fewer results than `limit`, even none, although more follow: continue with `iterator` until `done`.',
  permission: 'READ_CONNECTION',
  forLimited: 'refused',
  params: shopPath,
  query: z.object({
    limit: limitParameter({ fallback: 50, max: 100 }),
    iterator: iteratorParameter,
    outcome: listParameter(z.enum(MESSAGE_OUTCOMES))
      .optional()
      .meta({ description: 'Only messages with these outcomes, separated by commas.' }),
    shopOrderId: shortText(200)
      .optional()
      .meta({ description: 'Only messages about this order of the shop.' }),
    orderId: shortText(100).optional().meta({ description: 'Only messages about this order, `ord_...`.' }),
  }),
  reply: z.object({ results: z.array(messageReply), ...pageFields }),
  replyExample: { results: [messageExample], iterator: null, prevIterator: null, done: true },
  refusals: [shopNotFound],
  async handle({ input: { path, query }, ctx }) {
    const { limit, iterator: cursor, ...filter } = query;
    const page = await listShopMessages(ctx, ctx.organizationId, path.id, { filter, limit, cursor });
    return isRefusal(page) ? page : { ...page, results: [...page.results] };
  },
});

/** GET /v1/shops/{id}/messages/{messageId} */
export const getShopMessage = defineShopEndpoint({
  name: 'getShopMessage',
  method: 'GET',
  path: '/v1/shops/{id}/messages/{messageId}',
  area: 'Shops',
  summary: 'Get a message of a shop',
  permission: 'READ_CONNECTION',
  forLimited: 'refused',
  params: messagePath,
  reply: z.object({
    ...messageFields,
    content: z
      .unknown()
      .meta({ description: 'The message as the shop sent it; null when it is no longer kept.' }),
  }),
  replyExample: { ...messageExample, content: { id: 1001, status: 'paid' } },
  refusals: [shopMessageNotFound],
  async handle({ input: { path }, ctx }) {
    const found = await readShopMessage(ctx, ctx.organizationId, path.id, path.messageId);
    if (isRefusal(found)) return found;
    return { ...renderMessage(found.value), content: (await contentOf(ctx, found.value)) ?? null };
  },
});

/** POST /v1/shops/{id}/messages/{messageId}/replay */
export const replayMessage = defineShopEndpoint({
  name: 'replayShopMessage',
  method: 'POST',
  path: '/v1/shops/{id}/messages/{messageId}/replay',
  area: 'Shops',
  summary: 'Carry out a message of a shop again',
  description:
    'With the settings of now, such as a corrected mapping. Its order gets all that the message says, unless a newer message came since; there is never a second order.',
  permission: 'WRITE_CONNECTION',
  forLimited: 'refused',
  params: messagePath,
  reply: messageReply,
  replyExample: { ...messageExample, outcome: 'received' as const, replays: 1, handledAt: null },
  refusals: [shopMessageNotFound, contentionOver('shop message')],
  async handle({ input: { path }, ctx }) {
    const replayed = await replayShopMessage(ctx, ctx.organizationId, path.id, path.messageId);
    return isRefusal(replayed) ? replayed : renderMessage(replayed.value);
  },
});

const noticeReply = z
  .object({
    id: z.string(),
    shopId: z.string(),
    shopOrderId: z.string(),
    orderId: z.string(),
    kind: z.enum(NOTICE_KINDS).meta({ description: 'What happened: the order left the store, or arrived.' }),
    at: instantReply,
    carrier: z.string(),
    trackingUrl: z.string(),
    status: z.enum(NOTICE_STATUSES),
    attempts: z.int(),
    error: z.string().nullable().meta({ description: 'Why the last attempt did not succeed.' }),
    toldAt: instantReply.nullable(),
  })
  .meta({ id: 'ShopNotice' });

/** GET /v1/shops/{id}/notices */
export const listNotices = defineShopEndpoint({
  name: 'listShopNotices',
  method: 'GET',
  path: '/v1/shops/{id}/notices',
  area: 'Shops',
  summary: 'List what a shop was told',
  description:
    'A shop with keys hears that an order is under way, with the tracking link, and that it has arrived; attempts are repeated for a day and a half. Newest first, of the last 90 days.',
  permission: 'READ_CONNECTION',
  forLimited: 'refused',
  params: shopPath,
  query: z.object({
    limit: limitParameter({ fallback: 50, max: 100 }),
    iterator: iteratorParameter,
    status: listParameter(z.enum(NOTICE_STATUSES))
      .optional()
      .meta({ description: 'Only notices with these statuses, separated by commas.' }),
    orderId: shortText(100).optional().meta({ description: 'Only notices about this order, `ord_...`.' }),
  }),
  reply: z.object({ results: z.array(noticeReply), ...pageFields }),
  replyExample: {
    results: [
      {
        id: 'shn_5b0cbe4f9d7a3c1e8f2a6d4b7c',
        shopId: 'shp_01JD8Z6Q4T9V2N5X7C3B1M0K8H',
        shopOrderId: '1001',
        orderId: 'ord_01JD8Z6Q4T9V2N5X7C3B1M0K8H',
        kind: 'under_way',
        at: '2026-03-05T01:11:51.000Z',
        carrier: 'City Bikes',
        trackingUrl: 'https://api.example.com/track/abc',
        status: 'told',
        attempts: 1,
        error: null,
        toldAt: '2026-03-05T01:11:52.000Z',
      },
    ],
    iterator: null,
    prevIterator: null,
    done: true,
  },
  refusals: [shopNotFound],
  async handle({ input: { path, query }, ctx }) {
    const { limit, iterator: cursor, ...filter } = query;
    const page = await listShopNotices(ctx, ctx.organizationId, path.id, { filter, limit, cursor });
    return isRefusal(page) ? page : { ...page, results: [...page.results] };
  },
});
