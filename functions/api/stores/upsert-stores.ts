import * as z from 'zod';
import { upsertStores as upsert } from '../../../lib/places/stores/index.ts';
import { isRefusal } from '../../../lib/platform/core/refusal.ts';
import { editorOf, storeEndpoint } from './deps.ts';
import { storeBodyExample } from './examples.ts';
import { renderServing, servingExample, servingReplies } from './serving-schemas.ts';
import { storeUpsertRow } from './store-schemas.ts';
import { upsertRefusals } from './upsert-store.ts';
import { refuseZones, withZones } from './zones-of-store.ts';

/** Maximum number of rows per call: each is looked up, checked and written in a few tens of milliseconds. */
const MAX_ROWS = 100;

const rows = z
  .array(storeUpsertRow)
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
  description: `Takes 1 to ${MAX_ROWS} stores. If one is invalid, all are refused and nothing is written. \`version\` of a row, or \`If-Match\` for all of them, refuses the change if others have changed the store since.`,
  permission: 'WRITE_STORE_LOCATION',
  forLimited: { stores: 'narrowed', groups: 'refused' },
  takesIfMatch: true,
  body: z.object({ storeLocations: rows }),
  bodyExample: { storeLocations: [storeBodyExample] },
  reply: servingReplies,
  replyExample: { storeLocations: [servingExample] },
  refusals: upsertRefusals,
  async handle({ input: { body }, ctx }) {
    const refused = refuseZones(ctx, body.storeLocations);
    if (refused) return refused;
    const rows = await Promise.all(body.storeLocations.map((row) => withZones(ctx, row)));
    const stores = await upsert(ctx, editorOf(ctx), rows);
    return isRefusal(stores) ? stores : { storeLocations: await renderServing(ctx, stores) };
  },
});
