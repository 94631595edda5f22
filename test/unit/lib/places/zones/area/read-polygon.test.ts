import { describe, expect, it } from 'vitest';
import { isInside } from '../../../../../../lib/places/zones/area/cells.ts';
import { type PolygonFault, readPolygon } from '../../../../../../lib/places/zones/area/read-polygon.ts';
import type { Polygon } from '../../../../../../lib/places/zones/area/ring.ts';

const square = (size: number, at = 0) => [
  [at, at],
  [at, at + size],
  [at + size, at + size],
  [at + size, at],
];
const faultOf = (...rings: number[][][]) => readPolygon(rings, 'polygon') as PolygonFault;
const polygonOf = (...rings: number[][][]) => readPolygon(rings, 'polygon') as Polygon;

describe('a polygon is refused with its ring and point', () => {
  it('when it crosses itself', () => {
    const bowTie = [
      [0, 0],
      [1, 1],
      [1, 0],
      [0, 1],
    ];
    expect(faultOf(bowTie)).toMatchObject({ ring: 'polygon', point: expect.any(Number) });
    expect(faultOf(bowTie).message).toContain('crosses or touches itself at [0.5,0.5]');
  });

  it.each([
    [
      [
        [0, 0],
        [1, 1],
      ],
    ],
    [
      [
        [0, 0],
        [1, 1],
        [0, 0],
      ],
    ],
    [
      [
        [0, 0],
        [0, 0],
        [0, 0],
        [1, 1],
      ],
    ],
    [[]],
  ])('when it has fewer than 3 different points: %j', (ring) => {
    expect(faultOf(ring)).toMatchObject({ ring: 'polygon', point: null });
    expect(faultOf(ring).message).toContain('needs 3 or more');
  });

  it('when longitude comes before latitude', () => {
    const fault = faultOf([
      [37.79, -89],
      [-122.4, 37.8],
      [37.76, -89.1],
    ]);
    expect(fault).toMatchObject({ ring: 'polygon', point: 1 });
    expect(fault.message).toContain('longitude and latitude are swapped');
  });

  it('when a point is not on earth, and when it turns back on itself', () => {
    expect(faultOf([...square(1), [0, 181]])).toMatchObject({ point: 4 });
    const spike = [
      [0, 0],
      [0, 2],
      [0, 1],
      [1, 1],
    ];
    expect(faultOf(spike).message).toContain('turns back');
    const line = [
      [37.7, -122.4],
      [37.8, -122.3],
      [37.75, -122.35],
    ];
    expect(faultOf(line).message).toContain('turns back');
  });

  it('when a hole leaves the outline, touches another hole or lies in one', () => {
    expect(faultOf(square(4), square(2, 3))).toMatchObject({ ring: 'polygon[1]', point: expect.any(Number) });
    expect(faultOf(square(9), square(3, 1), square(3, 2))).toMatchObject({ ring: 'polygon[2]' });
    expect(faultOf(square(9), square(5, 1), square(1, 2))).toMatchObject({ ring: 'polygon[2]' });
  });

  it('when it runs around a pole', () => {
    const cap = [
      [80, 0],
      [80, 120],
      [80, -120],
    ];
    expect(faultOf(cap).message).toContain('around a pole');
  });
});

describe('a polygon', () => {
  it('may be closed or open, and its holes are not in it', () => {
    const polygon = polygonOf([...square(4), [0, 0]], square(2, 1));
    expect(polygon[0]).toHaveLength(5);
    expect(isInside([0.5, 0.5], polygon)).toBe(true);
    expect(isInside([2, 2], polygon)).toBe(false);
  });

  it('may lie across the date line, its hole beyond it', () => {
    const fiji = [
      [-19, 177],
      [-19, -178],
      [-16, -178],
      [-16, 177],
    ];
    const hole = [
      [-18, -179.5],
      [-18, -179],
      [-17.5, -179],
      [-17.5, -179.5],
    ];
    const polygon = polygonOf(fiji, hole);
    expect(isInside([179, -17], polygon)).toBe(true);
    expect(isInside([181.5, -17], polygon)).toBe(true);
    expect(isInside([180.75, -17.75], polygon)).toBe(false);
  });
});
