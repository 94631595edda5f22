import { isRefusal } from '../../../lib/core/refusal.ts';
import {
  invalidStoreAddress,
  invalidStorePhone,
  invalidStoreValue,
  storeContention,
  storeLocationExists,
  storeLocationNotFound,
  updateStore as update,
} from '../../../lib/stores/index.ts';
import { editorOf, storeEndpoint } from './deps.ts';
import { storeExample } from './examples.ts';
import { renderStore, storeChangesBody, storePath, storeReply } from './store-schemas.ts';

/** PATCH /v1/store_locations/{id} */
export const updateStore = storeEndpoint({
  name: 'updateStoreLocation',
  method: 'PATCH',
  path: '/v1/store_locations/{id}',
  area: 'Store locations',
  summary: 'Update a store location',
  description: 'Only what is sent changes; `null` clears a field. Orders keep what they were filled with.',
  permission: 'WRITE_STORE_LOCATION',
  takesIfMatch: true,
  params: storePath,
  body: storeChangesBody,
  bodyExample: { prepTimeMinutes: 20 },
  reply: storeReply,
  replyExample: { ...storeExample, prepTimeMinutes: 20, version: 2 },
  refusals: [
    storeLocationNotFound,
    storeLocationExists,
    storeContention,
    invalidStoreAddress,
    invalidStorePhone,
    invalidStoreValue,
  ],
  async handle({ input: { path, body }, ctx }) {
    const store = await update(ctx, editorOf(ctx), path.id, body);
    return isRefusal(store) ? store : renderStore(store);
  },
});
