import { invalid } from './errors.ts';
import { SortedRows } from './sorted-rows.ts';
import { type Attributes, compareKeys, sameAttribute, sizeOfItem } from './values.ts';

/** Names of a table's attributes and of its indexes. */
export interface TableLayout {
  readonly partitionKey: string;
  readonly sortKey: string;
  readonly timeToLive?: string;
  readonly indexes: readonly IndexLayout[];
}

/** An index: its sort key, and the attributes that it contains besides the keys. */
export interface IndexLayout {
  readonly name: string;
  readonly partitionKey: string;
  readonly sortKey: string;
  readonly projected: readonly string[];
}

/** One change of one item, as a stream reports it. */
export interface Change {
  readonly sequence: number;
  readonly keys: Readonly<Attributes>;
  readonly before: Readonly<Attributes> | undefined;
  readonly after: Readonly<Attributes> | undefined;
  /** The time to live removed it. */
  readonly isExpiry: boolean;
}

/** An item or an index row at its place in the order. */
export interface Row {
  readonly sort: string;
  /** Distinguishes rows of an index with the same sort key. */
  readonly tie: string;
  readonly item: Readonly<Attributes>;
  readonly bytes: number;
}

/** An item may not be larger. */
export const MAX_ITEM_BYTES = 400 * 1024;

/** The order of rows in a partition. */
export const compareRows = (a: Row, b: Row) => compareKeys(a.sort, b.sort) || compareKeys(a.tie, b.tie);

/** The items of one table, its indexes, and its changes. Items in it are never altered, only replaced. */
export class MemoryTable {
  readonly layout: TableLayout;
  readonly #partitions = new Map<string, SortedRows<Row>>();
  readonly #indexes = new Map<string, Map<string, SortedRows<Row>>>();
  #sequence = 0;
  /** Receives every change in the order of the writes. */
  onChange: (change: Change) => void = () => undefined;
  /** When an index takes over a change; by default at once. Changes of one item must stay in order. */
  replicate: (change: Change, apply: () => void) => void = (_, apply) => apply();

  constructor(layout: TableLayout) {
    this.layout = layout;
    for (const { name } of layout.indexes) this.#indexes.set(name, new Map());
  }

  get(key: Readonly<Attributes>): Readonly<Attributes> | undefined {
    const { partition, sort } = this.#place(key);
    const rows = this.#partitions.get(partition);
    const row = rows?.all[rows.indexOf({ sort, tie: '', item: {}, bytes: 0 })];
    return row?.sort === sort ? row.item : undefined;
  }

  /** Reports what is wrong with an item before anything of its write is done. */
  check(item: Readonly<Attributes>): void {
    this.#place(item);
    for (const { partitionKey, sortKey, name } of this.layout.indexes) {
      for (const key of [partitionKey, sortKey]) {
        const value = item[key];
        if (value === undefined) continue;
        if (typeof value !== 'string')
          throw invalid(
            `One or more parameter values were invalid: Type mismatch for Index Key ${key} Expected: S IndexName: ${name}`,
          );
        if (value === '')
          throw invalid(
            `One or more parameter values are not valid. A value specified for a secondary index key is not supported. The AttributeValue for a key attribute cannot contain an empty string value. IndexName: ${name}, IndexKey: ${key}`,
          );
      }
    }
    if (sizeOfItem(item) > MAX_ITEM_BYTES) throw invalid('Item size has exceeded the maximum allowed size');
  }

  put(item: Readonly<Attributes>): void {
    const { partition, sort } = this.#place(item);
    let rows = this.#partitions.get(partition);
    if (!rows) {
      rows = new SortedRows(compareRows);
      this.#partitions.set(partition, rows);
    }
    const before = this.get(item);
    rows.set({ sort, tie: '', item, bytes: sizeOfItem(item) });
    this.#changed({ keys: this.keysOf(item), before, after: item, isExpiry: false });
  }

  delete(key: Readonly<Attributes>, isExpiry = false): void {
    const before = this.get(key);
    if (!before) return;
    const { partition, sort } = this.#place(key);
    const rows = this.#partitions.get(partition);
    rows?.delete({ sort, tie: '', item: {}, bytes: 0 });
    if (rows?.all.length === 0) this.#partitions.delete(partition);
    this.#changed({ keys: this.keysOf(before), before, after: undefined, isExpiry });
  }

