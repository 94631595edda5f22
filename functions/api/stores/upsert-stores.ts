import * as z from 'zod';
import { isRefusal } from '../../../lib/core/refusal.ts';
import { upsertStores as upsert } from '../../../lib/stores/index.ts';
import { editorOf, storeEndpoint } from './deps.ts';
import { storeBodyExample, storeExample } from './examples.ts';
import { renderStore, storesReply, storeUpsertBody } from './store-schemas.ts';
import { upsertRefusals } from './upsert-store.ts';

/** Rows of one call at most: each is looked up, checked and written in some tens of milliseconds. */
const MAX_ROWS = 100;

const rows = z
  .array(storeUpsertBody)
  .min(1)
  .max(MAX_ROWS)
  .meta({ description: 'The store locations, each with its `externalId`.' });

/** POST /v1/store_locations/upsert/bulk */
export const upsertStores = storeEndpoint({
  name: 'upsertStoreLocations',
  method: 'POST',
  path: '/v1/store_locations/upsert/bulk',
  area: 'Store locations',
  summary: 'Create or update several store locations by their external ids',
  description: `1 to ${MAX_ROWS} of them. One that cannot be taken refuses all of them before anything is written.`,
  permission: 'WRITE_STORE_LOCATION',
  body: z.object({ storeLocations: rows }),
  bodyExample: { storeLocations: [storeBodyExample] },
  reply: storesReply,
  replyExample: { storeLocations: [storeExample] },
  refusals: upsertRefusals,
  async handle({ input: { body }, ctx }) {
    const stores = await upsert(ctx, editorOf(ctx), body.storeLocations);
    return isRefusal(stores) ? stores : { storeLocations: stores.map(renderStore) };
  },
});
