import { type FieldBounds, parseCronField, parseCronValue } from './cron-field.ts';

/** Whether a day of a month is selected. `month` and `day` count from 1. */
export type DayTest = (year: number, month: number, day: number) => boolean;

const DAY_OF_MONTH: FieldBounds = { first: 1, last: 31 };
const DAY_OF_WEEK: FieldBounds = {
  first: 1,
  last: 7,
  names: ['SUN', 'MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT'],
};

/**
 * The day-of-month and day-of-week fields together: one of them is `?`. `L` is the last day, `15W` the weekday nearest
 * to the 15th, `6L` the last Friday, `6#3` the third. Undefined for anything else.
 */
export function parseCronDays(dayOfMonth: string, dayOfWeek: string): DayTest | undefined {
  if ((dayOfMonth === '?') === (dayOfWeek === '?')) return undefined;
  return dayOfWeek === '?' ? parseDayOfMonth(dayOfMonth) : parseDayOfWeek(dayOfWeek);
}

function parseDayOfMonth(text: string): DayTest | undefined {
  if (text === 'L') return (year, month, day) => day === daysIn(year, month);
  const nearest = /^(\d+)W$/.exec(text)?.[1];
  if (nearest !== undefined) {
    const wanted = parseCronValue(nearest, DAY_OF_MONTH);
    if (wanted === undefined) return undefined;
    return (year, month, day) => day === nearestWeekday(year, month, wanted);
  }
  const values = parseCronField(text, DAY_OF_MONTH);
  return values && ((_year, _month, day) => values.has(day));
}

function parseDayOfWeek(text: string): DayTest | undefined {
  if (text === 'L') return (year, month, day) => weekday(year, month, day) === 7;
  const [, name = '', nth] = /^(\w+)#([1-5])$/.exec(text) ?? [];
  if (nth !== undefined) {
    const wanted = parseCronValue(name, DAY_OF_WEEK);
    if (wanted === undefined) return undefined;
    return (year, month, day) => weekday(year, month, day) === wanted && Math.ceil(day / 7) === Number(nth);
  }
  const last = /^(\w+)L$/.exec(text)?.[1];
  const wantedLast = last === undefined ? undefined : parseCronValue(last, DAY_OF_WEEK);
  if (wantedLast !== undefined) {
    return (year, month, day) => weekday(year, month, day) === wantedLast && day + 7 > daysIn(year, month);
  }
  const values = parseCronField(text, DAY_OF_WEEK);
  return values && ((year, month, day) => values.has(weekday(year, month, day)));
}

export function daysIn(year: number, month: number): number {
  return new Date(Date.UTC(year, month, 0)).getUTCDate();
}

/** 1 is Sunday, 7 Saturday. */
function weekday(year: number, month: number, day: number): number {
  return new Date(Date.UTC(year, month - 1, day)).getUTCDay() + 1;
}

/** Monday to Friday, in the same month. */
function nearestWeekday(year: number, month: number, wanted: number): number | undefined {
  const last = daysIn(year, month);
  if (wanted > last) return undefined;
  const on = weekday(year, month, wanted);
  if (on === 7) return wanted === 1 ? 3 : wanted - 1;
  if (on === 1) return wanted === last ? wanted - 2 : wanted + 1;
  return wanted;
}
