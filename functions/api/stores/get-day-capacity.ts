import * as z from 'zod';
import { readDayCapacity, storeLocationNotFound } from '../../../lib/places/stores/index.ts';
import { isRefusal } from '../../../lib/platform/core/refusal.ts';
import { storeEndpoint } from './deps.ts';
import { storeExample } from './examples.ts';
import { dateInput } from './opening-hours-schema.ts';
import { storePath } from './store-schemas.ts';

/** GET /v1/store_locations/{id}/capacity */
export const getDayCapacity = storeEndpoint({
  name: 'getStoreLocationCapacity',
  method: 'GET',
  path: '/v1/store_locations/{id}/capacity',
  area: 'Store locations',
  summary: 'Get the capacity of a store location on a date and what is left of it',
  permission: 'READ_STORE_LOCATION',
  forLimited: { stores: 'narrowed', groups: 'refused' },
  params: storePath,
  query: z.object({ date: dateInput.optional().meta({ description: 'Date at the store; default today.' }) }),
  reply: z.object({
    storeLocationId: z.string(),
    date: z.string(),
    maxOrders: z.int().nullable(),
    taken: z.int(),
    remaining: z.int().nullable(),
    shifts: z
      .array(
        z.object({
          start: z.string(),
          end: z.string(),
          maxOrders: z.int().nullable(),
          taken: z.int(),
          remaining: z.int().nullable(),
        }),
      )
      .meta({ description: 'Shifts with a capacity of their own; `maxOrders` is their sum.' }),
  }),
  replyExample: {
    storeLocationId: storeExample.id,
    date: '2026-12-24',
    maxOrders: 25,
    taken: 3,
    remaining: 22,
    shifts: [],
  },
  refusals: [storeLocationNotFound],
  async handle({ input: { path, query }, ctx }) {
    const day = await readDayCapacity(ctx, ctx.caller, path.id, query.date);
    return isRefusal(day) ? day : { ...day, shifts: [...day.shifts] };
  },
});
