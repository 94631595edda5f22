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

/** Numbers of the months by their names in lower case, whole and short, in the languages above; made on first use. */
let months: Map<string, number> | undefined;

function monthOf(name: string): number | undefined {
  if (!months) {
    months = new Map();
    for (const language of LANGUAGES) {
      for (const month of ['long', 'short'] as const) {
        const format = new Intl.DateTimeFormat(language, { month, timeZone: 'UTC' });
        for (let index = 0; index < 12; index += 1) {
          const written = format
            .format(Date.UTC(2026, index, 15))
            .toLowerCase()
            .replace(/\.$/, '');
          if (!/^\d/.test(written)) months.set(written, index + 1);
        }
      }
    }
    months.set('sept', 9);
  }
  return months.get(name.toLowerCase().replace(/\.$/, ''));
}

/** Reads a day, a time of the day or both as people write them; undefined when the text is something else. */
export function readMoment(text: string, order: DateOrder | null = null): Moment | undefined {
  const trimmed = text.trim().replace(/^(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*\.?,?\s+/i, '');
  const day = readDay(trimmed, order);
  if (!day) return CLOCK_TO_CLOCK.test(trimmed) ? undefined : readClock(trimmed);
  const rest = trimmed.slice(day.length).replace(/^(?:T|,?\s+(?:at\s+)?)/i, '');
  if (rest === '') return { day: day.day };
  if (rest.length === trimmed.length - day.length) return undefined;
  const clock = readClock(rest);
  const instant = clock?.offsetMinutes === undefined ? undefined : readInstant(trimmed);
  return clock && { day: day.day, ...clock, instant };
}

/** Both ends of a window that is written in one cell; the second takes over the day of the first. */
export function readWindow(
  text: string,
  order: DateOrder | null = null,
): { readonly from: Moment; readonly until: Moment } | undefined {
  const plain = text.trim().replace(/^(?:between|from)\s+/i, '');
  for (const { index, 0: separator } of plain.matchAll(
    /\s*(?:[-–—~]|\bto\b|\buntil\b|\band\b|\bbis\b|→)\s*/gi,
  )) {
    const [left, right] = [plain.slice(0, index), plain.slice(index + separator.length)];
    const until = readMoment(right, order) ?? bareHour(right);
    const half = /[ap]\.?m\.?$/i.exec(right.trim())?.[0];
    const from = readMoment(left, order) ?? bareHour(half ? `${left} ${half}` : left);
    if (!from || !until?.clock || !(from.clock || from.day)) continue;
    const isWhole = from.clock !== undefined;
    if (!isWhole) continue;
    return {
      from: from.day === undefined && until.day ? { ...from, day: until.day } : from,
      until: { day: from.day, ...until },
    };
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

/** `10` in `10-12`, `10` in `10-12pm`. */
function bareHour(text: string): Moment | undefined {
  return /^\d{1,2}$/.test(text.trim()) ? readClock(`${text.trim()}:00`) : readClock(text);
}

function hourOf(hour: number, half: string | undefined): number | undefined {
  if (half === undefined) return hour <= 23 ? hour : undefined;
  if (hour < 1 || hour > 12) return undefined;
  return (hour % 12) + (/^p/i.test(half) ? 12 : 0);
}
