import { type Entity, type Shape, type Stored, save, type Table } from '../../platform/table/index.ts';
import { type StoredCells, type Sum, storedParts } from './counts.ts';

/** Counts that take several items: the first one says how many. */
interface Part extends Shape {
  readonly part: number;
  /** Number of items; further ones that an earlier count left do not count. */
  readonly parts: number;
  readonly cells: StoredCells;
}

/**
 * Replaces counts by those of a sum, unless others did since `first` was read; false then. A sum of `null` has too many cells
 * and leaves an item without any. `keyOf` makes the key of an item by its number, `facts` is what all items say.
 */
export async function replaceCounts<Value extends Part & KeyFields, KeyFields extends Shape>(
  table: Table,
  entity: Entity<Value, KeyFields>,
  counts: {
    readonly keyOf: (part: number) => KeyFields;
    readonly facts: Omit<Value, keyof KeyFields | keyof Part>;
    readonly sum: Sum | null;
    readonly first: Stored<Value> | undefined;
  },
): Promise<boolean> {
  const { keyOf, facts, sum, first } = counts;
  const cells = storedParts(sum?.cells() ?? []);
  const keys = cells.map((_, part) => keyOf(part));
  const others = await table.getMany(entity, keys.slice(1));
  const written = await table.write(
    keys.map((key, part) => {
      const item = { ...key, ...facts, parts: keys.length, cells: cells[part]! } as unknown as Value;
      return save(entity, part === 0 ? first : others[part - 1], item);
    }),
  );
  return written.ok;
}

/** All items of the counts whose first items were read. 1 call for each 100 further ones. */
export async function withFurtherParts<Value extends Part & KeyFields, KeyFields extends Shape>(
  table: Table,
  entity: Entity<Value, KeyFields>,
  firsts: readonly (Stored<Value> | undefined)[],
): Promise<readonly Value[]> {
  const found = firsts.flatMap((first) => (first ? [first.value] : []));
  const further = found.flatMap((first) =>
    Array.from({ length: Math.max(0, first.parts - 1) }, (_, index) => ({ ...first, part: index + 1 })),
  );
  const others = await table.getMany(entity, further);
  return [...found, ...others.flatMap((stored) => (stored ? [stored.value] : []))];
}
