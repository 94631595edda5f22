import * as z from 'zod';
import {
  invalidStoreValue,
  setDayCapacity as set,
  storeLocationNotFound,
} from '../../../lib/places/stores/index.ts';
import { contentionOver } from '../../../lib/platform/core/commit.ts';
import { isRefusal } from '../../../lib/platform/core/refusal.ts';
import { capacityInput } from './capacity-schema.ts';
import { editorOf, storeEndpoint } from './deps.ts';
import { storeExample } from './examples.ts';
import { dateInput } from './opening-hours-schema.ts';
import { renderOneServing, servingExample, servingReply } from './serving-schemas.ts';

const weekdayAgain = z.object({
  isDefault: z.literal(true).meta({ description: 'Whether the value of the weekday applies again.' }),
});

/** POST /v1/set_store_location_day_capacity */
export const setDayCapacity = storeEndpoint({
  name: 'setStoreLocationDayCapacity',
  method: 'POST',
  path: '/v1/set_store_location_day_capacity',
  area: 'Store locations',
  summary: 'Set how many orders a store location takes on a date',
  description:
    'Replaces the value of that weekday: `{"isActive": true, "shiftCapacity": {"08:00": 4}}` by shift, or `{"maxOrders": 25}`; `{"maxOrders": null}` = no limit; `{"isDefault": true}` = use the value of the ' +
    "weekday again. Orders count on the day of their pickup, in the store's local time.",
  permission: 'WRITE_STORE_LOCATION',
  forLimited: { stores: 'narrowed', groups: 'refused' },
  takesIfMatch: true,
  body: z.object({
    storeLocationId: z.string().max(128).meta({ description: 'Id of the store location.' }),
    date: dateInput.meta({ description: 'Date at the store.' }),
    dayCapacity: z
      .union([weekdayAgain, capacityInput])
      .meta({ description: 'Most orders of the store on that date.' }),
  }),
  bodyExample: {
    storeLocationId: storeExample.id,
    date: '2026-12-24',
    dayCapacity: { isActive: true, shiftCapacity: { '08:00': 4, '14:00': 6 } },
  },
  reply: servingReply,
  replyExample: {
    ...servingExample,
    dayCapacities: { '2026-12-24': { isActive: true, shiftCapacity: { '08:00': 4, '14:00': 6 } } },
  },
  refusals: [storeLocationNotFound, invalidStoreValue, contentionOver('store location')],
  async handle({ input: { body }, ctx }) {
    const { storeLocationId, date, dayCapacity } = body;
    const capacity = isDefault(dayCapacity) ? undefined : dayCapacity;
    const store = await set(ctx, editorOf(ctx), { storeLocationId, date, capacity });
    return isRefusal(store) ? store : renderOneServing(ctx, store);
  },
});

function isDefault(sent: unknown): sent is z.output<typeof weekdayAgain> {
  return weekdayAgain.safeParse(sent).success;
}
