import { expect, it } from 'vitest';
import { isAboveLimit } from '../../../../../lib/fulfilment/quotes/index.ts';

it.each([
  [499, 500, false],
  [500, 500, false],
  [501, 500, true],
  [1, 0, true],
  [0, 0, false],
  [1_000_000, null, false],
])('4.4: a fee of %d cents under a limit of %s is above it: %s', (totalPriceCents, limit, isAbove) => {
  expect(isAboveLimit({ totalPriceCents }, limit)).toBe(isAbove);
});
