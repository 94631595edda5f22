import type { Refusal } from '../../platform/core/refusal.ts';
import { sameValue } from '../../platform/core/same-value.ts';
import { isTimeZone } from '../../platform/core/zoned-time.ts';
import type { OrderPatch } from '../orders/index.ts';
import { expandRecurrence, refuseRule } from '../windows/index.ts';
import {
  dayAfter,
  dayOf,
  LONGEST_RANGE_DAYS,
  type PlannedOccurrence,
  planOccurrences,
} from './plan-occurrences.ts';
import { CLOCK_TIMES, type ClockTimes, type RecurringOrder } from './recurring-order.ts';
import { invalidRecurringOrder } from './refusals.ts';

/** A recurring order as a caller sends it: what is left out stays as it is. */
export interface RecurringInput
  extends Partial<
    Pick<
      RecurringOrder,
      'name' | 'startDate' | 'rrule' | 'timezoneId' | 'holidays' | 'onHoliday' | 'workingDays' | 'daysAhead'
    >
  > {
  /** null takes a field away. */
  readonly order?: OrderPatch | undefined;
  readonly times?: Partial<ClockTimes> | undefined;
}

/** Earliest first day: rules are counted from it. */
const EARLIEST_START = '2000-01-01';

/** Latest first day after today. Days. */
const LATEST_START_DAYS = 366;

const NO_TIMES: ClockTimes = { pickupStart: null, pickupEnd: null, dropoffStart: null, dropoffEnd: null };

/** Fields that decide when orders are due. */
const RULE_FIELDS = [
  'startDate',
  'rrule',
  'timezoneId',
  'holidays',
  'onHoliday',
  'workingDays',
  'times',
] as const;

/** The recurring order after the change, or what is invalid. What is known only from the table is checked later. */
export function shapeRecurringOrder(
  before: RecurringOrder | undefined,
  input: RecurringInput,
  fresh: Pick<RecurringOrder, 'organizationId' | 'id' | 'timezoneId'>,
  at: string,
): RecurringOrder | Refusal {
  const given = Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined));
  const { order: patch, times, ...settings } = given as RecurringInput;
  const next: RecurringOrder = {
    ...(before ?? {
      ...{ ...fresh, name: '', order: {}, times: NO_TIMES, startDate: '', rrule: '' },
      ...{ holidays: [], onHoliday: 'skip', workingDays: ['MO', 'TU', 'WE', 'TH', 'FR'], daysAhead: 7 },
      ...{ ruleSince: at, storeLocationIds: [], problems: {}, ended: null, createdAt: at },
    }),
    ...settings,
    order: patchedOrder(before?.order ?? {}, patch ?? {}),
    times: { ...(before?.times ?? NO_TIMES), ...withoutUndefined(times ?? {}) },
    updatedAt: at,
  };
  const sorted = { ...next, holidays: [...new Set(next.holidays)].toSorted() };
  const wrong = wrongIn(sorted, at);
  if (wrong) return refusal(...wrong);
  const isNew = RULE_FIELDS.some((name) => !sameValue(before?.[name], sorted[name]));
  return isNew ? { ...sorted, ruleSince: at } : sorted;
}

/** Its next occurrence of which an order is due, at most a year ahead; a refusal when none is to come. */
export function nextDue(recurring: RecurringOrder, nowMs: number): PlannedOccurrence | Refusal {
  const today = dayOf(recurring, nowMs);
  const from = recurring.startDate > today ? recurring.startDate : today;
  const planned = planOccurrences(recurring, new Map(), from, dayAfter(from, LONGEST_RANGE_DAYS));
  const next = planned.find(({ state, startsAt }) => state === 'due' && Date.parse(startsAt) > nowMs);
  return (
    next ??
    refusal(
      'rrule',
      `"${recurring.rrule}" from ${recurring.startDate} has no day within a year on which an order is due. Send another rule, a later UNTIL, or fewer holidays.`,
    )
  );
}

/** The refusal of one field. */
export function refusal(field: string, message: string): Refusal {
  return invalidRecurringOrder(`${field}: ${message}`, { fields: { [field]: message } });
}

function wrongIn(next: RecurringOrder, at: string): readonly [field: string, message: string] | undefined {
  const { startDate, timezoneId, rrule, times, order, workingDays, onHoliday } = next;
  if (!isTimeZone(timezoneId)) {
    return ['timezoneId', `"${timezoneId}" is not a time zone. Use an IANA name such as Europe/Berlin.`];
  }
  const latest = dayAfter(dayOf(next, Date.parse(at)), LATEST_START_DAYS);
  if (startDate < EARLIEST_START || startDate > latest) {
    return [
      'startDate',
      `${startDate} is not between ${EARLIEST_START} and ${latest}. Send a day in between.`,
    ];
  }
  const refused = refuseRule(rrule) ?? unreadable(next);
  if (refused !== undefined) return ['rrule', `"${rrule}" ${refused}.`];
  if (onHoliday !== 'skip' && workingDays.length === 0) {
    return [
      'workingDays',
      'is empty, so that nothing can be moved to a working day. Send some, such as ["MO"].',
    ];
  }
  return wrongTimes(times, order.deliveryWindowId);
}

/** What is wrong with the times of an order, or with its window. */
export function wrongTimes(
  times: ClockTimes,
  windowId: string | null | undefined,
): readonly [field: string, message: string] | undefined {
  const deliveryWindowId = windowId ?? undefined;
  if (deliveryWindowId?.includes('|')) {
    return [
      'order.deliveryWindowId',
      `"${deliveryWindowId}" names one day. Send the id of the recurring window, "${deliveryWindowId.split('|')[0]}": each order is booked into it on its own day.`,
    ];
  }
  const hasDropoff = times.dropoffStart !== null || times.dropoffEnd !== null;
  if (deliveryWindowId !== undefined && hasDropoff) {
    return ['times', 'has dropoff times, but a delivery window has its own. Leave out one of them.'];
  }
  if (deliveryWindowId === undefined && CLOCK_TIMES.every((name) => times[name] === null)) {
    return ['times', 'has no time. Send at least one, such as dropoffStart, or order.deliveryWindowId.'];
  }
  for (const side of ['pickup', 'dropoff'] as const) {
    const start = times[`${side}Start`];
    if (start !== null && start === times[`${side}End`]) {
      return [`times.${side}End`, `is ${start}, as ${side}Start. Send a later time.`];
    }
  }
  return undefined;
}

/** Why a rule cannot be expanded; undefined when it can. */
function unreadable({ rrule, startDate, timezoneId }: RecurringOrder): string | undefined {
  try {
    expandRecurrence({ rrule, startLocal: `${startDate}T00:00:00`, timezoneId }, startDate);
    return undefined;
  } catch {
    return 'is not a recurrence rule; send one such as FREQ=WEEKLY;BYDAY=MO,WE';
  }
}

function patchedOrder(before: RecurringOrder['order'], patch: OrderPatch): RecurringOrder['order'] {
  return Object.fromEntries(
    Object.entries({ ...before, ...withoutUndefined(patch) }).filter(([, value]) => value !== null),
  );
}

function withoutUndefined<Value extends object>(value: Value): Value {
  return Object.fromEntries(Object.entries(value).filter(([, one]) => one !== undefined)) as Value;
}
