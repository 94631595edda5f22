import fc from 'fast-check';
import { expect, it } from 'vitest';
import { cellsAt, cellsOver, isInside } from '../../../../../../lib/places/zones/area/cells.ts';
import {
  type Corner,
  decodeRing,
  encodeRing,
  roundCorner,
} from '../../../../../../lib/places/zones/area/ring.ts';

/** A star around a point, with corners at random distances so that it is not convex. */
function star(lng: number, lat: number, radius: number, distances: readonly number[]): Corner[] {
  const corners = distances.map((distance, index): Corner => {
    const angle = (2 * Math.PI * index) / distances.length;
    const y = Math.max(-89.9, Math.min(89.9, lat + radius * distance * Math.sin(angle)));
    return roundCorner([lng + radius * distance * Math.cos(angle), y]);
  });
  return [...corners, corners[0]!];
}

const stars = fc
  .tuple(
    fc.double({ min: -180, max: 180, noNaN: true }),
    fc.double({ min: -80, max: 80, noNaN: true }),
    fc.constantFrom(0.002, 0.05, 1, 9),
    fc.array(fc.double({ min: 0.1, max: 1, noNaN: true }), { minLength: 3, maxLength: 40 }),
  )
  .map(([lng, lat, radius, distances]) => ({ lng, lat, radius, ring: star(lng, lat, radius, distances) }));

it('every point of a polygon lies in one of its cells, also across the date line', () => {
  fc.assert(
    fc.property(
      stars,
      fc.array(
        fc.tuple(fc.double({ min: -1, max: 1, noNaN: true }), fc.double({ min: -1, max: 1, noNaN: true })),
        {
          minLength: 20,
          maxLength: 20,
        },
      ),
      ({ lng, lat, radius, ring }, offsets) => {
        const cells = new Set(cellsOver([[ring]], 32));
        for (const [dx, dy] of offsets) {
          const point: Corner = [lng + radius * dx, lat + radius * dy];
          if (Math.abs(point[1]) > 90 || !isInside(point, [ring])) continue;
          const turned = point[0] - 360 * Math.round(point[0] / 360);
          const own = cellsAt({ lat: point[1], lng: turned });
          if (!own.some((cell) => cells.has(cell))) throw new Error(`${point} is in none of ${[...cells]}`);
        }
      },
    ),
    { numRuns: 300, seed: 7 },
  );
  expect(cellsAt({ lat: 37.78, lng: -122.41 })).toHaveLength(8);
});

it('a polygon has at most 32 cells, and more than a few of them where it fills them badly', () => {
  fc.assert(
    fc.property(stars, ({ ring }) => {
      if (cellsOver([[ring]], 32).length > 32) throw new Error('too many');
    }),
    { numRuns: 200, seed: 8 },
  );
  const diagonal: Corner[] = [
    [0, 0],
    [1, 1],
    [1, 1.01],
    [0, 0.01],
    [0, 0],
  ];
  expect(cellsOver([[diagonal]], 32).length).toBeGreaterThan(4);
});

it('a ring is the same after it was stored', () => {
  fc.assert(
    fc.property(stars, ({ ring }) => {
      expect(decodeRing(encodeRing(ring))).toEqual(ring.map(roundCorner));
    }),
    { numRuns: 100, seed: 9 },
  );
});
