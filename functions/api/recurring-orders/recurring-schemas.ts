import * as z from 'zod';
import {
  checkSizeOf,
  type OrderStatus,
  orderInput,
  orderStatus,
} from '../../../lib/ordering/orders/index.ts';
import {
  FIELDS_OF_OCCURRENCES,
  OCCURRENCE_STATUSES,
  type Occurrence,
  ON_HOLIDAY,
  type RecurringOrder,
  WEEKDAYS,
} from '../../../lib/ordering/recurring/index.ts';
import { isTimeZone } from '../../../lib/platform/core/zoned-time.ts';
import { dayParameter, instantReply, shortText } from '../../../lib/platform/http/index.ts';
import type { Stored } from '../../../lib/platform/table/index.ts';

const OWN: readonly string[] = [...FIELDS_OF_OCCURRENCES, 'reapplyAutomations'];

/** Fields of an order that every occurrence gets; null takes one away. */
export const orderPart = z
  .object(Object.fromEntries(Object.entries(orderInput.shape).filter(([name]) => !OWN.includes(name))))
  .superRefine((order, context) => checkSizeOf('order', order, context));

const clockTime = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'is not a time of day such as 09:00');

const clockTimes = z.object({
  pickupStart: clockTime.nullish().meta({ description: 'Start of the pickup window, such as `07:30`.' }),
  pickupEnd: clockTime.nullish().meta({ description: 'End of the pickup window.' }),
  dropoffStart: clockTime.nullish().meta({ description: 'Start of the dropoff window.' }),
  dropoffEnd: clockTime.nullish().meta({ description: 'End of the dropoff window.' }),
});

/** Times of day; null takes one away. */
export const timesPart = clockTimes.meta({
  description:
    'Times of day in `timezoneId`, the same across daylight-saving changes. A time before the one that it follows is on the ' +
    'next day.',
});

/** Fields that a caller may set. */
export const recurringFields = {
  name: shortText(200).meta({ description: 'Name of the recurring order.' }),
  order: orderPart.meta({
    description:
      'Fields that every order gets, as in `POST /v1/order`, without its times. The day is added to `externalId`; ' +
      '`deliveryWindowId` names a recurring window, and each order is booked into it on its own day.',
  }),
  times: timesPart,
  startDate: dayParameter.meta({ description: 'First day of the rule.' }),
  rrule: shortText(500).meta({
    description:
      'Recurrence rule by days (RFC 5545), such as `FREQ=WEEKLY;BYDAY=MO,WE`; it ends with `UNTIL` or `COUNT`, or never.',
  }),
  timezoneId: z.string().max(100).refine(isTimeZone, 'is not an IANA time zone such as Europe/Berlin').meta({
    description:
      'Time zone of its days and times; default that of the pickup store, else of the organization.',
  }),
  holidays: z.array(dayParameter).max(400).meta({ description: 'Days on which no order is due.' }),
  onHoliday: z.enum(ON_HOLIDAY).meta({
    description:
      'What happens to an occurrence on a holiday: it is left out (`skip`, the default), or moved to the nearest working ' +
      'day after or before it, at most 31 days. A day that has an occurrence of its own takes no second one.',
  }),
  workingDays: z.array(z.enum(WEEKDAYS)).max(7).meta({
    description: 'Weekdays to which an occurrence may be moved; default Monday to Friday.',
  }),
  daysAhead: z.int().min(0).max(60).meta({
    description: 'How many days ahead of its day an order is created, at midnight; default 7.',
  }),
};

export const recurringPath = z.object({
  id: shortText(100).meta({ description: 'Id of the recurring order, `rec_...`.' }),
});

const timesReply = z.object({
  pickupStart: z.string().nullable(),
  pickupEnd: z.string().nullable(),
  dropoffStart: z.string().nullable(),
  dropoffEnd: z.string().nullable(),
});

/** What a row of the list shows as well. */
const rowFields = {
  id: z.string(),
  name: z.string(),
  status: z.enum(['active', 'ended']),
  times: timesReply,
  startDate: z.string(),
  rrule: z.string(),
  timezoneId: z.string(),
  onHoliday: z.enum(ON_HOLIDAY),
  daysAhead: z.int(),
  problems: z.record(z.string(), z.string()).meta({
    description: 'What is wrong with the next order, by field, as it was when the recurring order was saved.',
  }),
  ended: z
    .object({ at: instantReply, by: z.string(), reason: z.string().nullable() })
    .nullable()
    .meta({ description: 'When it ended and by whom; null while it goes on.' }),
  version: z.int(),
  createdAt: instantReply,
  updatedAt: instantReply,
};

/** A recurring order in the list. */
export const recurringRow = z
  .object({
    ...rowFields,
    recipient: z.string().nullable().meta({ description: 'Who gets its orders.' }),
  })
  .meta({ id: 'RecurringOrderRow' });

/** A recurring order in replies. */
export const recurringReply = z
  .object({
    ...rowFields,
    order: z.record(z.string(), z.unknown()).meta({ description: 'Fields that every order gets.' }),
    holidays: z.array(z.string()),
    workingDays: z.array(z.enum(WEEKDAYS)),
  })
  .meta({ id: 'RecurringOrder' });

