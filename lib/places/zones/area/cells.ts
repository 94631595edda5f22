import pointInPolygon from 'point-in-polygon-hao';
import type { Corner, Polygon } from './ring.ts';

/**
 * The earth as a square of 180 degrees by 360, halved in both directions from level to level: a cell of level 15 is 600
 * m high. Only every other level is used, so that a point is in 8 cells, which one call reads.
 */
const LEVELS: readonly number[] = Object.freeze([1, 3, 5, 7, 9, 11, 13, 15]);

/** A cell of a level: columns count from -180 degrees eastwards and go on across the date line. */
interface Cell {
  readonly level: number;
  readonly column: number;
  readonly row: number;
}

interface Box {
  readonly west: number;
  readonly south: number;
  readonly east: number;
  readonly north: number;
}

type Edge = readonly [Corner, Corner];

/** A cell that a polygon's outline passes through, with the edges that do. */
interface CutCell {
  readonly cell: Cell;
  readonly edges: readonly Edge[];
}

/** Names of the cells that a point lies in, one of each level. */
export function cellsAt({ lat, lng }: { readonly lat: number; readonly lng: number }): readonly string[] {
  return LEVELS.map((level) => nameOf(cellOf(level, [lng, lat])));
}

/**
 * Names of cells that cover polygons completely, at most about `budget` of them. The larger the area, the larger its
 * cells, which get finer along its outline as long as the budget lasts. A point in one of them may or may not be in a
 * polygon.
 */
export function cellsOver(polygons: readonly Polygon[], budget: number): readonly string[] {
  const share = Math.max(4, Math.floor(budget / polygons.length));
  return [...new Set(polygons.flatMap((polygon) => coverOne(polygon, share).map(nameOf)))];
}

function coverOne(polygon: Polygon, budget: number): readonly Cell[] {
  const edges = polygon.flatMap((ring) => ring.slice(1).map((corner, index): Edge => [ring[index]!, corner]));
  const kept: Cell[] = [];
  let cut: CutCell[] = [];
  const sort = (cell: Cell, near: readonly Edge[]) => {
    const box = boxOf(cell);
    const crossing = near.filter((edge) => meets(edge, box));
    if (crossing.length > 0) cut.push({ cell, edges: crossing });
    else if (isInside(centreOf(box), polygon)) kept.push(cell);
  };
  for (const cell of firstCells(polygon)) sort(cell, edges);
  for (;;) {
    // The largest first; each split adds cells, and the next one may exceed the budget.
    const largest = cut.toSorted((a, b) => a.cell.level - b.cell.level)[0];
    const finer = largest && LEVELS.find((level) => level > largest.cell.level);
    if (!largest || finer === undefined) break;
    const before = { cut, kept: [...kept] };
    cut = cut.filter((other) => other !== largest);
    for (const child of childrenOf(largest.cell, finer)) sort(child, largest.edges);
    if (kept.length + cut.length > budget) {
      kept.splice(0, kept.length, ...before.kept);
      cut = before.cut;
      break;
    }
  }
  return [...kept, ...cut.map(({ cell }) => cell)];
}

/** The cells of the finest level of which at most 2 by 2 contain the whole polygon. */
function firstCells(polygon: Polygon): readonly Cell[] {
  const { west, south, east, north } = boundsOf(polygon);
  for (const level of LEVELS.toReversed()) {
    const from = cellOf(level, [west, south]);
    const to = cellOf(level, [east, north]);
    const isSmall = to.column - from.column <= 1 && to.row - from.row <= 1;
    if (isSmall || level === LEVELS[0]) return between(level, from, to);
  }
  return [];
}

function between(level: number, from: Cell, to: Cell): readonly Cell[] {
  const cells: Cell[] = [];
  for (let column = from.column; column <= to.column; column += 1) {
    for (let row = from.row; row <= to.row; row += 1) cells.push({ level, column, row });
  }
  return cells;
}

function childrenOf({ level, column, row }: Cell, finer: number): readonly Cell[] {
  const times = 2 ** (finer - level);
  const from = { level: finer, column: column * times, row: row * times };
  return between(finer, from, { level: finer, column: from.column + times - 1, row: from.row + times - 1 });
}

function cellOf(level: number, [lng, lat]: Corner): Cell {
  const count = 2 ** level;
  const row = Math.min(count - 1, Math.max(0, Math.floor(((lat + 90) / 180) * count)));
  return { level, column: Math.floor(((lng + 180) / 360) * count), row };
}

function boxOf({ level, column, row }: Cell): Box {
  const count = 2 ** level;
  const [width, height] = [360 / count, 180 / count];
  const [west, south] = [column * width - 180, row * height - 90];
  return { west, south, east: west + width, north: south + height };
}

/** Columns beyond the date line are those on its other side. */
function nameOf({ level, column, row }: Cell): string {
  const count = 2 ** level;
  return `${level}/${((column % count) + count) % count}/${row}`;
}

/** West, south, east and north of a polygon. */
export function boundsOf([outline = []]: Polygon): Box {
  const box = { west: Infinity, south: Infinity, east: -Infinity, north: -Infinity };
  for (const [lng, lat] of outline) {
    box.west = Math.min(box.west, lng);
    box.east = Math.max(box.east, lng);
    box.south = Math.min(box.south, lat);
    box.north = Math.max(box.north, lat);
  }
  return box;
}

function centreOf({ west, south, east, north }: Box): Corner {
  return [(west + east) / 2, (south + north) / 2];
}

/** Whether the point is in the polygon or on its outline, with longitudes as in the polygon. */
export function isInside([lng, lat]: Corner, polygon: Polygon): boolean {
  // The library takes mutable arrays but changes none.
  return pointInPolygon([lng, lat], polygon as unknown as number[][][]) !== false;
}

/** Whether an edge touches a box, its border included. */
function meets([[x1, y1], [x2, y2]]: Edge, { west, south, east, north }: Box): boolean {
  if (Math.max(x1, x2) < west || Math.min(x1, x2) > east) return false;
  if (Math.max(y1, y2) < south || Math.min(y1, y2) > north) return false;
  // Corners of the box on both sides of the line, or on it: the line passes through the box.
  const side = (x: number, y: number) => (x2 - x1) * (y - y1) - (y2 - y1) * (x - x1);
  const sides = [side(west, south), side(west, north), side(east, south), side(east, north)];
  return sides.some((value) => value >= 0) && sides.some((value) => value <= 0);
}
