import * as z from 'zod';
import { listStores as list } from '../../../lib/places/stores/index.ts';
import { createdFromParameter, integerParameter, offsetParameter } from '../../../lib/platform/http/index.ts';
import { storeEndpoint } from './deps.ts';
import { renderServing, servingExample, servingReplies } from './serving-schemas.ts';

/** GET /v1/store_locations */
export const listStores = storeEndpoint({
  name: 'listStoreLocations',
  method: 'GET',
  path: '/v1/store_locations',
  area: 'Store locations',
  summary: 'List store locations',
  description: 'Newest first. A key that is limited to store locations sees only those.',
  permission: 'READ_STORE_LOCATION',
  forLimited: { stores: 'narrowed', groups: 'refused' },
  query: z.object({
    size: integerParameter({
      min: 1,
      max: 100,
      fallback: 10,
      description: 'Number of rows to return; default 10.',
    }),
    offset: offsetParameter,
    createdFrom: createdFromParameter,
  }),
  reply: servingReplies.extend({ totalCount: z.int(), totalCountIsExact: z.boolean() }),
  replyExample: { storeLocations: [servingExample], totalCount: 1, totalCountIsExact: true },
  refusals: [],
  async handle({ input: { query }, ctx }) {
    const { size: limit, offset, createdFrom } = query;
    const { rows, ...count } = await list(ctx, ctx.caller, { limit, offset, createdFrom });
    return {
      storeLocations: await renderServing(
        ctx,
        rows.map(({ stored }) => stored),
      ),
      ...count,
    };
  },
});
