import { expect, test } from 'vitest';
import { limitRate } from '../../../../../cdk/local/http-api/limit-rate.ts';

test('a burst passes, then as many as the rate brings', () => {
  let now = 0;
  const take = limitRate({ ratePerSecond: 2, burst: 3 }, () => now);
  expect([take(), take(), take(), take()]).toEqual([true, true, true, false]);
  now = 500;
  expect([take(), take()]).toEqual([true, false]);
  now = 60_000;
  expect([take(), take(), take(), take()]).toEqual([true, true, true, false]);
});
