import { expect, test } from 'vitest';
import { BUNDLE_LIMIT, bundles } from '../bench/bundles.ts';

/** The global set-up has built them. */
test.each(bundles())('the bundle of $name is at most 600 kB', ({ bytes }) => {
  expect(bytes).toBeLessThanOrEqual(BUNDLE_LIMIT);
});
