import type { Entity, Shape } from './define-entity.ts';
import { EVERYWHERE, listKey, lookupKey } from './define-entity.ts';
import { joinKey } from './key.ts';

/** An item as it lies in the table. `data` holds the value, so that no attribute name can collide. */
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
}

/** A value read from the table with the version its next write must still find. */
export interface Stored<Value> {
  readonly value: Value;
  readonly version: number;
}

/** Lays a value out as an item. Throws a ZodError when the value is not of the entity's shape (a bug of ours). */
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

/** Reads an item back. Undefined when it is of another kind or has expired at `nowMs`. */
export function fromItem<Value extends Shape, KeyFields extends Shape>(
  entity: Entity<Value, KeyFields>,
  item: Partial<Item> | undefined,
  nowMs: number,
): Stored<Value> | undefined {
  if (!item || item.type !== entity.name || item.version === undefined) return undefined;
  if (item.ttl !== undefined && item.ttl * 1000 <= nowMs) return undefined;
  return { value: entity.definition.schema.parse(item.data), version: item.version };
}
