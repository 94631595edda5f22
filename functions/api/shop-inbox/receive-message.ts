import * as z from 'zod';
import { receiveShopMessage, shopMessageNotAccepted } from '../../../lib/operations/shops/index.ts';
import { isRefusal } from '../../../lib/platform/core/refusal.ts';
import { badRequest, payloadTooLarge, readBody, shortText } from '../../../lib/platform/http/index.ts';
import { defineInboxEndpoint } from './deps.ts';

/** POST /v1/shops/{id}/inbox */
export const receiveShopMessageEndpoint = defineInboxEndpoint({
  name: 'receiveShopMessage',
  method: 'POST',
  path: '/v1/shops/{id}/inbox',
  area: 'Shops',
  summary: 'Receive a message of a shop',
  description:
    'Shops send their orders here as JSON, in their own format and at most 1 MiB; no API key is needed, the secret of the shop proves a message. ' +
    'The message is stored and carried out afterwards; `GET /v1/shops/{id}/messages` shows what became of it. ' +
    'A message can be sent again: the `webhook-id` or `Idempotency-Key` header, or the content itself, tells that it is the same.',
  permission: null,
  forLimited: null,
  params: z.object({ id: shortText(100).meta({ description: 'Id of the shop, `shp_...`.' }) }),
  query: z.object({
    organizationId: shortText(100).meta({ description: 'Id of the organization that the shop belongs to.' }),
  }),
  reply: z.object({
    messageId: z.string().nullable().meta({
      description: 'Id of the message in the log of the shop; null for a greeting, which is not stored.',
    }),
    isRepeated: z.boolean().meta({ description: 'Whether the shop had sent it before.' }),
  }),
  replyExample: { messageId: 'shm_5b0cbe4f9d7a3c1e8f2a6d4b7c', isRepeated: false },
  refusals: [shopMessageNotAccepted, badRequest, payloadTooLarge],
  async handle({ input: { path, query }, ctx, request }) {
    const { headers, body: rawBody } = request;
    const from = { organizationId: query.organizationId, shopId: path.id };
    const read = readBody(rawBody, false);
    return receiveShopMessage(ctx, from, { headers, rawBody }, isRefusal(read) ? read : undefined);
  },
});
