import { readInstant } from './read-instant.ts';

/**
 * The instant of a local date and time in a time zone; undefined when it cannot be read. A time in the hour
 * that clocks skip is moved forward by that hour; in the hour that they repeat it is the first one.
 */
export function localTime(text: string, timeZone: string): string | undefined {
  const read = readInstant(`${text}Z`);
  if (read === undefined) return undefined;
  const asUtc = Date.parse(read);
  const before = asUtc - offsetAt(asUtc - DAY_MS, timeZone);
  const after = asUtc - offsetAt(asUtc + DAY_MS, timeZone);
  // Of the offsets around that day, the correct one leads back to the same local time.
  const fitting = [before, after].filter((candidate) => candidate + offsetAt(candidate, timeZone) === asUtc);
  return new Date(fitting.length > 0 ? Math.min(...fitting) : before).toISOString();
}

const DAY_MS = 24 * 3_600_000;

/** Local time of a zone at an instant. */
export function clockReading(
  epochMs: number,
  timeZone: string,
): { readonly date: string; readonly minutes: number } {
  const shown = new Date(epochMs + offsetAt(epochMs, timeZone)).toISOString();
  return {
    date: shown.slice(0, 10),
    minutes: Number(shown.slice(11, 13)) * 60 + Number(shown.slice(14, 16)),
  };
}

/** Whether this is an IANA time zone, as `Europe/London`. */
export function isTimeZone(name: string): boolean {
  try {
    formatterOf(name);
    return true;
  } catch {
    return false;
  }
}

/** Milliseconds by which local time in the zone is ahead of UTC at an instant. */
function offsetAt(epochMs: number, timeZone: string): number {
  const parts = formatterOf(timeZone).formatToParts(epochMs);
  const value = (type: string) => Number(parts.find((part) => part.type === type)?.value);
  const shown = Date.UTC(
    value('year'),
    value('month') - 1,
    value('day'),
    value('hour'),
    value('minute'),
    value('second'),
  );
  return shown - Math.floor(epochMs / 1000) * 1000;
}

/** Creating a formatter takes longer than a hundred of its answers. */
const FORMATTERS = new Map<string, Intl.DateTimeFormat>();

function formatterOf(timeZone: string): Intl.DateTimeFormat {
  const known = FORMATTERS.get(timeZone);
  if (known) return known;
  const formatter = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  FORMATTERS.set(timeZone, formatter);
  return formatter;
}
