import { CRON_WEEKDAYS } from '../../../platform/core/cron-weekdays.ts';

/** What a field of a cron expression may hold. */
interface Field {
  readonly title: string;
  readonly first: number;
  readonly last: number;
  /** Names of the values from `first` on. */
  readonly names?: readonly string[];
}

/** Whether a day is meant. `month` and `day` from 1. */
type DayTest = (year: number, month: number, day: number) => boolean;

/** The values of a field, or why it is not valid. */
type Values = ReadonlySet<number> | string;

const MINUTE: Field = { title: 'minute', first: 0, last: 59 };
const HOUR: Field = { title: 'hour', first: 0, last: 23 };
const DAY_OF_MONTH: Field = { title: 'day of the month', first: 1, last: 31 };
const MONTH: Field = {
  title: 'month',
  first: 1,
  last: 12,
  names: ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC'],
};
/** Of five fields: 0 and 7 are Sunday. Of six, as AWS counts: 1 is Sunday. */
const DAY_OF_WEEK: Field = { title: 'day of the week', first: 0, last: 7, names: [...CRON_WEEKDAYS, 'SUN'] };
const DAY_OF_WEEK_WITH_YEAR: Field = { title: 'day of the week', first: 1, last: 7, names: CRON_WEEKDAYS };
const YEAR: Field = { title: 'year', first: 1970, last: 2199 };

/**
 * Why a schedule by this cron expression cannot be: it is malformed, or no day is as it says. Undefined when it can.
 * Five fields (minute, hour, day of the month, month, day of the week), or six with a year. A day is given by one of its
 * two fields: one schedule of EventBridge Scheduler takes no more. `nowMs`: years before its year cannot come again.
 */
export function cronProblem(expression: string, nowMs?: number): string | undefined {
  const fields = expression.split(' ');
  if (fields.includes('') || fields.length < 5 || fields.length > 6) {
    return `"${expression}" is not a cron expression of five or six fields, such as "0 9 * * MON-FRI".`;
  }
  const [minute = '', hour = '', dayOfMonth = '', month = '', dayOfWeek = '', year] = fields;
  const months = valuesOf(month, MONTH);
  const years = valuesOf(year ?? '*', YEAR);
  const isDay = dayTest(dayOfMonth, dayOfWeek, year === undefined ? DAY_OF_WEEK : DAY_OF_WEEK_WITH_YEAR);
  for (const problem of [valuesOf(minute, MINUTE), valuesOf(hour, HOUR), isDay, months, years]) {
    if (typeof problem === 'string') return `"${expression}" cannot be used: ${problem}.`;
  }
  if (typeof months === 'string' || typeof years === 'string' || typeof isDay === 'string') return undefined;
  const thisYear = nowMs === undefined ? YEAR.first : new Date(nowMs).getUTCFullYear();
  if (hasDay({ months, years, isDay }, thisYear)) return undefined;
  return `"${expression}" never fires because no future day matches. Choose a day that occurs in its months and years.`;
}

function hasDay(
  asked: {
    readonly months: ReadonlySet<number>;
    readonly years: ReadonlySet<number>;
    readonly isDay: DayTest;
  },
  fromYear: number,
): boolean {
  for (const year of asked.years) {
    if (year < fromYear) continue;
    for (const month of asked.months) {
      const last = daysIn(year, month);
      for (let day = 1; day <= last; day += 1) if (asked.isDay(year, month, day)) return true;
    }
  }
  return false;
}

function dayTest(dayOfMonth: string, dayOfWeek: string, weekdays: Field): DayTest | string {
  const isOpen = (text: string) => text === '*' || text === '?';
  if (dayOfMonth === '?' && dayOfWeek === '?')
    return 'only one of its two days can be "?"; write "*" for the other';
  if (isOpen(dayOfMonth) && isOpen(dayOfWeek)) return () => true;
  if (isOpen(dayOfWeek)) return testOfMonthDay(dayOfMonth);
  if (isOpen(dayOfMonth)) return testOfWeekday(dayOfWeek, weekdays);
  return (
    `it names the day of the month "${dayOfMonth}" and the day of the week "${dayOfWeek}"; ` +
    'write "*" for one of them, and use a second workflow to match either day'
  );
}

