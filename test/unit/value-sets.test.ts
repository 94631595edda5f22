import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { findRepeatedLists } from '../support/boundaries/find-repeated-lists.ts';
import { readSources } from '../support/boundaries/read-imports.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** Lists that happen to be equal but mean something else. */
const CHANCE = [
  'bike | car | motorbike: lib/fulfilment/providers/doordash/doordash.ts, lib/fulfilment/providers/uber-direct/uber-direct.ts',
  // The optimization is a library with terms of its own.
  'bike | car | straight-line | truck: lib/engines/optimization/problem.ts, lib/engines/travel/travel.ts',
];

const repeated = (...texts: string[]) =>
  findRepeatedLists(texts.map((text, index) => ({ file: `lib/${index}.ts`, text })));

describe('the values of a field', () => {
  it('are written out in one place', () => {
    const sources = readSources(ROOT, ['functions', 'lib']).filter(
      ({ file }) => !/^(lib\/client|functions\/(console|docs|driver-app))\//.test(file),
    );
    expect(findRepeatedLists(sources)).toEqual(CHANCE);
  });

  it('are found in any order, as an array or as a type', () => {
    const lists = ["const A = ['x', 'y', 'z'];", "type B = 'z' | 'y' | 'x';"];
    expect(repeated(...lists)).toEqual(['x | y | z: lib/0.ts, lib/1.ts']);
  });

  it.each([
    ['two words', "const A = ['x', 'y'];", "const B = ['x', 'y'];"],
    ['names of fields', "type A = Pick<C, 'x' | 'y' | 'z'>;", "type B = Pick<D, 'x' | 'y' | 'z'>;"],
    ['other words', "const A = ['x', 'y', 'z'];", "const B = ['x', 'y'];"],
    ['what is no word', "const A = ['x', 'y', z];", "const B = ['x', 'y', z];"],
  ])('may be the same by chance where they are %s', (_, one, other) => {
    expect(repeated(one, other)).toEqual([]);
  });
});
