import { RRuleTemporal } from 'rrule-temporal';
import { localTimeOf } from '../../platform/core/zoned-time.ts';
import { type DaySet, daySet } from './day-set.ts';

/** How far ahead occurrences are computed. Days. */
const HORIZON_DAYS = 400;

/** Past days that are kept, so that recent occurrences can still be named. */
const PAST_DAYS = 35;

/** A delivery window takes place at most once a day, so these rules result in days. */
const FREQUENCIES = ['DAILY', 'WEEKLY', 'MONTHLY', 'YEARLY'];

/** Parts of a rule that result in days. Parts in hours or less would repeat a window on one day. */
const PARTS = new Set([
  'FREQ',
  'INTERVAL',
  'COUNT',
  'UNTIL',
  'BYDAY',
  'BYMONTHDAY',
  'BYYEARDAY',
  'BYWEEKNO',
  'BYMONTH',
  'BYSETPOS',
  'WKST',
]);

/** Weekdays as rules name them, in a week and in a month or year. */
const WEEKDAYS = /^(MO|TU|WE|TH|FR|SA|SU)$/;
const NUMBERED_WEEKDAYS = /^([+-]?\d{1,2})?(MO|TU|WE|TH|FR|SA|SU)$/;

/**
 * Whether a part's values, separated by commas, are numbers up to `most`; those that count from the end may
 * be negative.
 */
const numbers = (most: number, sign: '' | '[+-]?') => (values: readonly string[]) =>
  values.every((value) => {
    const size = Math.abs(Number(value));
    return new RegExp(`^${sign}\\d{1,9}$`).test(value) && size >= 1 && size <= most;
  });

/** Valid values of a part. UNTIL is parsed where it is used. */
const VALUES: Readonly<Record<string, readonly [(values: readonly string[]) => boolean, string]>> = {
  INTERVAL: [(values) => values.length === 1 && numbers(1_000, '')(values), 'a number from 1 to 1000'],
  COUNT: [(values) => values.length === 1 && numbers(1_000_000, '')(values), 'a number from 1 to 1000000'],
  BYMONTH: [numbers(12, ''), 'months from 1 to 12'],
  BYMONTHDAY: [numbers(31, '[+-]?'), 'days from 1 to 31, or from -31 to -1'],
  BYYEARDAY: [numbers(366, '[+-]?'), 'days from 1 to 366, or from -366 to -1'],
  BYWEEKNO: [numbers(53, '[+-]?'), 'weeks from 1 to 53, or from -53 to -1'],
  BYSETPOS: [numbers(366, '[+-]?'), 'positions from 1 to 366, or from -366 to -1'],
  BYDAY: [(values) => values.every((value) => NUMBERED_WEEKDAYS.test(value)), 'weekdays such as MO,WE'],
  WKST: [(values) => values.every((value) => WEEKDAYS.test(value)), 'a weekday such as MO'],
};

/** The days of a rule, as far as they are computed. */
export interface ExpandedDays {
  readonly days: DaySet;
  /** Last computed day; null when the rule ends before. */
  readonly daysUntil: string | null;
}

/** What is wrong with a rule; undefined when it is valid. */
export function refuseRule(rrule: string): string | undefined {
  const parts = partsOf(rrule);
  if (parts.size < splitRule(rrule).length) return 'has a part twice; send each part once';
  const unknown = [...parts.keys()].filter((name) => !PARTS.has(name));
  if (unknown.length > 0) {
    return `has the part ${unknown[0]}, which is not supported; use ${[...PARTS].join(', ')}`;
  }
  const frequency = parts.get('FREQ') ?? '';
  if (!FREQUENCIES.includes(frequency)) {
    return `has the frequency ${frequency || 'none'}; use one of ${FREQUENCIES.join(', ')}`;
  }
  for (const [name, [isFit, expected]] of Object.entries(VALUES)) {
    const value = parts.get(name);
    if (value !== undefined && !isFit(value.split(','))) {
      return `has ${name}=${value}; send ${expected}`;
    }
  }
  if (parts.has('COUNT') && parts.has('UNTIL')) return 'has both COUNT and UNTIL; use one of them';
  return undefined;
}

/**
 * The days on which a window with this rule starts. The rule uses local times in the window's zone, so that a
 * window at 02:30 also takes place on the day on which clocks skip 02:30. Throws for an invalid rule.
 */
export function expandRecurrence(
  window: { readonly rrule: string; readonly startLocal: string; readonly timezoneId: string },
  today: string,
): ExpandedDays {
  const { startLocal, timezoneId } = window;
  const firstDay = startLocal.slice(0, 10);
  const from = later(firstDay, shiftDay(today, -PAST_DAYS));
  const until = shiftDay(later(firstDay, today), HORIZON_DAYS);
  // The start is given as text: the library includes a calendar, and another one of ours would be a second.
  const start = `DTSTART:${startLocal.replace(/[-:]/g, '')}Z`;
  const rule = new RRuleTemporal({
    rruleString: `${start}\nRRULE:${ruleInLocalTime(window.rrule, timezoneId)}`,
  });
  const found = rule.between(new Date(`${from}T00:00:00Z`), new Date(`${until}T23:59:59Z`), true);
  const days = [...new Set(found.map((at) => at.toPlainDate().toString()))];
  const next = rule.next(new Date(`${until}T23:59:59Z`));
  return { days: daySet(from, days), daysUntil: next === null ? null : until };
}

/** UNTIL is an instant or a day: here it becomes the local time that the rule uses. */
function ruleInLocalTime(rrule: string, timezoneId: string): string {
  const parts = partsOf(rrule);
  const until = parts.get('UNTIL');
  if (until !== undefined) {
    const [, year, month, day, time] = /^(\d{4})(\d{2})(\d{2})(?:T(\d{6})Z?)?$/.exec(until) ?? [];
    if (year === undefined) throw new Error(`UNTIL=${until} is not a date`);
    const date = `${year}-${month}-${day}`;
    const clock = time?.replace(/(\d{2})(\d{2})(\d{2})/, '$1:$2:$3');
    const local =
      clock === undefined
        ? `${date}T23:59:59`
        : until.endsWith('Z')
          ? localTimeOf(`${date}T${clock}Z`, timezoneId)
          : `${date}T${clock}`;
    parts.set('UNTIL', `${local.replace(/[-:]/g, '')}Z`);
  }
  return [...parts].map(([name, value]) => `${name}=${value}`).join(';');
}

function partsOf(rrule: string): Map<string, string> {
  return new Map(
    splitRule(rrule).map((part) => {
      const [name = '', ...value] = part.split('=');
      return [name.trim().toUpperCase(), value.join('=').trim().toUpperCase()] as const;
    }),
  );
}

function splitRule(rrule: string): readonly string[] {
  return rrule
    .trim()
    .replace(/^RRULE:/i, '')
    .split(';')
    .filter((part) => part !== '');
}

function shiftDay(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
}

function later(a: string, b: string): string {
  return a > b ? a : b;
}