/** `L` is the last day, `15W` the weekday nearest to the 15th in the same month: every month that has a 15th has it. */
function testOfMonthDay(text: string): DayTest | string {
  if (text === 'L') return () => true;
  const values = valuesOf(/^\d+W$/.test(text) ? text.slice(0, -1) : text, DAY_OF_MONTH);
  return typeof values === 'string' ? values : (_year, _month, day) => values.has(day);
}

/** `L` is Saturday, `6L` the last Friday (with a year), `6#3` the third. */
function testOfWeekday(text: string, weekdays: Field): DayTest | string {
  if (text === 'L') return () => true;
  const [, nthOf, nth] = /^(\w+)#([1-5])$/.exec(text) ?? [];
  const lastOf = /^(\w+)L$/.exec(text)?.[1];
  const values = valuesOf(nthOf ?? lastOf ?? text, weekdays);
  if (typeof values === 'string') return values;
  const wanted = new Set([...values].map((value) => (weekdays.first === 0 ? value % 7 : value - 1)));
  return (year, month, day) =>
    wanted.has(new Date(Date.UTC(year, month - 1, day)).getUTCDay()) &&
    (nth === undefined || Math.ceil(day / 7) === Number(nth));
}

/** The values of a field made of `*`, numbers, names, ranges, lists and steps. */
function valuesOf(text: string, field: Field): Values {
  const values = new Set<number>();
  for (const part of text.split(',')) {
    const [range = '', step, ...more] = part.split('/');
    if (more.length > 0) return `its ${field.title} "${part}" has more than one step`;
    const by = step === undefined ? 1 : numberOf(step);
    if (by === undefined || by < 1 || by > field.last) {
      return `the step "${step}" of its ${field.title} is not a number from 1 to ${field.last}`;
    }
    const span = spanOf(range, step !== undefined, field);
    if (typeof span === 'string') return span;
    for (let value = span.from; value <= span.to; value += by) values.add(value);
  }
  return values;
}

/** First and last value of a part; a start with a step runs to the end (`5/10`). */
function spanOf(
  text: string,
  hasStep: boolean,
  field: Field,
): { readonly from: number; readonly to: number } | string {
  const { title, first, last, names } = field;
  if (text === '*') return { from: first, to: last };
  const [fromText = '', toText, ...more] = text.split('-');
  const from = valueOfText(fromText, field);
  const to = toText === undefined ? (hasStep ? last : from) : valueOfText(toText, field, from);
  if (from === undefined || to === undefined || more.length > 0) {
    const named = names === undefined ? '' : ` or a name such as ${names[1]}`;
    return `its ${title} "${text}" must consist of numbers from ${first} to ${last}${named}`;
  }
  if (from <= to) return { from, to };
  const rest = first === to ? toText : `${names?.[0] ?? first}-${toText}`;
  return `its ${title} "${text}" runs backwards; write "${fromText}-${names?.[last - first] ?? last},${rest}"`;
}

/** A value by number or name; a name that stands for two values is the one from `least` on. */
function valueOfText(text: string, { first, last, names = [] }: Field, least = first): number | undefined {
  const upper = text.toUpperCase();
  const named = names.findIndex((name, index) => name === upper && first + index >= least);
  const index = named >= 0 ? named : names.indexOf(upper);
  const value = index >= 0 ? first + index : numberOf(text);
  return value !== undefined && value >= first && value <= last ? value : undefined;
}

function numberOf(text: string): number | undefined {
  return /^\d{1,4}$/.test(text) ? Number(text) : undefined;
}

function daysIn(year: number, month: number): number {
  return new Date(Date.UTC(year, month, 0)).getUTCDate();
}