/** An occurrence in replies. */
export const occurrenceReply = z
  .object({
    date: z.string().meta({ description: 'Day of the rule, by which the occurrence is known.' }),
    onDate: z.string().meta({ description: 'Day on which it takes place.' }),
    status: z.enum(OCCURRENCE_STATUSES).meta({
      description:
        'What becomes of it: its order will be created at `makeAt` (`to_come`) or exists (`made`), or there is none: ' +
        '`skipped` by a person, on a `holiday`, `failed` or `missed` with the reason, or `withdrawn` after a change.',
    }),
    message: z.string().nullable().meta({ description: 'Why, or why its order is not as expected.' }),
    orderId: z.string().nullable(),
    orderStatus: orderStatus.nullable().meta({
      description: 'Status of its order; null without one, and for one that has left the table.',
    }),
    makeAt: instantReply.nullable().meta({ description: 'When its order will be created.' }),
    pickupStartTime: instantReply.nullable(),
    pickupEndTime: instantReply.nullable(),
    dropoffStartTime: instantReply.nullable(),
    dropoffEndTime: instantReply.nullable(),
    change: z
      .object({
        isSkipped: z.boolean(),
        onDate: z.string().nullable(),
        times: z.record(z.string(), z.string().nullable()),
        order: z.record(z.string(), z.unknown()),
        note: z.string().nullable(),
        by: z.string(),
        at: instantReply,
      })
      .nullable()
      .meta({ description: 'What a person changed of it; null = nothing.' }),
  })
  .meta({ id: 'RecurringOccurrence' });

export const recurringBodyExample = {
  name: 'Bread for Café Luna',
  startDate: '2026-03-02',
  rrule: 'FREQ=WEEKLY;BYDAY=MO,WE,FR',
  timezoneId: 'America/Los_Angeles',
  times: { dropoffStart: '07:00', dropoffEnd: '08:30' },
  order: {
    pickupStoreLocationId: 'store_01JD8Z6Q4T9V2N5X7C3B1M0K8H',
    dropoffFirstName: 'Luna',
    dropoffPhoneNumber: '+14155550199',
    dropoffAddress: '900 Valencia Street, San Francisco, CA 94110',
    valueCents: 4_200,
  },
  holidays: ['2026-12-25'],
  onHoliday: 'previous_working_day' as const,
};

const rowExample = {
  id: 'rec_01JD8Z6Q4T9V2N5X7C3B1M0K8H',
  name: 'Bread for Café Luna',
  status: 'active' as const,
  times: { pickupStart: null, pickupEnd: null, dropoffStart: '07:00', dropoffEnd: '08:30' },
  startDate: '2026-03-02',
  rrule: 'FREQ=WEEKLY;BYDAY=MO,WE,FR',
  timezoneId: 'America/Los_Angeles',
  onHoliday: 'previous_working_day' as const,
  daysAhead: 7,
  problems: {},
  ended: null,
  version: 1,
  createdAt: '2026-02-26T01:11:51.000Z',
  updatedAt: '2026-02-26T01:11:51.000Z',
};

export const recurringRowExample = { ...rowExample, recipient: 'Luna' };

export const recurringExample = {
  ...rowExample,
  order: recurringBodyExample.order,
  holidays: ['2026-12-25'],
  workingDays: ['MO' as const, 'TU' as const, 'WE' as const, 'TH' as const, 'FR' as const],
};

export const occurrenceExample = {
  date: '2026-03-02',
  onDate: '2026-03-02',
  status: 'made' as const,
  message: null,
  orderId: 'ord_01JD8Z6Q4T9V2N5X7C3B1M0K8H',
  orderStatus: 'valid' as const,
  makeAt: null,
  pickupStartTime: null,
  pickupEndTime: null,
  dropoffStartTime: '2026-03-02T15:00:00.000Z',
  dropoffEndTime: '2026-03-02T16:30:00.000Z',
  change: null,
};

/** The part of a recurring order that the list shows as well. */
export function renderShared(recurring: Omit<RecurringOrder, 'organizationId' | 'holidays' | 'workingDays'>) {
  const { storeLocationIds: _, ruleSince: __, order: ___, ...shown } = recurring;
  return { ...shown, status: recurring.ended === null ? ('active' as const) : ('ended' as const) };
}

export function renderRecurring({
  value: { organizationId: _, ...recurring },
  version,
}: Stored<RecurringOrder>): z.input<typeof recurringReply> {
  const { order, holidays, workingDays } = recurring;
  return { ...renderShared(recurring), order, holidays, workingDays, version };
}

export function renderOccurrence(
  occurrence: Occurrence,
  status?: OrderStatus,
): z.input<typeof occurrenceReply> {
  const { change, ...shown } = occurrence;
  return {
    ...{ pickupStartTime: null, pickupEndTime: null, dropoffStartTime: null, dropoffEndTime: null },
    ...shown,
    orderStatus: status ?? null,
    change: change && {
      isSkipped: change.isSkipped,
      onDate: change.onDate,
      times: definedOnly(change.times),
      order: change.order,
      note: change.note,
      by: change.by,
      at: change.askedAt,
    },
  };
}

function definedOnly(times: Readonly<Record<string, string | null | undefined>>) {
  return Object.fromEntries(
    Object.entries(times).flatMap(([name, time]) => (time === undefined ? [] : [[name, time] as const])),
  );
}
