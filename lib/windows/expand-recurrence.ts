import { RRuleTemporal } from 'rrule-temporal';
import { localTimeOf } from '../core/zoned-time.ts';
import { type DaySet, daySet } from './day-set.ts';

/** So far ahead occurrences are worked out. Days. */
export const HORIZON_DAYS = 400;

/** Days before the present that stay, so that what has just taken place can still be named. */
const PAST_DAYS = 35;

/** A delivery window takes place at most once a day: these rules give days. */
const FREQUENCIES = ['DAILY', 'WEEKLY', 'MONTHLY', 'YEARLY'];

/** Parts of a rule that count days. Those that count hours or less would give a window twice a day. */
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

/** The days of a rule as far as they are worked out. */
export interface ExpandedDays {
  readonly days: DaySet;
  /** Day up to which they are; null when the rule ends before. */
  readonly daysUntil: string | null;
}

/** What is wrong with a rule; undefined when it can be used. */
export function refuseRule(rrule: string): string | undefined {
  const parts = partsOf(rrule);
  const unknown = [...parts.keys()].filter((name) => !PARTS.has(name));
  if (unknown.length > 0) {
    return `has the part ${unknown[0]}, which is not used for windows; use ${[...PARTS].join(', ')}`;
  }
  const frequency = parts.get('FREQ') ?? '';
  if (!FREQUENCIES.includes(frequency)) {
    return `has the frequency ${frequency || 'none'}; use one of ${FREQUENCIES.join(', ')}`;
  }
  if (parts.has('COUNT') && parts.has('UNTIL')) return 'has both COUNT and UNTIL; use one of them';
  return undefined;
}

/**
 * The days on which a window with this rule begins. The rule counts in clock readings of the window's zone, so that a
 * window at 02:30 takes place on the day on which clocks skip 02:30, too. Throws for a rule that cannot be read.
 */
export function expandRecurrence(
  window: { readonly rrule: string; readonly startLocal: string; readonly timezoneId: string },
  today: string,
): ExpandedDays {
  const { startLocal, timezoneId } = window;
  const firstDay = startLocal.slice(0, 10);
  const from = later(firstDay, shiftDay(today, -PAST_DAYS));
  const until = shiftDay(later(firstDay, today), HORIZON_DAYS);
  // The start is given as text: the library brings a calendar along, and one of our own would be a second.
  const start = `DTSTART:${startLocal.replace(/[-:]/g, '')}Z`;
  const rule = new RRuleTemporal({
    rruleString: `${start}\nRRULE:${ruleInLocalTime(window.rrule, timezoneId)}`,
  });
  const found = rule.between(new Date(`${from}T00:00:00Z`), new Date(`${until}T23:59:59Z`), true);
  const days = [...new Set(found.map((at) => at.toPlainDate().toString()))];
  const next = rule.next(new Date(`${until}T23:59:59Z`));
  return { days: daySet(from, days), daysUntil: next === null ? null : until };
}

/** UNTIL is an instant, or a day: here it becomes the clock reading that the rule counts by. */
function ruleInLocalTime(rrule: string, timezoneId: string): string {
  const parts = partsOf(rrule);
  const until = parts.get('UNTIL');
  if (until !== undefined) {
    const [, year, month, day, time] = /^(\d{4})(\d{2})(\d{2})(?:T(\d{6})Z?)?$/.exec(until) ?? [];
    if (year === undefined) throw new Error(`UNTIL=${until} is no date`);
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
  const text = rrule.trim().replace(/^RRULE:/i, '');
  return new Map(
    text
      .split(';')
      .filter((part) => part !== '')
      .map((part) => {
        const [name = '', ...value] = part.split('=');
        return [name.trim().toUpperCase(), value.join('=').trim().toUpperCase()] as const;
      }),
  );
}

function shiftDay(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
}

function later(a: string, b: string): string {
  return a > b ? a : b;
}
