import { instantOfClock } from '../../../platform/core/zoned-time.ts';
import type { Json } from '../json.ts';

/** `2026-11-21T10:00:00.000Z`, with or without seconds, fraction and zone. Linear: no nested repetition. */
const DATE_TIME =
  /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?)(Z|[+-]\d{2}:?\d{2})?)?$/i;

/**
 * Milliseconds since the epoch of a date-time text, or undefined when it is not one. A text without a zone is read as
 * local time of `timeZone`, by default UTC (decision B35); a bare date is the start of that day there. A number is not
 * a date-time: nothing says whether it counts seconds or milliseconds, or time at all.
 */
export function parseDateTime(value: Json | undefined, timeZone?: string): number | undefined {
  if (typeof value !== 'string' || value.length > 40) return undefined;
  const match = DATE_TIME.exec(value);
  if (match === null) return undefined;
  const [, date = '', time, zone] = match;
  if (zone !== undefined || timeZone === undefined || timeZone === 'UTC')
    return parseAbsolute(date, time, zone);
  const clock = time?.startsWith('24') ? undefined : parseAbsolute(date, time, 'Z');
  if (clock === undefined) return undefined;
  try {
    return instantOfClock(clock, timeZone);
  } catch {
    return undefined;
  }
}

function parseAbsolute(date: string, time: string | undefined, zone: string | undefined): number | undefined {
  const offset = zone === undefined ? 'Z' : zone.toUpperCase().replace(/(\d{2})(\d{2})$/, '$1:$2');
  const instant = Date.parse(`${date}T${time ?? '00:00'}${offset}`);
  if (Number.isNaN(instant)) return undefined;
  // A parser may turn 30 February into a day in March; the day as written must come back.
  return new Date(`${date}T00:00Z`).getUTCDate() === Number(date.slice(8)) ? instant : undefined;
}

/** The value of a date-time field, text or milliseconds, as ISO 8601 in UTC; other values stay as they are. */
export function toInstantText(value: Json): Json {
  const instant = typeof value === 'number' ? value : parseDateTime(value);
  return instant === undefined || Math.abs(instant) > 8.64e15 ? value : new Date(instant).toISOString();
}
