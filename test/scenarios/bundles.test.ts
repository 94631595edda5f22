import { expect, inject, test } from 'vitest';
import { limitOf } from '../bench/bundles.ts';
import { functionImports } from '../bench/imports.ts';
import { importOnce } from '../bench/time-imports.ts';

test('every function loads with the environment of its template, and no more bytes than its limit', async () => {
  const functions = await functionImports(inject('assemblyDirectory'));
  expect(functions.length).toBeGreaterThan(100);
  const loaded = functions.map((one) => ({ name: one.name, bytes: importOnce(one).bytes }));
  expect(loaded.filter(({ name, bytes }) => bytes > limitOf(name))).toEqual([]);
});
