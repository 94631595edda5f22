import {
  invalidStoreAddress,
  invalidStorePhone,
  invalidStoreValue,
  storeLocationExists,
  storeOutOfScope,
  upsertStore as upsert,
} from '../../../lib/places/stores/index.ts';
import { contentionOver } from '../../../lib/platform/core/commit.ts';
import { isRefusal } from '../../../lib/platform/core/refusal.ts';
import { editorOf, storeEndpoint } from './deps.ts';
import { storeBodyExample } from './examples.ts';
import { renderOneServing, servingExample, servingReply } from './serving-schemas.ts';
import { storeUpsertBody } from './store-schemas.ts';
import { refuseZones, servedZoneRefusals, withZones } from './zones-of-store.ts';

/** Refusals of an upsert of stores. */
export const upsertRefusals = [
  storeLocationExists,
  contentionOver('store location'),
  invalidStoreAddress,
  invalidStorePhone,
  invalidStoreValue,
  storeOutOfScope,
  ...servedZoneRefusals,
];

/** POST /v1/store_locations/upsert */
export const upsertStore = storeEndpoint({
  name: 'upsertStoreLocation',
  method: 'POST',
  path: '/v1/store_locations/upsert',
  area: 'Store locations',
  summary: 'Create or update a store location by its external id',
  description:
    'For an existing store only the fields that are sent change; a new one needs name, phone number and address.',
  permission: 'WRITE_STORE_LOCATION',
  forLimited: { stores: 'narrowed', groups: 'refused' },
  takesIfMatch: true,
  body: storeUpsertBody,
  bodyExample: storeBodyExample,
  reply: servingReply,
  replyExample: servingExample,
  refusals: upsertRefusals,
  async handle({ input: { body }, ctx }) {
    const refused = refuseZones(ctx, [body]);
    if (refused) return refused;
    const store = await upsert(ctx, editorOf(ctx), await withZones(ctx, body));
    return isRefusal(store) ? store : renderOneServing(ctx, store);
  },
});
