import { daysIn, parseCronDays } from './cron-days.ts';
import { type FieldBounds, parseCronField } from './cron-field.ts';
import type { ScheduleExpression } from './schedule-expression.ts';
import { instantOf, wallTimeAt } from './wall-time.ts';

const MINUTES: FieldBounds = { first: 0, last: 59 };
const HOURS: FieldBounds = { first: 0, last: 23 };
const MONTHS: FieldBounds = {
  first: 1,
  last: 12,
  names: ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC'],
};
const YEARS: FieldBounds = { first: 1970, last: 2199 };

/**
 * `cron(minutes hours day-of-month month day-of-week year)` in the local time of a zone. A time that clocks skip in
 * spring is left out; one that they show twice in autumn fires the first time (EventBridge Scheduler user guide,
 * "Cron-based schedules" and "Daylight savings time"). Undefined for any other text.
 */
export function cronExpression(inside: string, zone: string): ScheduleExpression | undefined {
  const fields = inside.trim().split(/\s+/);
  const [minutesText = '', hoursText = '', dayOfMonth = '', monthsText = '', dayOfWeek = '', yearsText = ''] =
    fields;
  const minutes = sorted(parseCronField(minutesText, MINUTES));
  const hours = sorted(parseCronField(hoursText, HOURS));
  const months = parseCronField(monthsText, MONTHS);
  const years = parseCronField(yearsText, YEARS);
  const isDay = parseCronDays(dayOfMonth, dayOfWeek);
  if (fields.length !== 6 || !minutes || !hours || !months || !years || !isDay) return undefined;
  const lastYear = Math.max(...years);

  /** The first firing on a day after `afterMs`, ignoring what the clocks showed before `fromMinute`. */
  const onDay = (year: number, month: number, day: number, afterMs: number, fromMinute: number) => {
    for (const hour of hours) {
      for (const minute of minutes) {
        if (hour * 60 + minute < fromMinute) continue;
        const ms = instantOf({ year, month, day, hour, minute }, zone);
        if (ms !== undefined && ms > afterMs) return ms;
      }
    }
    return undefined;
  };

  return Object.freeze<ScheduleExpression>({
    kind: 'cron',
    nextAfter(afterMs) {
      const start = wallTimeAt(afterMs, zone);
      let { month, day } = start;
      let fromMinute = start.hour * 60 + start.minute;
      for (let year = start.year; year <= lastYear; year += 1) {
        for (; years.has(year) && month <= 12; month += 1) {
          const last = months.has(month) ? daysIn(year, month) : 0;
          for (; day <= last; day += 1) {
            const found = isDay(year, month, day) ? onDay(year, month, day, afterMs, fromMinute) : undefined;
            if (found !== undefined) return found;
            fromMinute = 0;
          }
          day = 1;
          fromMinute = 0;
        }
        month = 1;
        day = 1;
        fromMinute = 0;
      }
      return undefined;
    },
  });
}

function sorted(values: ReadonlySet<number> | undefined): readonly number[] | undefined {
  return values && [...values].toSorted((a, b) => a - b);
}
