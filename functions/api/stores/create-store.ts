import {
  createStore as create,
  invalidStoreAddress,
  invalidStorePhone,
  invalidStoreValue,
  storeLocationExists,
  storeOutOfScope,
} from '../../../lib/places/stores/index.ts';
import { isRefusal } from '../../../lib/platform/core/refusal.ts';
import { editorOf, storeEndpoint } from './deps.ts';
import { storeBodyExample } from './examples.ts';
import { renderOneServing, servingExample, servingReply } from './serving-schemas.ts';
import { newStoreBody } from './store-schemas.ts';
import { refuseZones, servedZoneRefusals, withZones } from './zones-of-store.ts';

/** POST /v1/store_locations */
export const createStore = storeEndpoint({
  name: 'createStoreLocation',
  method: 'POST',
  path: '/v1/store_locations',
  area: 'Store locations',
  summary: 'Create a store location',
  description:
    'Send its address in one line, which is geocoded, or in components. Orders that name the store are ' +
    'filled in from it, and its opening hours, preparation time and capacity apply to them.',
  permission: 'WRITE_STORE_LOCATION',
  forLimited: { stores: 'narrowed', groups: 'refused' },
  body: newStoreBody,
  bodyExample: storeBodyExample,
  reply: servingReply,
  replyExample: servingExample,
  refusals: [
    storeLocationExists,
    invalidStoreAddress,
    invalidStorePhone,
    invalidStoreValue,
    storeOutOfScope,
    ...servedZoneRefusals,
  ],
  async handle({ input: { body }, ctx }) {
    const refused = refuseZones(ctx, [body]);
    if (refused) return refused;
    const store = await create(ctx, editorOf(ctx), await withZones(ctx, body));
    return isRefusal(store) ? store : renderOneServing(ctx, store);
  },
});
