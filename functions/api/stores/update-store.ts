import {
  invalidStoreAddress,
  invalidStorePhone,
  invalidStoreValue,
  storeLocationExists,
  storeLocationNotFound,
  updateStore as update,
} from '../../../lib/places/stores/index.ts';
import { contentionOver } from '../../../lib/platform/core/commit.ts';
import { isRefusal } from '../../../lib/platform/core/refusal.ts';
import { editorOf, storeEndpoint } from './deps.ts';
import { renderOneServing, servingExample, servingReply } from './serving-schemas.ts';
import { storeChangesBody, storePath } from './store-schemas.ts';
import { refuseZones, servedZoneRefusals, withZones } from './zones-of-store.ts';

/** PATCH /v1/store_locations/{id} */
export const updateStore = storeEndpoint({
  name: 'updateStoreLocation',
  method: 'PATCH',
  path: '/v1/store_locations/{id}',
  area: 'Store locations',
  summary: 'Update a store location',
  description:
    'Only the fields that are sent change; `null` clears one. Existing orders keep the values they took.',
  permission: 'WRITE_STORE_LOCATION',
  forLimited: { stores: 'narrowed', groups: 'refused' },
  takesIfMatch: true,
  params: storePath,
  body: storeChangesBody,
  bodyExample: { prepTimeMinutes: 20 },
  reply: servingReply,
  replyExample: { ...servingExample, prepTimeMinutes: 20, version: 2 },
  refusals: [
    storeLocationNotFound,
    storeLocationExists,
    contentionOver('store location'),
    invalidStoreAddress,
    invalidStorePhone,
    invalidStoreValue,
    ...servedZoneRefusals,
  ],
  async handle({ input: { path, body }, ctx }) {
    const refused = refuseZones(ctx, [body]);
    if (refused) return refused;
    const store = await update(ctx, editorOf(ctx), path.id, await withZones(ctx, body));
    return isRefusal(store) ? store : renderOneServing(ctx, store);
  },
});