  /** Removes items whose time to live has passed. */
  expire(nowSeconds: number): void {
    const { timeToLive } = this.layout;
    if (timeToLive === undefined) return;
    const isOver = (item: Readonly<Attributes>) => {
      const ttl = item[timeToLive];
      return typeof ttl === 'number' && ttl <= nowSeconds;
    };
    for (const item of this.items()) if (isOver(item)) this.delete(this.keysOf(item), true);
  }

  /** All items, partition by partition. */
  items(): Readonly<Attributes>[] {
    return [...this.#partitions.values()].flatMap((rows) => rows.all.map(({ item }) => item));
  }

  /** Rows of a partition of the table, or of one of its indexes. */
  rows(index: string | undefined, partition: string): readonly Row[] {
    const source = index === undefined ? this.#partitions : this.#indexes.get(index);
    if (!source) throw invalid(`The table does not have the specified index: ${index}`);
    return source.get(partition)?.all ?? [];
  }

  /** Names of the keys of the table, or of an index. */
  keyNames(index: string | undefined): { readonly partitionKey: string; readonly sortKey: string } {
    if (index === undefined) return this.layout;
    const found = this.layout.indexes.find(({ name }) => name === index);
    if (!found) throw invalid(`The table does not have the specified index: ${index}`);
    return found;
  }

  keysOf(item: Readonly<Attributes>): Attributes {
    const { partitionKey, sortKey } = this.layout;
    return { [partitionKey]: item[partitionKey], [sortKey]: item[sortKey] };
  }

  #changed(change: Omit<Change, 'sequence'>): void {
    const whole = { ...change, sequence: ++this.#sequence };
    this.replicate(whole, () => this.#reindex(whole));
    // A write that leaves the item unchanged is not reported.
    if (!change.before || !change.after || !sameAttribute(change.before, change.after)) this.onChange(whole);
  }

  #reindex({ before, after }: Change): void {
    for (const index of this.layout.indexes) {
      const rows = this.#indexes.get(index.name)!;
      const [old, fresh] = [this.#indexRow(index, before), this.#indexRow(index, after)];
      if (old) {
        const lane = rows.get(old.partition);
        lane?.delete(old.row);
        if (lane?.all.length === 0) rows.delete(old.partition);
      }
      if (fresh) {
        let lane = rows.get(fresh.partition);
        if (!lane) {
          lane = new SortedRows(compareRows);
          rows.set(fresh.partition, lane);
        }
        lane.set(fresh.row);
      }
    }
  }

  #indexRow(
    { partitionKey, sortKey, projected }: IndexLayout,
    item: Readonly<Attributes> | undefined,
  ): { readonly partition: string; readonly row: Row } | undefined {
    const partition = item?.[partitionKey];
    const sort = item?.[sortKey];
    if (!item || typeof partition !== 'string' || typeof sort !== 'string') return undefined;
    const { layout } = this;
    const names = [layout.partitionKey, layout.sortKey, partitionKey, sortKey, ...projected];
    const shown = Object.fromEntries(names.filter((name) => name in item).map((name) => [name, item[name]]));
    const tie = `${item[layout.partitionKey]}\u0000${item[layout.sortKey]}`;
    return { partition, row: { sort, tie, item: shown, bytes: sizeOfItem(shown) } };
  }

  #place(key: Readonly<Attributes>): { readonly partition: string; readonly sort: string } {
    const { partitionKey, sortKey } = this.layout;
    const partition = key[partitionKey];
    const sort = key[sortKey];
    for (const [name, value] of [
      [partitionKey, partition],
      [sortKey, sort],
    ] as const) {
      if (typeof value !== 'string') {
        throw invalid(`One or more parameter values were invalid: Missing the key ${name} in the item`);
      }
      if (value === '') {
        throw invalid(
          `One or more parameter values are not valid. The AttributeValue for a key attribute cannot contain an empty string value. Key: ${name}`,
        );
      }
    }
    return { partition: String(partition), sort: String(sort) };
  }
}
