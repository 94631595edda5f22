import * as z from 'zod';
import {
  invalidShop,
  NEWS_KINDS,
  shopMapping,
  shopMessageNotFound,
  shopNotFound,
  testShop,
} from '../../../lib/operations/shops/index.ts';
import { isRefusal } from '../../../lib/platform/core/refusal.ts';
import { shortText } from '../../../lib/platform/http/index.ts';
import { defineShopEndpoint } from './deps.ts';
import { shopPath } from './shop-schemas.ts';

/** POST /v1/shops/{id}/test */
export const testShopEndpoint = defineShopEndpoint({
  name: 'testShop',
  method: 'POST',
  path: '/v1/shops/{id}/test',
  area: 'Shops',
  summary: 'Test how a message of a shop is read',
  description:
    'Shows the order that a message gives, without creating it: a message that came (`messageId`), or a sample. ' +
    'With `mapping`, as it would be read by that mapping. Addresses are not looked up.',
  permission: 'WRITE_CONNECTION',
  forLimited: 'refused',
  isNoTool: true,
  params: shopPath,
  body: z.object({
    messageId: shortText(100).optional().meta({ description: 'Id of a message in the log of the shop.' }),
    sample: z
      .unknown()
      .optional()
      .meta({ description: 'A message as the shop sends it; without `messageId`.' }),
    topic: shortText(100)
      .optional()
      .meta({ description: 'What the message says it is about, such as `orders/create`.' }),
    mapping: shopMapping.optional().meta({ description: 'Mapping to try; default that of the shop.' }),
  }),
  reply: z.object({
    kind: z.enum(NEWS_KINDS).meta({
      description: 'What the message reports: `end` cancels the order, `nothing` has no effect.',
    }),
    shopOrderId: z.string().nullable(),
    version: z
      .number()
      .nullable()
      .meta({ description: 'Time (in milliseconds) or number of the last change.' }),
    reason: z
      .string()
      .nullable()
      .meta({ description: 'Why there would be no order; null when there would be one.' }),
    order: z.record(z.string(), z.unknown()).nullable().meta({ description: 'Fields of the order.' }),
    problems: z
      .array(z.object({ field: z.string(), message: z.string() }))
      .meta({ description: 'What is wrong, as far as no map is needed.' }),
  }),
  bodyExample: { sample: { id: 1001, status: 'paid', shipping: { name: 'Ada', street: '1 Market Street' } } },
  replyExample: {
    kind: 'order',
    shopOrderId: '1001',
    version: null,
    reason: null,
    order: { dropoffFirstName: 'Ada', dropoffAddress: '1 Market Street' },
    problems: [],
  },
  refusals: [shopNotFound, shopMessageNotFound, invalidShop],
  async handle({ input: { path, body }, ctx }) {
    const tested = await testShop(ctx, ctx.organizationId, path.id, body);
    return isRefusal(tested) ? tested : { ...tested, problems: [...tested.problems] };
  },
});
