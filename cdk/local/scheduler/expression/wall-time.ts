import { Temporal } from 'temporal-polyfill';

/** A time on the clocks of a place, without a zone. Months count from 1. */
export interface WallTime {
  readonly year: number;
  readonly month: number;
  readonly day: number;
  readonly hour: number;
  readonly minute: number;
  readonly second?: number;
}

/** Zones that were found in the database: looking one up takes as long as reading a schedule. */
const known = new Set<string>();

/** Whether the zone is one of the IANA database. */
export function isTimeZone(zone: string): boolean {
  if (known.has(zone)) return true;
  try {
    new Intl.DateTimeFormat('en', { timeZone: zone });
    known.add(zone);
    return true;
  } catch {
    return false;
  }
}

/** The time that the clocks of a zone show at an instant. */
export function wallTimeAt(ms: number, zone: string): WallTime {
  return Temporal.Instant.fromEpochMilliseconds(Math.floor(ms)).toZonedDateTimeISO(zone);
}

/**
 * The instant at which the clocks of a zone show `wall`. If they show it twice, the first; if they skip it, undefined:
 * EventBridge Scheduler leaves such firings out (user guide, "Daylight savings time").
 */
export function instantOf(wall: WallTime, zone: string): number | undefined {
  const plain = Temporal.PlainDateTime.from(wall, { overflow: 'reject' });
  const zoned = plain.toZonedDateTime(zone, { disambiguation: 'earlier' });
  return zoned.toPlainDateTime().equals(plain) ? zoned.epochMilliseconds : undefined;
}
