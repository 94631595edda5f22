import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createLeastPicker } from '../../../../../../lib/engines/optimization/search/pick-least.ts';

/** The largest number that is compared anywhere: the lowest priority, and twice a leg that cannot be driven. */
const GREATEST = 8_000_000_000;

/** Ids of the smallest numbers, smallest first; of equal ones the lower id first. */
function leastOf(numbers: readonly number[], most: number): number[] {
  return Array.from(numbers.keys())
    .sort((a, b) => numbers[a]! - numbers[b]! || a - b)
    .slice(0, most);
}

/** The same result as the picker's. It gets one number after another, each with its own id. */
function pick(numbers: readonly number[], most: number): number[] {
  const picker = createLeastPicker(most, numbers.length);
  for (const [id, number] of numbers.entries()) picker.keys[id] = number * numbers.length + id;
  const into = new Int32Array(most).fill(-1);
  return Array.from(into.subarray(0, picker.pick(numbers.length, into, 0)));
}

describe('the least of many numbers', () => {
  it('are what sorting all of them puts first, however many there are and however many are equal', () => {
    const numbers = fc
      .constantFrom(3, 1000, GREATEST)
      .chain((max) => fc.array(fc.integer({ min: 0, max }), { maxLength: 400, size: 'max' }));
    fc.assert(
      fc.property(numbers, fc.integer({ min: 0, max: 130 }), (list, most) => {
        expect(pick(list, most)).toEqual(leastOf(list, most));
      }),
      { numRuns: 500, seed: 1 },
    );
  });

  it.each([1, 2, 16, 40, 120, 1000])('are all found, %i of 1,000, where the sample misleads', (most) => {
    const sampledLeast = Array.from({ length: 1000 }, (_, i) => (i % 16 === 0 ? i : 10_000 - i));
    const sampledMost = sampledLeast.map((number) => 10_000 - number);
    expect(pick(sampledLeast, most)).toEqual(leastOf(sampledLeast, most));
    expect(pick(sampledMost, most)).toEqual(leastOf(sampledMost, most));
  });

  it('keep their ids where the numbers are as great as can be and the ids many', () => {
    const numbers = Array.from({ length: 20_000 }, (_, i) => GREATEST - (i % 3));
    expect(pick(numbers, 8000)).toEqual(leastOf(numbers, 8000));
  });

  it('are those of the keys given this time, and nothing else is written', () => {
    const picker = createLeastPicker(3, 100);
    const into = new Int32Array(8).fill(-1);
    for (let id = 0; id < 100; id++) picker.keys[id] = id * 100 + id;
    expect(picker.pick(100, into, 0)).toBe(3);
    picker.keys.set([70 * 100 + 9, 50 * 100 + 99]);
    expect(picker.pick(2, into, 4)).toBe(2);
    expect(Array.from(into)).toEqual([0, 1, 2, -1, 99, 9, -1, -1]);
  });
});
