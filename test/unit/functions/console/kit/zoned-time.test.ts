import { expect, it } from 'vitest';
import { instantIn, localIn } from '../../../../../functions/console/kit/zoned-time.ts';

const NEW_YORK = 'America/New_York';

it('turns local times into instants and back, on both sides of daylight saving time', () => {
  expect(instantIn(NEW_YORK, '2026-01-15T09:30')).toBe('2026-01-15T14:30:00.000Z');
  expect(instantIn(NEW_YORK, '2026-07-15T09:30')).toBe('2026-07-15T13:30:00.000Z');
  expect(localIn(NEW_YORK, '2026-07-15T13:30:00.000Z')).toBe('2026-07-15T09:30');
  // The hours around the clock changes: 8 March and 1 November 2026 at 2 o'clock.
  for (const local of ['2026-03-08T01:30', '2026-03-08T03:30', '2026-11-01T00:30', '2026-11-01T02:30']) {
    expect(localIn(NEW_YORK, instantIn(NEW_YORK, local))).toBe(local);
  }
});

it('leaves texts that are no times as they are, for the API to refuse', () => {
  expect(instantIn(NEW_YORK, 'soon')).toBe('soon');
  expect(localIn(NEW_YORK, 'soon')).toBe('');
});
