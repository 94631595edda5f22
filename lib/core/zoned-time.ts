/** A local time without a zone, `2026-03-05T14:30:00`. */
export type LocalTime = string;

const DAY_MS = 86_400_000;
const formats = new Map<string, Intl.DateTimeFormat>();

/** Whether this names a time zone, as `Europe/Berlin`. */
export function isTimeZone(id: string): boolean {
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
