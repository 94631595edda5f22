import type { Visit } from './visits.ts';

/** A point of the drawing, from its left upper corner. */
export interface Drawn {
  readonly x: number;
  readonly y: number;
}

interface Point {
  readonly lat: number;
  readonly lng: number;
}

/** A drawing of a tour's visits and of the driver, in a square of this size. */
export interface PlanOfStops {
  /** In their order; visits without a place are left out. */
  readonly visits: readonly (Drawn & { readonly visit: Visit; readonly number: number })[];
  readonly driver: Drawn | undefined;
}

/** Room for the numbers at the edge. */
const MARGIN = 0.08;

/** Draws the visits to scale, north up: a map that needs no network. Undefined when fewer than two places are known. */
export function planOfStops(
  visits: readonly Visit[],
  driver: Point | undefined,
  size: number,
): PlanOfStops | undefined {
  const placed = visits.flatMap((visit, index) =>
    visit.at ? [{ visit, at: visit.at, number: index + 1 }] : [],
  );
  const points = [...placed.map(({ at }) => at), ...(driver ? [driver] : [])];
  if (points.length < 2) return undefined;
  const middle = (points.reduce((sum, { lat }) => sum + lat, 0) / points.length) * (Math.PI / 180);
  const flat = ({ lat, lng }: Point) => ({ x: lng * Math.cos(middle), y: -lat });
  const all = points.map(flat);
  const [left, top] = [Math.min(...all.map(({ x }) => x)), Math.min(...all.map(({ y }) => y))];
  const width = Math.max(...all.map(({ x }) => x)) - left;
  const height = Math.max(...all.map(({ y }) => y)) - top;
  // A tenth of a kilometre at least, or two doors of a house would be at opposite edges.
  const extent = Math.max(width, height, 0.001);
  const scale = (size * (1 - 2 * MARGIN)) / extent;
  const drawn = (point: Point): Drawn => {
    const { x, y } = flat(point);
    return {
      x: (x - left - width / 2) * scale + size / 2,
      y: (y - top - height / 2) * scale + size / 2,
    };
  };
  return {
    visits: placed.map(({ visit, at, number }) => ({ ...drawn(at), visit, number })),
    driver: driver && drawn(driver),
  };
}
