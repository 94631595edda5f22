import { readInstant } from './read-instant.ts';

/** A local time without a zone, `2026-03-05T14:30:00`. */
export type LocalTime = string;

const DAY_MS = 86_400_000;

/** Creating a format takes longer than a hundred of its answers. */
const formats = new Map<string, Intl.DateTimeFormat>();

/** Whether this names an IANA time zone, as `Europe/Berlin`; an offset such as `+01:00` has no daylight-saving time. */
export function isTimeZone(id: string): boolean {
  if (!/^[A-Za-z]/.test(id)) return false;
  try {
    formatOf(id);
    return true;
  } catch {
    return false;
  }
}

/** Local time in the zone at an instant. */
export function localTimeOf(instant: string, timeZone: string): LocalTime {
  return new Date(clockOf(Date.parse(instant), timeZone)).toISOString().slice(0, 19);
}

/** As `localTimeOf` in milliseconds: the local time as if it were UTC. */
export function clockOf(epochMs: number, timeZone: string): number {
  return epochMs + offsetAt(epochMs, timeZone);
}

/** The date that calendars in the zone show at an instant, as `2026-03-05`. */
export function dateIn(epochMs: number, timeZone: string): string {
  return new Date(clockOf(epochMs, timeZone)).toISOString().slice(0, 10);
}

/** The instants of a day in the zone, `2026-03-05`, from its first millisecond to its last. */
export function dayRange(date: string, timeZone: string): { readonly from: string; readonly to: string } {
  const midnight = `${date}T00:00:00`;
  const next = Date.parse(instantOfLocal(addDays(midnight, 1), timeZone));
  return { from: instantOfLocal(midnight, timeZone), to: new Date(next - 1).toISOString() };
}

/** The instant of a date and time as somebody wrote it, in the zone, as `instantOfLocal`; undefined when it cannot be read. */
export function readLocal(text: string, timeZone: string): string | undefined {
  const read = readInstant(`${text}Z`);
  return read === undefined ? undefined : instantOfLocal(read.slice(0, -1), timeZone);
}

/**
 * The instant of a local time in the zone. A time in the hour that clocks skip is moved forward by that hour;
 * in the hour that they repeat it is the first one.
 */
export function instantOfLocal(local: LocalTime, timeZone: string): string {
  return new Date(instantOfClock(Date.parse(`${local}Z`), timeZone)).toISOString();
}

/** As `instantOfLocal` in milliseconds, for a local time as if it were UTC. */
export function instantOfClock(asUtc: number, timeZone: string): number {
  const before = asUtc - offsetAt(asUtc - DAY_MS, timeZone);
  const after = asUtc - offsetAt(asUtc + DAY_MS, timeZone);
  // Of the offsets around that day, the correct one leads back to the same local time.
  const fitting = [before, after].filter((candidate) => candidate + offsetAt(candidate, timeZone) === asUtc);
  return fitting.length > 0 ? Math.min(...fitting) : before;
}

/** The local time a number of days later. */
export function addDays(local: LocalTime, days: number): LocalTime {
  return new Date(Date.parse(`${local}Z`) + days * DAY_MS).toISOString().slice(0, 19);
}

/** Days from one date to another, both `YYYY-MM-DD`. */
export function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / DAY_MS);
}

/** Milliseconds by which local time in the zone is ahead of UTC. */
function offsetAt(epochMs: number, timeZone: string): number {
  const parts = formatOf(timeZone).formatToParts(epochMs);
  const value = (type: string) => Number(parts.find((part) => part.type === type)?.value);
  // Not Date.UTC for the day: it maps the years 0 to 99 to the last century.
  const day = new Date(0).setUTCFullYear(value('year'), value('month') - 1, value('day'));
  const shown = day + Date.UTC(1970, 0, 1, value('hour'), value('minute'), value('second'));
  return shown - Math.floor(epochMs / 1000) * 1000;
}

function formatOf(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone);
  if (known) return known;
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  formats.set(timeZone, format);
  return format;
}
