import * as z from 'zod';
import { setDefaultCapacity as set, storeLocationNotFound } from '../../../lib/places/stores/index.ts';
import { contentionOver } from '../../../lib/platform/core/commit.ts';
import { isRefusal } from '../../../lib/platform/core/refusal.ts';
import { weekCapacityInput } from './capacity-schema.ts';
import { editorOf, storeEndpoint } from './deps.ts';
import { storeExample } from './examples.ts';
import { renderOneServing, servingExample, servingReply } from './serving-schemas.ts';

/** POST /v1/set_store_location_default_capacity */
export const setDefaultCapacity = storeEndpoint({
  name: 'setStoreLocationDefaultCapacity',
  method: 'POST',
  path: '/v1/set_store_location_default_capacity',
  area: 'Store locations',
  summary: 'Set how many orders a store location takes on each weekday',
  description: "Replaces the whole week. Orders count on the day of their pickup, in the store's local time.",
  permission: 'WRITE_STORE_LOCATION',
  forLimited: { stores: 'narrowed', groups: 'refused' },
  takesIfMatch: true,
  body: z.object({
    storeLocationId: z.string().max(128).meta({ description: 'Id of the store location.' }),
    defaultCapacity: weekCapacityInput,
  }),
  bodyExample: { storeLocationId: storeExample.id, defaultCapacity: { saturday: { maxOrders: 40 } } },
  reply: servingReply,
  replyExample: servingExample,
  refusals: [storeLocationNotFound, contentionOver('store location')],
  async handle({ input: { body }, ctx }) {
    const store = await set(ctx, editorOf(ctx), body.storeLocationId, body.defaultCapacity);
    return isRefusal(store) ? store : renderOneServing(ctx, store);
  },
});
