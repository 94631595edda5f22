import { describe, expect, it } from 'vitest';

import { dateIn, dayRange, isTimeZone, readLocal } from '../../../../../lib/platform/core/zoned-time.ts';

describe('2.2 inputDatetimesLocalizedToPickupTz', () => {
  it.each([
    ['2026-01-15T12:00:00', 'America/New_York', '2026-01-15T17:00:00.000Z'],
    ['2026-07-15T12:00:00', 'America/New_York', '2026-07-15T16:00:00.000Z'],
    ['2026-07-15T12:00', 'Asia/Kolkata', '2026-07-15T06:30:00.000Z'],
    // Clocks go from 02:00 to 03:00: the skipped hour is an hour later.
    ['2026-03-08T02:30:00', 'America/New_York', '2026-03-08T07:30:00.000Z'],
    ['2026-03-08T01:30:00', 'America/New_York', '2026-03-08T06:30:00.000Z'],
    ['2026-03-08T03:30:00', 'America/New_York', '2026-03-08T07:30:00.000Z'],
    // Clocks go from 02:00 back to 01:00: the first of the two.
    ['2026-11-01T01:30:00', 'America/New_York', '2026-11-01T05:30:00.000Z'],
  ])('reads %s in %s as %s', (text, zone, instant) => {
    expect(readLocal(text, zone)).toBe(instant);
  });

  it('reads nothing else', () => {
    expect(readLocal('soon', 'UTC')).toBeUndefined();
    expect(readLocal('2026-13-01T00:00:00', 'UTC')).toBeUndefined();
    expect(readLocal('2026-02-29T00:00:00', 'UTC')).toBeUndefined();
    expect(readLocal('2026-02-01T00:00:00Z', 'UTC')).toBeUndefined();
  });
});

describe('days in a time zone', () => {
  it('are those that calendars show there', () => {
    const instant = Date.parse('2026-03-05T23:30:00Z');
    expect(dateIn(instant, 'Asia/Tokyo')).toBe('2026-03-06');
    expect(dateIn(instant, 'America/New_York')).toBe('2026-03-05');
  });

  it.each([
    ['2026-03-05', 'Europe/Berlin', '2026-03-04T23:00:00.000Z', '2026-03-05T22:59:59.999Z'],
    // A day of 23 hours and one of 25.
    ['2026-03-29', 'Europe/Berlin', '2026-03-28T23:00:00.000Z', '2026-03-29T21:59:59.999Z'],
    ['2026-10-25', 'Europe/Berlin', '2026-10-24T22:00:00.000Z', '2026-10-25T22:59:59.999Z'],
    // Clocks go from midnight to one.
    ['2026-04-24', 'Africa/Cairo', '2026-04-23T22:00:00.000Z', '2026-04-24T20:59:59.999Z'],
  ])('%s in %s is from %s to %s', (date, zone, from, to) => {
    expect(dayRange(date, zone)).toEqual({ from, to });
  });
});

it.each([
  ['Europe/Berlin', true],
  ['UTC', true],
  ['Europe/Bielefeld', false],
  ['+01:00', false],
  ['', false],
])('%s is a time zone: %s', (name, is) => {
  expect(isTimeZone(name)).toBe(is);
});
