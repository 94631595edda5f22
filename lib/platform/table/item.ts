import type { Entity, Shape } from './define-entity.ts';
import { EVERYWHERE, listKey, lookupKey, type Partition } from './define-entity.ts';
import { joinKey, STATE_PREFIX, splitKey } from './key.ts';
import { pack, unpack, unpackText } from './pack.ts';

/** An item in the table. `data` is the value, so that no attribute name can collide. */
export interface Item {
  readonly pk: string;
  readonly sk: string;
  readonly type: string;
  readonly version: number;
  readonly data: Shape;
  readonly lpk?: string;
  readonly lsk?: string;
  readonly row?: Shape;
  readonly kpk?: string;
  readonly ksk?: string;
  readonly ttl?: number;
  /** Its content was changed to forget a person: it says nothing new, so the stream's router passes it over. */
  readonly forgets?: true;
}

/** A value read from the table with the version its next write must still find. */
export interface Stored<Value> {
  readonly value: Value;
  readonly version: number;
}

/**
 * Converts a value to an item. Throws a ZodError when the value does not have the entity's shape, which is a
 * bug of ours.
 */
export function toItem<Value extends KeyFields, KeyFields extends Shape>(
  entity: Entity<Value, KeyFields>,
  value: Value,
  version: number,
): Item {
  const { list, lookup, partition, expiresAtSeconds, schema } = entity.definition;
  const data = schema.parse(value);
  const { organizationId } = partition(value);
  const row = list?.row(value, version);
  const lookedUp = lookup?.value(value);
  const ttl = expiresAtSeconds?.(value);
  return {
    ...entity.keyOf(value),
    type: entity.name,
    version,
    data,
    ...(list && row
      ? {
          lpk: listKey(
            list.reach === 'everywhere' ? EVERYWHERE : organizationId,
            entity.name,
            list.shard(value),
          ),
          lsk: joinKey([list.at(value), list.id(value)]),
          row,
        }
      : {}),
    ...(lookup && lookedUp !== undefined
      ? { kpk: lookupKey(organizationId, lookup.name, lookedUp), ksk: entity.keyOf(value).pk }
      : {}),
    ...(ttl === undefined ? {} : { ttl }),
  };
}

/** An item as it is sent. */
export type SentItem = Omit<Item, 'data' | 'row'> & {
  readonly data: Shape | Uint8Array;
  readonly row?: Shape | Uint8Array;
};

/** An item as it is sent: large parts of an aggregate's current state are packed. Events and logs stay readable. */
export function packItem({ data, row, ...rest }: Item): SentItem {
  const isState = rest.sk.startsWith(STATE_PREFIX);
  if (!isState) return { ...rest, data, ...(row ? { row } : {}) };
  const sentRow = row && pack(row);
  return { ...rest, data: pack(data, textBeside(sentRow)), ...(sentRow ? { row: sentRow } : {}) };
}

/** The item that was sent. */
export function unpackItem({ data, row, ...rest }: SentItem): Item {
  return { ...rest, data: unpack(data, textBeside(row)), ...(row ? { row: unpack(row) } : {}) };
}

/** The content of a packed row. An unpacked one comes back with its fields in another order, which is no help. */
function textBeside(row: Shape | Uint8Array | undefined): string | undefined {
  return row instanceof Uint8Array ? unpackText(row) : undefined;
}

/** Reads an item back. Undefined when it is of another kind or has expired at `nowMs`. */
export function fromItem<Value extends Shape, KeyFields extends Shape>(
  entity: Entity<Value, KeyFields>,
  item: Partial<SentItem> | undefined,
  nowMs: number,
): Stored<Value> | undefined {
  if (!item || item.type !== entity.name || item.version === undefined) return undefined;
  if (item.ttl !== undefined && item.ttl * 1000 <= nowMs) return undefined;
  return { value: entity.definition.schema.parse(dataOf(item)), version: item.version };
}

function dataOf({ data = {}, row }: Partial<SentItem>): Shape {
  return unpack(data, textBeside(row));
}

/** The partition in which an item lies. */
export function partitionOf({ pk }: Item): Partition {
  const [organizationId = '', type = '', id = ''] = splitKey(pk);
  return { organizationId, type, id };
}

/** All that an item says, its keys included. */
export function textOf({ pk, sk, kpk = '', data }: Item): string {
  return `${pk} ${sk} ${kpk} ${JSON.stringify(data)}`;
}
