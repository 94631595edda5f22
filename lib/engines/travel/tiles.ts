import type { Point } from '../../platform/core/geography.ts';
import { mapConcurrently } from '../../platform/core/map-concurrently.ts';
import type { TravelMatrix } from './travel.ts';

/** A service's answer about a tile, row-major. */
interface TileAnswer {
  readonly seconds: readonly number[];
  readonly meters: readonly number[];
}

/** Tiles that are requested in parallel. */
const WIDTH = 4;

/** A matrix combined from tiles of `size` origins by `size` destinations: services limit the size of one answer. */
export async function tiledMatrix(
  points: readonly Point[],
  ends: readonly Point[],
  size: number,
  ask: (origins: readonly Point[], destinations: readonly Point[]) => Promise<TileAnswer>,
): Promise<TravelMatrix> {
  const width = ends.length;
  const seconds = new Int32Array(points.length * width);
  const meters = new Int32Array(points.length * width);
  const startsOf = (count: number) =>
    Array.from({ length: Math.ceil(count / size) }, (_, index) => index * size);
  const tiles = startsOf(points.length).flatMap((from) => startsOf(width).map((to) => ({ from, to })));
  await mapConcurrently(tiles, WIDTH, async ({ from, to }) => {
    const origins = points.slice(from, from + size);
    const destinations = ends.slice(to, to + size);
    const tile = await ask(origins, destinations);
    for (const [row, origin] of origins.entries()) {
      for (const [column, end] of destinations.entries()) {
        const isSame = origin.lat === end.lat && origin.lng === end.lng;
        const at = (from + row) * width + to + column;
        seconds[at] = isSame ? 0 : tile.seconds[row * destinations.length + column]!;
        meters[at] = isSame ? 0 : tile.meters[row * destinations.length + column]!;
      }
    }
  });
  return { seconds, meters };
}

/** Sections of a way with at most `size` points each; the last point of one is the first of the next. */
export function stretches(points: readonly Point[], size: number): readonly (readonly Point[])[] {
  const parts: (readonly Point[])[] = [];
  for (let from = 0; from < points.length - 1; from += size - 1) parts.push(points.slice(from, from + size));
  return parts;
}
