import { describe, expect, it } from 'vitest';

import { localTime } from '../../../../lib/core/local-time.ts';

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
    expect(localTime(text, zone)).toBe(instant);
  });

  it('reads nothing else', () => {
    expect(localTime('soon', 'UTC')).toBeUndefined();
    expect(localTime('2026-13-01T00:00:00', 'UTC')).toBeUndefined();
    expect(localTime('2026-02-29T00:00:00', 'UTC')).toBeUndefined();
    expect(localTime('2026-02-01T00:00:00Z', 'UTC')).toBeUndefined();
  });
});
