import * as z from 'zod';
import { defineEntity, type Partition } from '../../platform/table/index.ts';
import { orderFields } from '../orders/index.ts';

/** What happens to an occurrence on a holiday. */
export const ON_HOLIDAY = ['skip', 'next_working_day', 'previous_working_day'] as const;

/** Days of a week, as recurrence rules name them. */
export const WEEKDAYS = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'] as const;
export type Weekday = (typeof WEEKDAYS)[number];

/** Times of day in the zone of the recurring order, such as `09:00`; null = none. */
const timesSchema = z.object({
  pickupStart: z.string().nullable(),
  pickupEnd: z.string().nullable(),
  dropoffStart: z.string().nullable(),
  dropoffEnd: z.string().nullable(),
});
export type ClockTimes = z.infer<typeof timesSchema>;
export const CLOCK_TIMES = ['pickupStart', 'pickupEnd', 'dropoffStart', 'dropoffEnd'] as const;

/** Fields of orders that a recurring order does not have, because each occurrence has its own. */
export const FIELDS_OF_OCCURRENCES = [
  'deliveryMode',
  'pickupStartTime',
  'pickupEndTime',
  'dropoffStartTime',
  'dropoffEndTime',
  'pickupOtherWindows',
  'dropoffOtherWindows',
] as const;

const endSchema = z.object({ at: z.string(), by: z.string(), reason: z.string().nullable() });

const recurringOrderSchema = z.object({
  organizationId: z.string(),
  /** `rec_...` */
  id: z.string(),
  name: z.string(),
  /** Fields that every order gets. */
  order: z.object(orderFields).partial(),
  times: timesSchema,
  /** First day of the rule. */
  startDate: z.string(),
  rrule: z.string(),
  timezoneId: z.string(),
  /** Days on which no order is due. */
  holidays: z.array(z.string()),
  onHoliday: z.enum(ON_HOLIDAY),
  /** Days to which an occurrence may be moved. */
  workingDays: z.array(z.enum(WEEKDAYS)),
  /** How many days ahead of an occurrence its order is created. */
  daysAhead: z.int(),
  /** Since when its days and times are as they are: what had passed by then was not due. */
  ruleSince: z.string(),
  /** Stores of its orders, by which callers who are limited to stores see it. */
  storeLocationIds: z.array(z.string()),
  /** What is wrong with the next order, by field, as far as it is known now. */
  problems: z.record(z.string(), z.string()),
  /** No further orders are created. */
  ended: endSchema.nullable(),
  createdAt: z.string(),
  updatedAt: z.string(),
});

/** An order that is created again and again: its content, its days and its times. */
export type RecurringOrder = z.infer<typeof recurringOrderSchema>;

/** How long an ended one is kept: 400 days. */
const ENDED_LIFE_SECONDS = 400 * 24 * 3600;

/** Recurring orders are created by hand, by the hundred: one partition is enough for their list. */
export const RECURRING_SHARDS = 1;

/** Aggregate of a recurring order: its root, what people changed of single occurrences, and what became of them. */
export function recurringPartition(of: { organizationId: string; id: string }): Partition {
  return { organizationId: of.organizationId, type: 'recurring-order', id: of.id };
}

export const recurringOrderEntity = defineEntity<
  RecurringOrder,
  Pick<RecurringOrder, 'organizationId' | 'id'>
>({
  name: 'recurringOrder',
  schema: recurringOrderSchema,
  partition: recurringPartition,
  sort: () => ({ kind: 'state', parts: [] }),
  list: {
    name: 'recurringOrdersByCreation',
    shard: () => 0,
    at: ({ createdAt }) => createdAt,
    id: ({ id }) => id,
    row: ({ organizationId: _, holidays: __, workingDays: ___, ...row }, version) => ({
      ...row,
      order: {
        dropoffFirstName: row.order.dropoffFirstName,
        dropoffLastName: row.order.dropoffLastName,
        dropoffBusinessName: row.order.dropoffBusinessName,
      },
      version,
    }),
  },
  audited: { type: 'recurring-order', id: ({ id }) => id },
  expiresAtSeconds: ({ ended }) =>
    ended === null ? undefined : Math.floor(Date.parse(ended.at) / 1000) + ENDED_LIFE_SECONDS,
});
