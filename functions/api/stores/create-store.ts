import { isRefusal } from '../../../lib/core/refusal.ts';
import {
  createStore as create,
  invalidStoreAddress,
  invalidStorePhone,
  invalidStoreValue,
  storeLocationExists,
  storeOutOfScope,
} from '../../../lib/stores/index.ts';
import { editorOf, storeEndpoint } from './deps.ts';
import { storeBodyExample, storeExample } from './examples.ts';
import { newStoreBody, renderStore, storeReply } from './store-schemas.ts';

/** POST /v1/store_locations */
export const createStore = storeEndpoint({
  name: 'createStoreLocation',
  method: 'POST',
  path: '/v1/store_locations',
  area: 'Store locations',
  summary: 'Create a store location',
  description:
    'Its address comes in one line, which is looked up on the map, or in components. Orders that name the store are ' +
    'filled from it, and its opening hours, preparation time and capacity hold for them.',
  permission: 'WRITE_STORE_LOCATION',
  body: newStoreBody,
  bodyExample: storeBodyExample,
  reply: storeReply,
  replyExample: storeExample,
  refusals: [storeLocationExists, invalidStoreAddress, invalidStorePhone, invalidStoreValue, storeOutOfScope],
  async handle({ input: { body }, ctx }) {
    const store = await create(ctx, editorOf(ctx), body);
    return isRefusal(store) ? store : renderStore(store);
  },
});
