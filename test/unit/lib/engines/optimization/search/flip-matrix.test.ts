import { describe, expect, it } from 'vitest';
import {
  isSymmetric,
  mirror,
  transpose,
} from '../../../../../../lib/engines/optimization/search/flip-matrix.ts';
import { createRandom } from '../../../../../../lib/engines/optimization/search/random.ts';
import { finish } from '../../../../../../lib/engines/optimization/work.ts';

/** Below, at and above whole blocks of 64. */
const SIZES = [1, 2, 63, 64, 65, 130];

describe('a square matrix', () => {
  it.each(SIZES)('of %i rows is flipped along its diagonal', (size) => {
    const random = createRandom(size);
    const matrix = Int32Array.from({ length: size * size }, () => random.below(1000));
    const flipped = finish(transpose(matrix, size));
    const expected = matrix.map((_, i) => matrix[(i % size) * size + Math.floor(i / size)]!);
    expect(flipped).toEqual(expected);
  });

  it.each(SIZES)('of %i rows is mirrored from below its diagonal', (size) => {
    const below = (a: number, b: number) => 1000 * Math.max(a, b) + Math.min(a, b);
    const matrix = Int32Array.from({ length: size * size }, (_, i) => {
      const [a, b] = [Math.floor(i / size), i % size];
      return a < b ? -1 : below(a, b);
    });
    mirror(matrix, size);
    const expected = matrix.map((_, i) => below(Math.floor(i / size), i % size));
    expect(matrix).toEqual(expected);
  });

  it.each(SIZES)('of %i rows is symmetric unless any number differs from the one across', (size) => {
    const matrix = Int32Array.from({ length: size * size }, (_, i) => (i % size) * Math.floor(i / size));
    expect(finish(isSymmetric(matrix, size))).toBe(true);
    for (let i = 0; i < matrix.length; i++) {
      if (i % size === Math.floor(i / size)) continue;
      matrix[i]!++;
      if (finish(isSymmetric(matrix, size))) expect.fail(`does not see the number at ${i}`);
      matrix[i]!--;
    }
  });
});
