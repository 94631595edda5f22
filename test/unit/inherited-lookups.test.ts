import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { findInheritedLookups } from '../support/boundaries/find-inherited-lookups.ts';
import { readSources } from '../support/boundaries/read-imports.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

const lookups = (text: string) => findInheritedLookups([{ file: 'lib/a.ts', text }]);

describe('49.1.3 a name from outside', () => {
  it('is looked up among the own entries of a table: ownValue, Object.hasOwn or a Map', () => {
    const sources = readSources(ROOT, ['functions', 'lib']).filter(
      ({ file }) => !/^(lib\/client|functions\/(console|docs|driver-app))\//.test(file),
    );
    expect(findInheritedLookups(sources)).toEqual([]);
  });

  it.each([
    ['const A: Readonly<Record<string, string>> = {};\nf(A[name]);', ['lib/a.ts: A[']],
    ["const A: Readonly<Record<string, string>> = {};\nf(A['x'], b.A[name], B[name]);", []],
    ['const A: Readonly<Record<Word, string>> = {};\nf(A[name]);', []],
    ['if (name in table) f();', ['lib/a.ts: name in table']],
    ["if ('id' in table) f(); for (const key in table) g(`(key in it)`);", []],
  ])('is found in %j', (text, found) => {
    expect(lookups(text)).toEqual(found);
  });
});
