import { expect, test } from 'vitest';
import { orientationOf, upright } from '../../../../../lib/engines/photos/upright.ts';

/** Photos of the letters a to f, two rows of three, each as its camera took it. */
const TAKEN: readonly (readonly [orientation: number, rows: readonly string[]])[] = [
  [1, ['abc', 'def']],
  [2, ['cba', 'fed']],
  [3, ['fed', 'cba']],
  [4, ['def', 'abc']],
  [5, ['ad', 'be', 'cf']],
  [6, ['cf', 'be', 'ad']],
  [7, ['fc', 'eb', 'da']],
  [8, ['da', 'eb', 'fc']],
];

const photoOf = (rows: readonly string[]) => ({
  width: rows[0]?.length ?? 0,
  height: rows.length,
  rgba: Uint8Array.from(
    rows
      .join('')
      .split('')
      .flatMap((letter) => Array(4).fill(letter.charCodeAt(0))),
  ),
});

test.each(TAKEN)('a photo taken with orientation %i is turned', (orientation, rows) => {
  expect(upright(photoOf(rows), orientation)).toEqual(photoOf(['abc', 'def']));
});

test.each([
  ['nothing', undefined],
  ['too little', Uint8Array.from([0, 0x49, 0x49])],
  ['another kind of data', new Uint8Array(40)],
])('%s says nothing of the camera', (_, exif) => {
  expect(orientationOf(exif)).toBe(1);
});
