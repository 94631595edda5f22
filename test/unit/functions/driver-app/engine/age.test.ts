import { expect, test } from 'vitest';
import { ageOn } from '../../../../../functions/driver-app/engine/age.ts';

test('45 5 a person is a year older on the birthday, not before', () => {
  expect(ageOn('2005-03-02', '2026-03-01')).toBe(20);
  expect(ageOn('2005-03-02', '2026-03-02')).toBe(21);
  expect(ageOn('2004-02-29', '2026-02-28')).toBe(21);
  expect(ageOn('2004-02-29', '2026-03-01')).toBe(22);
});
