import { WINDOW_TIMES } from '../../../engines/vocabulary/index.ts';
import { readInstant } from '../../../platform/core/read-instant.ts';
import { type OrderFields, SIDES } from '../order-fields.ts';
import { MAX_OTHER_WINDOWS, readInterval } from '../other-windows.ts';
import { isGiven } from './address-parts.ts';
import { defineRule, show } from './define-rule.ts';

/** A time this recent does not count as past, because clocks differ and requests take time. Milliseconds. */
const PAST_TOLERANCE_MS = 5 * 60_000;

/** One of the times as milliseconds; undefined when it is missing or not an instant. */
export function timeOf(order: OrderFields, field: (typeof WINDOW_TIMES)[number]): number | undefined {
  const instant = readInstant(order[field] ?? '');
  return instant === undefined ? undefined : Date.parse(instant);
}

/** 4.4.7 */
export const timesCanBeRead = defineRule({
  name: 'times-can-be-read',
  summary: 'Times are ISO 8601 date-times; without a zone they are UTC.',
  *check(order) {
    for (const field of WINDOW_TIMES) {
      if (isGiven(order[field]) && timeOf(order, field) === undefined) {
        yield {
          field,
          message: `${field} is ${show(order[field])}; send a date and time such as 2026-03-05T14:30:00Z.`,
        };
      }
    }
  },
});

/** 4.4.7 */
export const timesAreNotPast = defineRule({
  name: 'times-are-not-past',
  summary: 'Times are not in the past, with a tolerance of 5 minutes for clocks that differ.',
  *check(order, { nowMs }) {
    for (const field of WINDOW_TIMES) {
      const time = timeOf(order, field);
      if (time !== undefined && time < nowMs - PAST_TOLERANCE_MS) {
        yield {
          field,
          message: `${field} is ${order[field]}, which is in the past; send a time after ${new Date(nowMs).toISOString()}.`,
        };
      }
    }
  },
});

/** 4.4.7 */
export const windowsEndAfterTheyStart = defineRule({
  name: 'windows-end-after-they-start',
  summary: 'A window ends after it starts.',
  *check(order) {
    for (const side of SIDES) {
      const start = timeOf(order, `${side}StartTime`);
      const end = timeOf(order, `${side}EndTime`);
      if (start !== undefined && end !== undefined && end <= start) {
        const field = `${side}EndTime` as const;
        yield {
          field,
          message: `${field} is ${order[field]}, which is not after ${side}StartTime ${order[`${side}StartTime`]}; send a later end.`,
        };
      }
    }
  },
});

/** Further windows are those of a side that has a first one. */
export const otherWindowsCanBeRead = defineRule({
  name: 'other-windows-can-be-read',
  summary: 'Further windows are at most 10 intervals that end after they start, beside a first window.',
  *check(order) {
    for (const side of SIDES) {
      const field = `${side}OtherWindows` as const;
      const given = order[field] ?? [];
      const unread = given.find((text) => readInterval(text) === undefined);
      if (unread !== undefined) {
        yield {
          field,
          message: `${field} has ${show(unread)}; send an interval such as 2026-03-05T10:00:00Z/2026-03-05T12:00:00Z.`,
        };
      } else if (given.length > MAX_OTHER_WINDOWS) {
        yield { field, message: `${field} has ${given.length} windows; send at most ${MAX_OTHER_WINDOWS}.` };
      } else if (
        given.length > 0 &&
        !(isGiven(order[`${side}StartTime`]) && isGiven(order[`${side}EndTime`]))
      ) {
        yield {
          field,
          message: `${field} is given without a first window; send ${side}StartTime and ${side}EndTime, too.`,
        };
      }
    }
  },
});

/** 4.4.7 */
export const dropoffFollowsPickup = defineRule({
  name: 'dropoff-follows-pickup',
  summary: 'The dropoff window does not start or end before the pickup starts.',
  *check(order) {
    const field = timeOf(order, 'pickupStartTime') === undefined ? 'pickupEndTime' : 'pickupStartTime';
    const pickup = timeOf(order, field);
    if (pickup === undefined) return;
    for (const bound of ['dropoffStartTime', 'dropoffEndTime'] as const) {
      const time = timeOf(order, bound);
      if (time !== undefined && time < pickup) {
        yield {
          field: bound,
          message: `${bound} is ${order[bound]}, which is before ${field} ${order[field]}; send a later time.`,
        };
      }
    }
  },
});
