import type { Work } from '../work.ts';

/** Rows and columns handled together: reading a column by itself would miss the processor's cache at every number. */
const BLOCK = 64;

/** Whether a square matrix of `size` rows is its own transpose. A unit of the work is a row. */
export function* isSymmetric(matrix: Int32Array, size: number): Work<boolean> {
  for (let top = 0; top < size; top += BLOCK) {
    if (!mirrors(matrix, size, top)) return false;
    yield BLOCK;
  }
  return true;
}

/** Whether a block of rows equals, up to the diagonal, the corresponding columns. */
function mirrors(matrix: Int32Array, size: number, top: number): boolean {
  for (let left = 0; left <= top; left += BLOCK)
    for (let a = top; a < Math.min(size, top + BLOCK); a++)
      for (let b = left; b < Math.min(a, left + BLOCK); b++)
        if (matrix[b * size + a] !== matrix[a * size + b]) return false;
  return true;
}

/** The transpose of a square matrix of `size` rows. A unit of the work is a row. */
export function* transpose(matrix: Int32Array, size: number): Work<Int32Array> {
  const flipped = new Int32Array(matrix.length);
  for (let top = 0; top < size; top += BLOCK) {
    flip(matrix, size, top, flipped);
    yield BLOCK;
  }
  return flipped;
}

/** Makes columns of a block of rows. */
function flip(matrix: Int32Array, size: number, top: number, flipped: Int32Array): void {
  for (let left = 0; left < size; left += BLOCK)
    for (let a = top; a < Math.min(size, top + BLOCK); a++)
      for (let b = left; b < Math.min(size, left + BLOCK); b++) flipped[b * size + a] = matrix[a * size + b]!;
}

/** Copies the part of a square matrix of `size` rows below its diagonal to the other side. */
export function mirror(matrix: Int32Array, size: number): void {
  for (let top = 0; top < size; top += BLOCK)
    for (let left = 0; left <= top; left += BLOCK)
      for (let a = top; a < Math.min(size, top + BLOCK); a++)
        for (let b = left; b < Math.min(a, left + BLOCK); b++) matrix[b * size + a] = matrix[a * size + b]!;
}
