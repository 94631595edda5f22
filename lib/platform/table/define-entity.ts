import type * as z from 'zod';
import { joinKey, type Key, STATE_PREFIX } from './key.ts';

/** Value of an entity: any object; the schema defines it. */
export type Shape = Readonly<Record<string, unknown>>;

/** The aggregate of an item. The organization is the first part of every partition key. */
export interface Partition {
  readonly organizationId: string;
  /** Noun of the aggregate, such as `order`. */
  readonly type: string;
  readonly id: string;
}

/** An entity's row in the list index. */
export interface ListDefinition<Value> {
  /** Name of the access pattern, such as `ordersByCreation`. */
  readonly name: string;
  /** Lists belong to one organization, except those that only the service itself reads. */
  readonly reach?: 'organization' | 'everywhere';
  /** Shard of the item in the list, fixed when the item is created. */
  readonly shard: (value: Value) => number;
  /** Instant that orders the list; ties are ordered by `id`. */
  readonly at: (value: Value) => string;
  readonly id: (value: Value) => string;
  /**
   * List data of the item, projected into the index. Undefined keeps the item out of the index. A row that
   * shows the item's `version` is rewritten with every change of the item.
   */
  readonly row: (value: Value, version: number) => Shape | undefined;
}

/** An entity's entry in the lookup index: found by a value that several items may share. */
export interface LookupDefinition<Value> {
  readonly name: string;
  /** Undefined keeps the item out of the index. */
  readonly value: (value: Value) => string | undefined;
}

/** What `defineEntity` takes. `KeyFields` are the fields of the value from which its key is built. */
export interface EntityDefinition<Value extends Shape, KeyFields extends Shape> {
  /** Noun, such as `order`; stored as `type` on the item and unique in the table. */
  readonly name: string;
  readonly schema: z.ZodType<Value>;
  readonly partition: (key: KeyFields) => Partition;
  /**
   * Sort key inside the partition. `state` items are read together with the aggregate; `log` items (events,
   * positions, attempts) only when asked for, in the order of their parts.
   */
  readonly sort: (key: KeyFields) => { readonly kind: 'state' | 'log'; readonly parts: readonly string[] };
  readonly list?: ListDefinition<Value>;
  readonly lookup?: LookupDefinition<Value>;
  /**
   * Configuration by people: every write of a request or a worker is reported to the audit log, in the same
   * transaction. `hides` names fields that are left out, `secrets` those that are masked besides the obvious
   * ones.
   */
  readonly audited?: {
    /** Noun of the audit log, as `store_location`. */
    readonly type: string;
    readonly id: (value: Value) => string;
    readonly hides?: readonly string[];
    readonly secrets?: readonly string[];
  };
  /**
   * The value has `origin`, its writer and cause: a table that acts for somebody (`table.actingFor`) writes
   * it into every new item.
   */
  readonly carriesOrigin?: boolean;
  /** The value has `trace`: written while a trace is recorded, it names the place from which its consumers continue. */
  readonly carriesTrace?: boolean;
  /**
   * Settings that are read for every event: each write also changes the stamp of the partition, so that `readKept` finds
   * out with one read unit whether what it remembers still holds.
   */
  readonly isKept?: boolean;
  /** Second since the epoch after which the item may be deleted. Deletion is late: reads hide expired items. */
  readonly expiresAtSeconds?: (value: Value) => number | undefined;
}

/** A kind of item of the single table: one frozen value, the source of keys, indexes and documentation. */
export interface Entity<Value extends Shape, KeyFields extends Shape = Shape> {
  readonly definition: EntityDefinition<Value, KeyFields>;
  readonly name: string;
  /** Key of the item with these key fields. */
  keyOf(key: KeyFields): Key;
}

/** Defines an entity. Its key fields must be fields of its value: `Value extends KeyFields`. */
export function defineEntity<Value extends KeyFields, KeyFields extends Shape>(
  definition: EntityDefinition<Value, KeyFields>,
): Entity<Value, KeyFields> {
  return Object.freeze({
    definition: Object.freeze(definition),
    name: definition.name,
    keyOf(key: KeyFields): Key {
      const sort = definition.sort(key);
      const prefix = sort.kind === 'state' ? STATE_PREFIX : `${definition.name}#`;
      const own = sort.kind === 'state' ? [definition.name, ...sort.parts] : sort.parts;
      return { pk: partitionKey(definition.partition(key)), sk: prefix + joinKey(own) };
    },
  });
}

/** Partition key text of an aggregate. */
export function partitionKey(partition: Partition): string {
  return joinKey([partition.organizationId, partition.type, partition.id]);
}

/** Partition keys of all aggregates of one type in an organization, as a pattern of policies. */
export function partitionPattern({ organizationId, type }: Omit<Partition, 'id'>): string {
  return `${joinKey([organizationId, type])}#*`;
}

/** Stands for "every organization" in the keys of lists that only the service itself reads. */
export const EVERYWHERE = '*';

/** Partition key text of one shard of a list. */
export function listKey(organizationId: string, entityName: string, shard: number): string {
  return joinKey([organizationId, entityName, String(shard)]);
}

/** Partition key text of a looked-up value. */
export function lookupKey(organizationId: string, lookupName: string, value: string): string {
  return joinKey([organizationId, lookupName, value]);
}
