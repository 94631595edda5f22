import { isRefusal } from '../../../lib/core/refusal.ts';
import { readStore, storeLocationNotFound } from '../../../lib/stores/index.ts';
import { storeEndpoint } from './deps.ts';
import { storeExample } from './examples.ts';
import { renderStore, storePath, storeReply } from './store-schemas.ts';

/** GET /v1/store_locations/{id} */
export const getStore = storeEndpoint({
  name: 'getStoreLocation',
  method: 'GET',
  path: '/v1/store_locations/{id}',
  area: 'Store locations',
  summary: 'Get a store location',
  permission: 'READ_STORE_LOCATION',
  params: storePath,
  reply: storeReply,
  replyExample: storeExample,
  refusals: [storeLocationNotFound],
  async handle({ input: { path }, ctx }) {
    const store = await readStore(ctx.table, ctx.caller, path.id);
    return isRefusal(store) ? store : renderStore(store);
  },
});
