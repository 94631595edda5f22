import { expect, test } from 'vitest';
import { isWorthNoting } from '../../../../../functions/driver-app/engine/positions.ts';

const last = { lat: 37.77, lng: -122.42, atMs: 0 };

test('45 6 a position is noted after fifty metres or a minute, never within five seconds', () => {
  expect(isWorthNoting(last, { ...last, lat: 37.78, atMs: 4_000 })).toBe(false);
  expect(isWorthNoting(last, { ...last, lng: -122.4193, atMs: 6_000 })).toBe(true);
  expect(isWorthNoting(last, { ...last, lng: -122.4199, atMs: 6_000 })).toBe(false);
  expect(isWorthNoting(last, { ...last, atMs: 60_000 })).toBe(true);
});
