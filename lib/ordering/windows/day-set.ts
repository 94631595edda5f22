import { daysBetween } from '../../platform/core/zoned-time.ts';

/** Days from a start, one bit each: 400 days are 68 characters. */
export interface DaySet {
  /** `YYYY-MM-DD` of the first bit. */
  readonly from: string;
  readonly bits: string;
}

/** The set of these days, all of them on or after `from`. */
export function daySet(from: string, days: readonly string[]): DaySet {
  const offsets = days.map((day) => daysBetween(from, day));
  const bytes = Buffer.alloc(Math.floor(Math.max(0, ...offsets) / 8) + 1);
  for (const offset of offsets) bytes[offset >> 3] = (bytes[offset >> 3] ?? 0) | (1 << (offset & 7));
  return { from, bits: bytes.toString('base64url') };
}

/** Whether the day is in the set. */
export function hasDay({ from, bits }: DaySet, day: string): boolean {
  const offset = daysBetween(from, day);
  if (offset < 0) return false;
  const byte = Buffer.from(bits, 'base64url')[offset >> 3] ?? 0;
  return (byte & (1 << (offset & 7))) !== 0;
}

/** The days of the set that lie in the range, both ends included. */
export function daysWithin({ from, bits }: DaySet, first: string, last: string): readonly string[] {
  const bytes = Buffer.from(bits, 'base64url');
  const start = Math.max(0, daysBetween(from, first));
  const end = Math.min(bytes.length * 8 - 1, daysBetween(from, last));
  const days: string[] = [];
  for (let offset = start; offset <= end; offset += 1) {
    if (((bytes[offset >> 3] ?? 0) & (1 << (offset & 7))) !== 0) days.push(dayAfter(from, offset));
  }
  return days;
}

function dayAfter(from: string, days: number): string {
  return new Date(Date.parse(`${from}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
}
