import * as z from 'zod';
import { isRefusal } from '../../../lib/core/refusal.ts';
import {
  invalidStoreValue,
  setDayCapacity as set,
  storeContention,
  storeLocationNotFound,
} from '../../../lib/stores/index.ts';
import { capacityInput } from './capacity-schema.ts';
import { editorOf, storeEndpoint } from './deps.ts';
import { storeExample } from './examples.ts';
import { dateInput } from './opening-hours-schema.ts';
import { renderStore, storeReply } from './store-schemas.ts';

/** POST /v1/set_store_location_day_capacity */
export const setDayCapacity = storeEndpoint({
  name: 'setStoreLocationDayCapacity',
  method: 'POST',
  path: '/v1/set_store_location_day_capacity',
  area: 'Store locations',
  summary: 'Set how many orders a store location takes on a date',
  description:
    'Instead of what holds for that weekday. `{"maxOrders": null}` = any number; `{"isDefault": true}` = as on every ' +
    'such weekday again. Orders count on the day of their pickup, by the clocks of the store.',
  permission: 'WRITE_STORE_LOCATION',
  body: z.object({
    storeLocationId: z.string().max(128).meta({ description: 'Id of the store location.' }),
    date: dateInput.meta({ description: 'Day at the store.' }),
    dayCapacity: z
      .union([
        z.object({
          isDefault: z.literal(true).meta({ description: 'What holds for that weekday holds again.' }),
        }),
        capacityInput,
      ])
      .meta({ description: 'How many orders the store takes on that day.' }),
  }),
  bodyExample: { storeLocationId: storeExample.id, date: '2026-12-24', dayCapacity: { maxOrders: 25 } },
  reply: storeReply,
  replyExample: { ...storeExample, dayCapacities: { '2026-12-24': 25 } },
  refusals: [storeLocationNotFound, invalidStoreValue, storeContention],
  async handle({ input: { body }, ctx }) {
    const { storeLocationId, date, dayCapacity } = body;
    const capacity = typeof dayCapacity === 'object' && dayCapacity !== null ? undefined : dayCapacity;
    const store = await set(ctx, editorOf(ctx), { storeLocationId, date, capacity });
    return isRefusal(store) ? store : renderStore(store);
  },
});
