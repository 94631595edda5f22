import { expect, it } from 'vitest';
import { ownValue } from '../../../../../lib/platform/core/own-value.ts';

it.each([
  ['a', 1],
  ['b', undefined],
  ['constructor', undefined],
  ['toString', undefined],
  ['__proto__', undefined],
  [null, undefined],
  [undefined, undefined],
])('49.1.3 the entry of %j is %j', (name, value) => {
  expect(ownValue({ a: 1 }, name)).toBe(value);
});
