/** Rows and columns looked at together: a column taken by itself would be a miss of the processor's cache per number. */
const BLOCK = 64;

/** Whether a square matrix of `size` rows is its own transpose. */
export function isSymmetric(matrix: Int32Array, size: number): boolean {
  for (let top = 0; top < size; top += BLOCK)
    for (let left = 0; left <= top; left += BLOCK)
      for (let a = top; a < Math.min(size, top + BLOCK); a++)
        for (let b = left; b < Math.min(a, left + BLOCK); b++)
          if (matrix[a * size + b] !== matrix[b * size + a]) return false;
  return true;
}

/** The transpose of a square matrix of `size` rows. */
export function transpose(matrix: Int32Array, size: number): Int32Array {
  const flipped = new Int32Array(matrix.length);
  for (let top = 0; top < size; top += BLOCK)
    for (let left = 0; left < size; left += BLOCK)
      for (let a = top; a < Math.min(size, top + BLOCK); a++)
        for (let b = left; b < Math.min(size, left + BLOCK); b++)
          flipped[b * size + a] = matrix[a * size + b]!;
  return flipped;
}

/** Copies what a square matrix of `size` rows has below its diagonal to the other side of it. */
export function mirror(matrix: Int32Array, size: number): void {
  for (let top = 0; top < size; top += BLOCK)
    for (let left = 0; left <= top; left += BLOCK)
      for (let a = top; a < Math.min(size, top + BLOCK); a++)
        for (let b = left; b < Math.min(a, left + BLOCK); b++) matrix[b * size + a] = matrix[a * size + b]!;
}
