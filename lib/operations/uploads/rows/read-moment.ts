import { readInstant } from '../../../platform/core/read-instant.ts';

/** Which number of `03/05/2026` is the day; null where no cell tells. */
export type DateOrder = 'day-first' | 'month-first';
export const DATE_ORDERS = ['day-first', 'month-first'] as const;

/** What a cell says about a time: a day, a time of the day, or both; the offset is minutes from UTC. */
export interface Moment {
  /** `2026-03-05` */
  readonly day?: string | undefined;
  /** `14:30:00` */
  readonly clock?: string | undefined;
  readonly offsetMinutes?: number | undefined;
  /** The instant, where the text is one to its last digit. */
  readonly instant?: string | undefined;
}

const LANGUAGES = ['en', 'de', 'es', 'fr', 'it', 'nl', 'pt'];

/** Their names of months and of days of the week, in lower case, whole and short; made on first use. */
let names:
  | { readonly months: ReadonlyMap<string, number>; readonly weekdays: ReadonlySet<string> }
  | undefined;

function namesOfDates(): NonNullable<typeof names> {
  if (names) return names;
  const months = new Map([['sept', 9]]);
  const weekdays = new Set<string>();
  for (const language of LANGUAGES) {
    for (const length of ['long', 'short'] as const) {
      const month = new Intl.DateTimeFormat(language, { month: length, timeZone: 'UTC' });
      const weekday = new Intl.DateTimeFormat(language, { weekday: length, timeZone: 'UTC' });
      for (let index = 0; index < 12; index += 1) {
        const written = plainWord(month.format(Date.UTC(2026, index, 15)));
        if (!/^\d/.test(written)) months.set(written, index + 1);
      }
      for (let day = 1; day <= 7; day += 1) weekdays.add(plainWord(weekday.format(Date.UTC(2026, 2, day))));
    }
  }
  names = { months, weekdays };
  return names;
}

function plainWord(word: string): string {
  return word.toLowerCase().replace(/\.$/, '');
}

function monthOf(name: string): number | undefined {
  return namesOfDates().months.get(plainWord(name));
}

/** The text without the day of the week at its beginning. */
function withoutWeekday(text: string): string {
  const [whole, word] = /^(\p{L}+(?:-\p{L}+)?\.?),?\s+/u.exec(text) ?? [];
  return whole && word && namesOfDates().weekdays.has(plainWord(word)) ? text.slice(whole.length) : text;
}

/** Reads a day, a time of the day or both as people write them; undefined when the text is something else. */
export function readMoment(text: string, order: DateOrder | null = null): Moment | undefined {
  const trimmed = withoutWeekday(text.trim());
  const day = readDay(trimmed, order);
  if (!day) return CLOCK_TO_CLOCK.test(trimmed) ? undefined : readClock(trimmed);
  const rest = trimmed.slice(day.length).replace(/^(?:T|,?\s+(?:at\s+)?)/i, '');
  if (rest === '') return { day: day.day };
  if (rest.length === trimmed.length - day.length) return undefined;
  if (!/^T/i.test(trimmed.slice(day.length)) && isSpan(rest)) return undefined;
  const clock = readClock(rest);
  const instant = clock?.offsetMinutes === undefined ? undefined : readInstant(trimmed);
  return clock && { day: day.day, ...clock, instant };
}

/** Both ends of a window; the second has a day only where one is written. */
export interface Window {
  readonly from: Moment;
  readonly until: Moment;
}

const OPENING = /^(?:between|from|zwischen|von|entre|desde|de)\s+/i;

/** What stands between both ends of a window. */
const BETWEEN = /\s*(?:[-–—~→]|(?<=[\s\d])(?:to|until|till|and|bis|und|a|à|y|hasta|et)(?=[\s\d]))\s*/gi;

/** Both ends of a window that is written in one cell. */
export function readWindow(text: string, order: DateOrder | null = null): Window | undefined {
  const plain = text.trim().replace(OPENING, '');
  for (const { index, 0: separator } of plain.matchAll(BETWEEN)) {
    const [left, right] = [plain.slice(0, index), plain.slice(index + separator.length)];
    const until = readMoment(right, order) ?? bareHour(right);
    if (until?.clock === undefined) continue;
    const from = readMoment(left, order) ?? hourBefore(left, right, until.clock);
    if (from?.clock === undefined) continue;
    return { from: from.day === undefined && until.day ? { ...from, day: until.day } : from, until };
  }
  return undefined;
}

/** What the cells of a column say about the order of day and month; both = they contradict each other. */
export function dateOrderOf(cells: Iterable<string>): {
  readonly orders: ReadonlySet<DateOrder>;
  readonly isAsked: boolean;
} {
  const orders = new Set<DateOrder>();
  let isAsked = false;
  for (const cell of cells) {
    const [, first, second] = NUMBERS.exec(cell.trim()) ?? [];
    if (first === undefined || second === undefined) continue;
    if (Number(first) > 12) orders.add('day-first');
    else if (Number(second) > 12) orders.add('month-first');
    else if (first !== second) isAsked = true;
  }
  return { orders, isAsked };
}

