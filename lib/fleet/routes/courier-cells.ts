import * as z from 'zod';
import type { Point } from '../../platform/core/geography.ts';
import { defineEntity } from '../../platform/table/index.ts';
import { positionDetails } from '../fleet/index.ts';

/** Heights of the cells of each level in degrees: about 2 km, and about 50 km. */
export const CELL_DEGREES = Object.freeze([0.02, 0.5] as const);

/** A level of the index. */
export type CellLevel = 0 | 1;

/** How long a position counts as live (specification 8). Milliseconds. */
export const LIVE_MS = 15 * 60_000;

/** How long a courier's own item is kept, to show the last position. Milliseconds. */
const KEPT_MS = 24 * 3_600_000;

const positionSchema = z.object({
  organizationId: z.string(),
  /** Cell of the item; `own` for the courier's own item. */
  cell: z.string(),
  courierId: z.string(),
  routeId: z.string(),
  firstName: z.string().nullable(),
  lastName: z.string().nullable(),
  storeLocationIds: z.array(z.string()),
  driverGroupId: z.string().nullable(),
  lat: z.number(),
  lng: z.number(),
  updatedAt: z.string(),
  /** Only in the courier's own item: a search needs the point alone. */
  details: positionDetails.optional(),
});

/** Last position of a courier on an active route. */
export type CourierPosition = z.infer<typeof positionSchema>;

/**
 * A courier's latest position, which is overwritten: once in an item of its own, and once in a cell of each level. When
 * a courier enters another cell, the same transaction removes it from the previous one.
 */
export const courierPositionEntity = defineEntity<
  CourierPosition,
  Pick<CourierPosition, 'organizationId' | 'cell' | 'courierId'>
>({
  name: 'courierPosition',
  schema: positionSchema,
  partition: ({ organizationId, cell, courierId }) => ({
    organizationId,
    type: 'courier-cell',
    id: cell === OWN ? courierId : cell,
  }),
  sort: ({ courierId }) => ({ kind: 'state', parts: [courierId] }),
  expiresAtSeconds: ({ updatedAt, cell }) =>
    Math.ceil((Date.parse(updatedAt) + (cell === OWN ? KEPT_MS : LIVE_MS)) / 1000),
});

/** The cell of a courier's own item. */
export const OWN = 'own';

/**
 * Cell of a point. The level determines the height of rows; the farther a row is from the equator, the fewer columns it
 * has.
 */
export function cellOf({ lat, lng }: Point, level: CellLevel): string {
  const row = rowOf(lat, level);
  return cellName(level, row, columnOf(lng, columnsOf(row, level)));
}

/**
 * The cells nearest to a point: those within half a cell's height, across the edges of rows and columns and across the
 * date line. 1 to 4.
 */
export function cellsAround({ lat, lng }: Point, level: CellLevel): readonly string[] {
  const height = CELL_DEGREES[level];
  const half = height / 2;
  const rows = new Set([rowOf(Math.max(-90, lat - half), level), rowOf(Math.min(90, lat + half), level)]);
  const cells = new Set<string>();
  for (const row of rows) {
    const columns = columnsOf(row, level);
    // Half a column of this row is at least as wide as half the height.
    const reach = 180 / columns;
    for (const at of [lng - reach, lng + reach]) cells.add(cellName(level, row, columnOf(at, columns)));
  }
  return [...cells];
}

/** Distance in metres within which `cellsAround` misses nothing. */
export function reachOf(level: CellLevel): number {
  return (CELL_DEGREES[level] / 2) * METRES_PER_DEGREE;
}

const METRES_PER_DEGREE = 111_195;

function rowOf(lat: number, level: CellLevel): number {
  return Math.floor((lat + 90) / CELL_DEGREES[level]);
}

/** Columns of a row: each at least as wide as it is high where the row is narrowest. */
function columnsOf(row: number, level: CellLevel): number {
  const height = CELL_DEGREES[level];
  const edges = [row * height - 90, (row + 1) * height - 90].map((lat) =>
    Math.cos((Math.min(90, Math.abs(lat)) * Math.PI) / 180),
  );
  return Math.max(1, Math.floor((360 * Math.min(...edges)) / height));
}

function columnOf(lng: number, columns: number): number {
  const turned = (((lng + 180) % 360) + 360) % 360;
  return Math.min(columns - 1, Math.floor((turned / 360) * columns));
}

function cellName(level: CellLevel, row: number, column: number): string {
  return `${level}-${row}-${column}`;
}
