import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { boxOf, isInside } from '../../../../../functions/console/kit/map-selection.ts';

describe('44 1.2 a selection on the map', () => {
  it('has what lies inside a box, whichever corner it starts from', () => {
    const pixel = fc.double({ min: -500, max: 500, noNaN: true });
    fc.assert(
      fc.property(pixel, pixel, pixel, pixel, pixel, pixel, (x1, y1, x2, y2, x, y) => {
        const between = (a: number, b: number, c: number) => Math.min(a, b) < c && c < Math.max(a, b);
        const onEdge = [x1, x2].includes(x) || [y1, y2].includes(y);
        fc.pre(!onEdge);
        expect(isInside([x, y], boxOf([x1, y1], [x2, y2]))).toBe(between(x1, x2, x) && between(y1, y2, y));
      }),
    );
  });

  it('leaves out what lies in the bay of a lasso', () => {
    const horseshoe = [
      [0, 0],
      [30, 0],
      [30, 30],
      [20, 30],
      [20, 10],
      [10, 10],
      [10, 30],
      [0, 30],
    ] as const;
    expect(isInside([5, 20], horseshoe)).toBe(true);
    expect(isInside([15, 5], horseshoe)).toBe(true);
    expect(isInside([15, 20], horseshoe)).toBe(false);
  });
});
