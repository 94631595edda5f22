import { describe, expect, it } from 'vitest';
import { nearZoom } from '../../../../../functions/console/kit/map-detail.ts';

const lines = (count: number, corners: number) =>
  Array.from({ length: count }, (_, line) => ({
    path: Array.from({ length: corners }, (_, corner) => [line / 100, corner / 100] as const),
  }));

describe('detail of a map', () => {
  it('1,000 corners of lines are drawn in full at every zoom', () => {
    expect(nearZoom(lines(50, 20), () => 9)).toBe(0);
  });

  it.each([
    [60, 20, 9],
    [200, 20, 10],
    [300, 17, 10],
    [800, 20, 11],
  ])(
    '%i lines of %i corners are drawn in full from zoom %i on, where all are seen at 9',
    (count, corners, zoom) => {
      expect(nearZoom(lines(count, corners), () => 9)).toBe(zoom);
    },
  );

  it('asks for the zoom of all corners', () => {
    const asked: number[] = [];
    nearZoom(lines(300, 17), (positions) => asked.push(positions.length));
    expect(asked).toEqual([5_100]);
  });
});
