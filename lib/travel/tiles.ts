import type { Point } from '../core/geography.ts';
import { sideBySide } from '../core/side-by-side.ts';
import type { TravelMatrix } from './travel.ts';

/** Tiles that are asked for at the same time. */
const WIDTH = 4;

/** A matrix put together from tiles of `size` origins by `size` destinations: services limit what they answer at once. */
export async function tiledMatrix(
  points: readonly Point[],
  size: number,
  ask: (origins: readonly Point[], destinations: readonly Point[]) => Promise<TravelMatrix>,
): Promise<TravelMatrix> {
  const count = points.length;
  const seconds = new Array<number>(count * count).fill(0);
  const meters = new Array<number>(count * count).fill(0);
  const starts = Array.from({ length: Math.ceil(count / size) }, (_, index) => index * size);
  const tiles = starts.flatMap((from) => starts.map((to) => ({ from, to })));
  await sideBySide(tiles, WIDTH, async ({ from, to }) => {
    const origins = points.slice(from, from + size);
    const destinations = points.slice(to, to + size);
    const tile = await ask(origins, destinations);
    for (const [row] of origins.entries()) {
      for (const [column] of destinations.entries()) {
        const isSame = from + row === to + column;
        const at = (from + row) * count + to + column;
        seconds[at] = isSame ? 0 : tile.seconds[row * destinations.length + column]!;
        meters[at] = isSame ? 0 : tile.meters[row * destinations.length + column]!;
      }
    }
  });
  return { seconds, meters };
}

/** Stretches of a way of at most `size` points each; the last point of one is the first of the next. */
export function stretches(points: readonly Point[], size: number): readonly (readonly Point[])[] {
  const parts: (readonly Point[])[] = [];
  for (let from = 0; from < points.length - 1; from += size - 1) parts.push(points.slice(from, from + size));
  return parts;
}
