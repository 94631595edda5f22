import * as z from 'zod';
import { MAX_CAPACITY, WEEKDAYS, type Weekday } from '../../../lib/places/stores/index.ts';

const count = z.int().min(0).max(MAX_CAPACITY).nullable();

/** Orders a day: a number, `{"maxOrders": 40}`, or null for no limit. */
export const capacityInput = z
  .union([count, z.object({ maxOrders: count.meta({ description: 'Orders a day; `null` = no limit.' }) })])
  .transform((sent) => (typeof sent === 'object' && sent !== null ? sent.maxOrders : sent))
  .meta({ description: `Orders a day, 0 to ${MAX_CAPACITY}: \`{"maxOrders": 40}\`; \`null\` = no limit.` });

/** Orders a day by weekday, in any case. */
export const weekCapacityInput = z
  .record(z.string(), capacityInput)
  .transform((days, context) => {
    const week: Partial<Record<Weekday, number | null>> = {};
    for (const [name, capacity] of Object.entries(days)) {
      const weekday = WEEKDAYS.find((known) => known === name.trim().toLowerCase());
      if (weekday) week[weekday] = capacity;
      else {
        context.issues.push({
          code: 'custom',
          message: 'is not a day of the week such as monday',
          path: [name],
          input: name,
        });
      }
    }
    return week;
  })
  .meta({
    override: { type: 'object' },
    description: 'Orders a day by weekday: `{"saturday": {"maxOrders": 40}}`. Other days have no limit.',
  });
