import { expect, test } from 'vitest';
import { retryLostRaces } from '../../../../lib/core/retry-lost-races.ts';

test('it tries until something is returned, and gives up after so many tries', async () => {
  let tries = 0;
  const third = async () => {
    tries += 1;
    return tries === 3 ? 'won' : undefined;
  };
  expect(await retryLostRaces(5, third)).toBe('won');
  expect(tries).toBe(3);
  expect(await retryLostRaces(2, async () => undefined)).toBeUndefined();
});
