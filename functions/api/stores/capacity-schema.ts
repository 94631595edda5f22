import * as z from 'zod';
import { MAX_CAPACITY, MAX_SHIFTS, WEEKDAYS, type WeekCapacity } from '../../../lib/places/stores/index.ts';
import { clock } from './opening-hours-schema.ts';

const count = z.int().min(0).max(MAX_CAPACITY);

/** Orders by shift; a shift is named by its start. */
const shiftCapacity = z
  .record(clock, count)
  .refine((shifts) => Object.keys(shifts).length <= MAX_SHIFTS, `has more than ${MAX_SHIFTS} shifts`)
  .refine(
    (shifts) => Object.values(shifts).reduce((sum, orders) => sum + orders, 0) <= MAX_CAPACITY,
    `has more than ${MAX_CAPACITY} orders together`,
  )
  .meta({
    override: { type: 'object', additionalProperties: { type: 'integer' } },
    description:
      'Orders by shift. Each shift is named by its start, such as `08:00`, and ends at the start of the next one; ' +
      'times before the first have no limit.',
  });

const byShift = z.object({
  isActive: z
    .boolean()
    .optional()
    .meta({ description: 'Whether the store takes orders that day; default true.' }),
  shiftCapacity,
});

/** A day without orders. */
const inactive = z.object({
  isActive: z.literal(false).meta({ description: 'The store takes no orders that day.' }),
});

/** Orders a day: a number or `{"maxOrders": 40}`; by shift; or null for no limit. */
export const capacityInput = z
  .union([
    count.nullable(),
    byShift.transform(({ isActive = true, shiftCapacity }) => ({ isActive, shiftCapacity })),
    z
      .object({ maxOrders: count.nullable().meta({ description: 'Orders of the day; `null` = no limit.' }) })
      .transform(({ maxOrders }) => maxOrders),
    inactive.transform(({ isActive }) => ({ isActive, shiftCapacity: {} })),
  ])
  .meta({
    description:
      `Orders of a day, together at most ${MAX_CAPACITY}: \`{"isActive": true, "shiftCapacity": {"08:00": 4}}\` by shift, ` +
      'or `{"maxOrders": 40}`; `null` = no limit.',
  });

/** The same by weekday, in any case. */
export const weekCapacityInput = z
  .record(z.string(), capacityInput)
  .transform((days, context) => {
    const week: WeekCapacity = {};
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
    description:
      'Orders a day by weekday: `{"monday": {"isActive": true, "shiftCapacity": {"08:00": 4}}, "saturday": ' +
      '{"maxOrders": 40}}`. Other days have no limit.',
  });

/** A capacity in replies, in the form in which it was set. */
export const capacityReply = z.union([
  z.int().nullable(),
  z.object({ isActive: z.boolean(), shiftCapacity: z.record(z.string(), z.int()) }),
]);
