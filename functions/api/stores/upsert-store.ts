import { isRefusal } from '../../../lib/core/refusal.ts';
import {
  invalidStoreAddress,
  invalidStorePhone,
  invalidStoreValue,
  storeContention,
  storeLocationExists,
  storeOutOfScope,
  upsertStore as upsert,
} from '../../../lib/stores/index.ts';
import { editorOf, storeEndpoint } from './deps.ts';
import { storeBodyExample, storeExample } from './examples.ts';
import { renderStore, storeReply, storeUpsertBody } from './store-schemas.ts';

/** What an upsert of stores can be refused with. */
export const upsertRefusals = [
  storeLocationExists,
  storeContention,
  invalidStoreAddress,
  invalidStorePhone,
  invalidStoreValue,
  storeOutOfScope,
];

/** POST /v1/store_locations/upsert */
export const upsertStore = storeEndpoint({
  name: 'upsertStoreLocation',
  method: 'POST',
  path: '/v1/store_locations/upsert',
  area: 'Store locations',
  summary: 'Create or update a store location by its external id',
  description: 'One that exists is changed in what is sent; a new one needs name, phone number and address.',
  permission: 'WRITE_STORE_LOCATION',
  body: storeUpsertBody,
  bodyExample: storeBodyExample,
  reply: storeReply,
  replyExample: storeExample,
  refusals: upsertRefusals,
  async handle({ input: { body }, ctx }) {
    const store = await upsert(ctx, editorOf(ctx), body);
    return isRefusal(store) ? store : renderStore(store);
  },
});