/** `05/03/2026`, `5-3-26`: which number is the day depends on the country. With dots the day is always first. */
const NUMBERS = /^(\d{1,2})[/-](\d{1,2})[/-](\d{4}|\d{2})(?!\d)/;
const DOTTED = /^(\d{1,2})\.\s?(\d{1,2})\.\s?(\d{4}|\d{2})(?!\d)/;
const YEAR_FIRST = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?!\d)/;
const COMPACT = /^(20\d{2})(\d{2})(\d{2})(?!\d)/;
const DAY_AND_NAME = /^(\d{1,2})(?:st|nd|rd|th|\.)?[ -](\p{L}+\.?)[ ,-]+(\d{4})(?!\d)/u;
const NAME_AND_DAY = /^(\p{L}+\.?) (\d{1,2})(?:st|nd|rd|th)?,? (\d{4})(?!\d)/u;

function readDay(
  text: string,
  order: DateOrder | null,
): { readonly day: string; readonly length: number } | undefined {
  const found = (
    match: RegExpExecArray | null,
    pick: (one: readonly string[]) => readonly (number | undefined)[],
  ) => {
    if (!match) return undefined;
    const [year, month, day] = pick(match);
    const written = dayText(year, month, day);
    return written === undefined ? undefined : { day: written, length: match[0].length };
  };
  const isMonthFirst = order === 'month-first';
  return (
    found(YEAR_FIRST.exec(text) ?? COMPACT.exec(text), ([, y, m, d]) => [Number(y), Number(m), Number(d)]) ??
    found(DOTTED.exec(text), ([, d, m, y]) => [Number(y), Number(m), Number(d)]) ??
    found(NUMBERS.exec(text), ([, a, b, y]) =>
      isMonthFirst ? [Number(y), Number(a), Number(b)] : [Number(y), Number(b), Number(a)],
    ) ??
    found(DAY_AND_NAME.exec(text), ([, d, name = '', y]) => [Number(y), monthOf(name), Number(d)]) ??
    found(NAME_AND_DAY.exec(text), ([, name = '', d, y]) => [Number(y), monthOf(name), Number(d)])
  );
}

function dayText(year = 0, month = 0, day = 0): string | undefined {
  const full = year < 100 ? 2000 + year : year;
  const date = new Date(Date.UTC(full, month - 1, day));
  const isReal = date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  return isReal ? date.toISOString().slice(0, 10) : undefined;
}

/** Without a day, `10:00-12:00` is a window, not a time west of Greenwich. */
const CLOCK_TO_CLOCK = /\d-\d{1,2}:\d{2}$/;

const CLOCK =
  /^(\d{1,2})(?:[:h.](\d{2}))?(?::(\d{2})(?:[.,]\d{1,9})?)?\s*([ap]\.?m\.?)?\s*(?:(Z|UTC|GMT)|(?:UTC|GMT)?([+-])(\d{2}):?(\d{2})?|(Uhr|h))?$/i;

function readClock(text: string): Moment | undefined {
  const match = CLOCK.exec(text.trim());
  if (!match) return undefined;
  const [, hourText, minute, second = '00', half, utc, sign, offsetHours, offsetMinutes = '00', word] = match;
  if (minute === undefined && half === undefined && word === undefined) return undefined;
  const hour = hourOf(Number(hourText), half);
  if (hour === undefined || Number(minute ?? 0) > 59 || Number(second) > 59) return undefined;
  const clock = `${String(hour).padStart(2, '0')}:${minute ?? '00'}:${second}`;
  if (utc) return { clock, offsetMinutes: 0 };
  if (!sign) return { clock };
  const size = Number(offsetHours) * 60 + Number(offsetMinutes);
  return size > 14 * 60 ? undefined : { clock, offsetMinutes: sign === '-' ? -size : size };
}

/**
 * Whether a text after a day, such as `10:00-12:00`, is a window. `10:00-05:00` is a time west of Greenwich, as it would end
 * before it begins.
 */
function isSpan(text: string): boolean {
  const [, from, until] = /^(\d{2}:\d{2})-(\d{2}:\d{2})$/.exec(text) ?? [];
  return from !== undefined && until !== undefined && from < until;
}

/** The `10` of `10-12`; that of `10-11pm` is in the half of the day of the other hour, that of `10-12pm` in the other half. */
function hourBefore(left: string, right: string, until: string): Moment | undefined {
  const half = /([ap])\.?m\.?$/i.exec(right.trim())?.[1]?.toLowerCase();
  if (half === undefined) return bareHour(left);
  const same = bareHour(`${left} ${half}m`);
  const isBefore = same?.clock !== undefined && same.clock < until;
  return isBefore ? same : (bareHour(`${left} ${half === 'p' ? 'a' : 'p'}m`) ?? bareHour(left));
}

/** `10` in `10-12`, `10 pm`. */
function bareHour(text: string): Moment | undefined {
  return /^\d{1,2}$/.test(text.trim()) ? readClock(`${text.trim()}:00`) : readClock(text);
}

function hourOf(hour: number, half: string | undefined): number | undefined {
  if (half === undefined) return hour <= 23 ? hour : undefined;
  if (hour < 1 || hour > 12) return undefined;
  return (hour % 12) + (/^p/i.test(half) ? 12 : 0);
}
