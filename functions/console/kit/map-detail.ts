import type { MapLine, Position } from './map-shapes.ts';

/**
 * Number of line corners that a view draws in full. A map with more of them is simplified when zoomed out: without a
 * graphics card, drawing 5,000 takes tenths of a second.
 */
const MAX_CORNERS = 1_000;

/**
 * Zoom from which lines and their points are drawn in full; 0 = always. `wholeZoom` returns the zoom that shows all
 * positions; each further level shows a quarter of them.
 */
export function nearZoom(
  lines: readonly Pick<MapLine, 'path'>[],
  wholeZoom: (positions: readonly Position[]) => number,
): number {
  const corners = lines.flatMap(({ path }) => path);
  if (corners.length <= MAX_CORNERS) return 0;
  return Math.max(0, Math.round(wholeZoom(corners) + Math.log2(corners.length / MAX_CORNERS) / 2));
}
