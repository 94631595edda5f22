import * as z from 'zod';
import { integerParameter, offsetParameter } from '../../../lib/http/index.ts';
import { listStores as list } from '../../../lib/stores/index.ts';
import { storeEndpoint } from './deps.ts';
import { storeExample } from './examples.ts';
import { renderStore, storesReply } from './store-schemas.ts';

/** GET /v1/store_locations */
export const listStores = storeEndpoint({
  name: 'listStoreLocations',
  method: 'GET',
  path: '/v1/store_locations',
  area: 'Store locations',
  summary: 'List store locations',
  description: 'Newest first. A key that is limited to store locations sees those only.',
  permission: 'READ_STORE_LOCATION',
  query: z.object({
    size: integerParameter({
      min: 1,
      max: 100,
      fallback: 10,
      description: 'How many rows to return; default 10.',
    }),
    offset: offsetParameter,
  }),
  reply: storesReply.extend({ totalCount: z.int(), totalCountIsExact: z.boolean() }),
  replyExample: { storeLocations: [storeExample], totalCount: 1, totalCountIsExact: true },
  refusals: [],
  async handle({ input: { query }, ctx }) {
    const { rows, ...count } = await list(ctx, ctx.caller, { limit: query.size, offset: query.offset });
    return { storeLocations: rows.map(({ stored }) => renderStore(stored)), ...count };
  },
});
