import type { Position } from './map-shapes.ts';

/** Whether a point lies in a ring: a line from it to the side crosses the ring an odd number of times. */
export function isInside([x, y]: Position, ring: readonly Position[]): boolean {
  let inside = false;
  ring.forEach(([x1, y1], index) => {
    const [x2, y2] = ring[(index + 1) % ring.length] ?? [x1, y1];
    const crosses = y1 > y !== y2 > y && x < ((x2 - x1) * (y - y1)) / (y2 - y1) + x1;
    if (crosses) inside = !inside;
  });
  return inside;
}

/** The ring of a box between two of its corners. */
export function boxOf([x1, y1]: Position, [x2, y2]: Position): readonly Position[] {
  return [
    [x1, y1],
    [x2, y1],
    [x2, y2],
    [x1, y2],
  ];
}
