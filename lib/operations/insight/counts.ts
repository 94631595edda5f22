import * as z from 'zod';
import type { Dimension, Places } from './dimensions.ts';

/** Sums of fields by their names; a field that is absent is 0. */
export type Sums = Readonly<Record<string, number>>;

/** What all facts with the same places add up to. */
export interface Cell {
  readonly places: Places;
  readonly sums: Sums;
}

/** Maximum number of cells in one item: about 60 kB packed, far from the 400 kB of an item. */
export const MAX_CELLS = 2_000;

/** Cells as they are stored: values and names once, and a row of numbers for each cell. */
export const storedCellsSchema = z.object({
  dimensions: z.array(z.string()),
  /** Sets of values of each dimension; rows name them by their position. */
  values: z.array(z.array(z.array(z.string()))),
  fields: z.array(z.string()),
  /** Positions of the values, then the sums; zeros at the end are left out. */
  rows: z.array(z.array(z.number())),
});

export type StoredCells = z.infer<typeof storedCellsSchema>;

/** Adds up cells or facts that agree in `dimensions`; other dimensions are dropped. The order of the input has no effect. */
export class Sum {
  readonly #dimensions: readonly Dimension[];
  readonly #cells = new Map<string, { readonly places: Places; readonly sums: Record<string, number> }>();

  constructor(dimensions: readonly Dimension[]) {
    this.#dimensions = dimensions;
  }

  get size(): number {
    return this.#cells.size;
  }

  add({ places, sums }: Cell): void {
    const key = JSON.stringify(this.#dimensions.map((dimension) => places[dimension] ?? []));
    let cell = this.#cells.get(key);
    if (!cell) {
      const own = this.#dimensions.filter((dimension) => (places[dimension]?.length ?? 0) > 0);
      cell = { places: Object.fromEntries(own.map((dimension) => [dimension, places[dimension]])), sums: {} };
      this.#cells.set(key, cell);
    }
    for (const [field, value] of Object.entries(sums)) cell.sums[field] = (cell.sums[field] ?? 0) + value;
  }

  /** The cells, ordered by their places, so that equal numbers are stored as equal bytes. */
  cells(): readonly Cell[] {
    return [...this.#cells].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, cell]) => cell);
  }
}

/** Cells in their stored form, in parts that fit into an item each; one part if there are none. */
export function storedParts(cells: readonly Cell[]): readonly StoredCells[] {
  const parts = Math.max(1, Math.ceil(cells.length / MAX_CELLS));
  return Array.from({ length: parts }, (_, part) =>
    toStored(cells.slice(part * MAX_CELLS, (part + 1) * MAX_CELLS)),
  );
}

function toStored(cells: readonly Cell[]): StoredCells {
  const dimensions = namesIn(cells.map(({ places }) => places));
  const fields = namesIn(cells.map(({ sums }) => sums));
  const positions = dimensions.map(() => new Map<string, number>());
  const values: string[][][] = dimensions.map(() => []);
  const rows = cells.map(({ places, sums }) => {
    const row = dimensions.map((dimension, index) => {
      const set = [...(places[dimension as Dimension] ?? [])];
      const text = JSON.stringify(set);
      const known = positions[index]!.get(text);
      if (known !== undefined) return known;
      positions[index]!.set(text, values[index]!.length);
      return values[index]!.push(set) - 1;
    });
    row.push(...fields.map((field) => sums[field] ?? 0));
    while (row.length > dimensions.length && row.at(-1) === 0) row.pop();
    return row;
  });
  return { dimensions, values, fields, rows };
}

/** The cells in the stored form, with these fields only, and without cells that have none of them; undefined = all. */
export function fromStored(
  { dimensions, values, fields, rows }: StoredCells,
  wanted?: readonly string[],
): readonly Cell[] {
  const columns = [...fields.entries()].filter(([, field]) => wanted === undefined || wanted.includes(field));
  const cells: Cell[] = [];
  for (const row of rows) {
    const sums: Record<string, number> = {};
    let isEmpty = true;
    for (const [index, field] of columns) {
      const sum = row[dimensions.length + index] ?? 0;
      if (sum === 0) continue;
      sums[field] = sum;
      isEmpty = false;
    }
    if (isEmpty) continue;
    const places: Record<string, readonly string[]> = {};
    for (const [index, dimension] of dimensions.entries()) {
      const set = values[index]?.[row[index] ?? 0] ?? [];
      if (set.length > 0) places[dimension] = set;
    }
    cells.push({ places, sums });
  }
  return cells;
}

function namesIn(all: readonly Readonly<Record<string, unknown>>[]): string[] {
  return [...new Set(all.flatMap((one) => Object.keys(one)))].sort();
}
