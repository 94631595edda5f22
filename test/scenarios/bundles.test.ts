import { expect, inject, test } from 'vitest';
import { bundles, limitOf } from '../bench/bundles.ts';
import { functionImports } from '../bench/imports.ts';
import { importOnce } from '../bench/time-imports.ts';

test('every bundle is at most 400 kB, with addresses 450 kB, and more only where the reason is named', () => {
  expect(bundles().filter(({ name, bytes }) => bytes > limitOf(name))).toEqual([]);
});

test('every function loads with the environment that the template gives it', async () => {
  for (const one of await functionImports(inject('assemblyDirectory'))) {
    expect(() => importOnce(one)).not.toThrow();
  }
});
