import * as z from 'zod';
import { isRefusal } from '../../../lib/core/refusal.ts';
import {
  setDefaultCapacity as set,
  storeContention,
  storeLocationNotFound,
} from '../../../lib/stores/index.ts';
import { weekCapacityInput } from './capacity-schema.ts';
import { editorOf, storeEndpoint } from './deps.ts';
import { storeExample } from './examples.ts';
import { renderStore, storeReply } from './store-schemas.ts';

/** POST /v1/set_store_location_default_capacity */
export const setDefaultCapacity = storeEndpoint({
  name: 'setStoreLocationDefaultCapacity',
  method: 'POST',
  path: '/v1/set_store_location_default_capacity',
  area: 'Store locations',
  summary: 'Set how many orders a store location takes on each weekday',
  description:
    'Replaces the whole week. Orders count on the day of their pickup, by the clocks of the store.',
  permission: 'WRITE_STORE_LOCATION',
  body: z.object({
    storeLocationId: z.string().max(128).meta({ description: 'Id of the store location.' }),
    defaultCapacity: weekCapacityInput,
  }),
  bodyExample: { storeLocationId: storeExample.id, defaultCapacity: { saturday: { maxOrders: 40 } } },
  reply: storeReply,
  replyExample: storeExample,
  refusals: [storeLocationNotFound, storeContention],
  async handle({ input: { body }, ctx }) {
    const store = await set(ctx, editorOf(ctx), body.storeLocationId, body.defaultCapacity);
    return isRefusal(store) ? store : renderStore(store);
  },
});
