import { readStore, storeLocationNotFound } from '../../../lib/places/stores/index.ts';
import { isRefusal } from '../../../lib/platform/core/refusal.ts';
import { storeEndpoint } from './deps.ts';
import { renderOneServing, servingExample, servingReply } from './serving-schemas.ts';
import { storePath } from './store-schemas.ts';

/** GET /v1/store_locations/{id} */
export const getStore = storeEndpoint({
  name: 'getStoreLocation',
  method: 'GET',
  path: '/v1/store_locations/{id}',
  area: 'Store locations',
  summary: 'Get a store location',
  permission: 'READ_STORE_LOCATION',
  forLimited: { stores: 'narrowed', groups: 'refused' },
  params: storePath,
  reply: servingReply,
  replyExample: servingExample,
  refusals: [storeLocationNotFound],
  async handle({ input: { path }, ctx }) {
    const store = await readStore(ctx.table, ctx.caller, path.id);
    return isRefusal(store) ? store : renderOneServing(ctx, store);
  },
});
