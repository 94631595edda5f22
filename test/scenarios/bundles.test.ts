import { expect, inject, test } from 'vitest';
import { BUNDLE_LIMIT, bundles } from '../bench/bundles.ts';
import { functionImports } from '../bench/imports.ts';
import { importOnce } from '../bench/time-imports.ts';

test('every bundle is at most 600 kB', () => {
  expect(bundles().filter(({ bytes }) => bytes > BUNDLE_LIMIT)).toEqual([]);
});

test('every function loads with the environment that the template gives it', {
  timeout: 60_000,
}, async () => {
  for (const one of await functionImports(inject('assemblyDirectory'))) {
    expect(() => importOnce(one)).not.toThrow();
  }
});
