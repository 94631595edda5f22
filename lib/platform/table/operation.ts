import type { Entity, Shape } from './define-entity.ts';
import { type Item, type Stored, toItem } from './item.ts';
import type { Key } from './key.ts';

/** One operation of a write. Each has a condition, so nothing is overwritten blindly. */
export type Operation =
  | {
      readonly kind: 'put';
      readonly item: Item;
      readonly condition: Condition;
      /** The item's value takes `origin`. */
      readonly carriesOrigin?: boolean;
      /** The item's value takes `trace`. */
      readonly carriesTrace?: boolean;
      /** The stamp of the partition changes with it. */
      readonly isKept?: boolean;
      readonly audit?: AuditedWrite;
    }
  | {
      readonly kind: 'delete';
      readonly key: Key;
      readonly condition: Condition;
      readonly isKept?: boolean;
      readonly audit?: AuditedWrite;
    }
  | { readonly kind: 'check'; readonly key: Key; readonly condition: Condition };

/** What a write of an audited entity changes. */
export interface AuditedWrite {
  readonly organizationId: string;
  readonly entityType: string;
  readonly entityId: string;
  readonly before: Shape | null;
  readonly after: Shape | null;
  readonly hides: readonly string[];
  readonly secrets: readonly string[];
}

/** Condition on the item in the table. */
export type Condition =
  | { readonly kind: 'absent'; readonly orExpiredAtSeconds?: number }
  | { readonly kind: 'version'; readonly version: number };

/** Creates an item that must not exist yet. `nowMs` allows replacing an expired item that was not deleted yet. */
export function create<Value extends KeyFields, KeyFields extends Shape>(
  entity: Entity<Value, KeyFields>,
  value: NoInfer<Value>,
  nowMs?: number,
): Operation {
  const orExpiredAtSeconds = nowMs === undefined ? {} : { orExpiredAtSeconds: Math.floor(nowMs / 1000) };
  return {
    kind: 'put',
    item: toItem(entity, value, 1),
    condition: { kind: 'absent', ...orExpiredAtSeconds },
    ...(entity.definition.carriesOrigin ? { carriesOrigin: true } : {}),
    ...tracedOf(entity),
    ...keptOf(entity),
    ...auditOf(entity, null, value),
  };
}

/** Writes the next version of an item that must be unchanged since it was read. */
export function replace<Value extends KeyFields, KeyFields extends Shape>(
  entity: Entity<Value, KeyFields>,
  stored: Stored<NoInfer<Value>>,
  next: NoInfer<Value>,
): Operation {
  return {
    kind: 'put',
    item: toItem(entity, next, stored.version + 1),
    condition: { kind: 'version', version: stored.version },
    ...tracedOf(entity),
    ...keptOf(entity),
    ...auditOf(entity, stored.value, next),
  };
}

/** Creates the item or writes its next version, by whether it was found on reading. `nowMs` as in `create`. */
export function save<Value extends KeyFields, KeyFields extends Shape>(
  entity: Entity<Value, KeyFields>,
  stored: Stored<NoInfer<Value>> | undefined,
  next: NoInfer<Value>,
  nowMs?: number,
): Operation {
  return stored ? replace(entity, stored, next) : create(entity, next, nowMs);
}

/** Deletes an item that must be unchanged since it was read. */
export function remove<Value extends KeyFields, KeyFields extends Shape>(
  entity: Entity<Value, KeyFields>,
  stored: Stored<NoInfer<Value>>,
): Operation {
  return {
    kind: 'delete',
    key: entity.keyOf(stored.value),
    condition: { kind: 'version', version: stored.version },
    ...keptOf(entity),
    ...auditOf(entity, stored.value, null),
  };
}

/** Deletes whatever this item is, while it is as it was read. */
export function removeItem({ pk, sk, version }: Item): Operation {
  return { kind: 'delete', key: { pk, sk }, condition: { kind: 'version', version } };
}

/**
 * Writes other content to whatever this item is, without telling anybody, while it is as it was read. Not for entities with
 * `isKept`, whose stamps would not change.
 */
export function rewriteItem(item: Item, { data, row }: Pick<Item, 'data' | 'row'>): Operation {
  const { version } = item;
  return {
    kind: 'put',
    item: { ...item, data, ...(row ? { row } : {}), version: version + 1, forgets: true },
    condition: { kind: 'version', version },
  };
}

/** The write happens only if this item is unchanged since it was read. */
export function unchanged<Value extends KeyFields, KeyFields extends Shape>(
  entity: Entity<Value, KeyFields>,
  stored: Stored<NoInfer<Value>>,
): Operation {
  return {
    kind: 'check',
    key: entity.keyOf(stored.value),
    condition: { kind: 'version', version: stored.version },
  };
}

/** The write happens only while no item has this key. */
export function absent<Value extends KeyFields, KeyFields extends Shape>(
  entity: Entity<Value, KeyFields>,
  key: NoInfer<KeyFields>,
): Operation {
  return { kind: 'check', key: entity.keyOf(key), condition: { kind: 'absent' } };
}

function tracedOf<Value extends KeyFields, KeyFields extends Shape>({
  definition,
}: Entity<Value, KeyFields>): { readonly carriesTrace?: true } {
  return definition.carriesTrace ? { carriesTrace: true } : {};
}

function keptOf<Value extends KeyFields, KeyFields extends Shape>({
  definition,
}: Entity<Value, KeyFields>): { readonly isKept?: true } {
  return definition.isKept ? { isKept: true } : {};
}

function auditOf<Value extends KeyFields, KeyFields extends Shape>(
  { definition }: Entity<Value, KeyFields>,
  before: Value | null,
  after: Value | null,
): { readonly audit?: AuditedWrite } {
  const { audited, partition } = definition;
  const value = after ?? before;
  if (!audited || !value) return {};
  const { type: entityType, hides = [], secrets = [] } = audited;
  const { organizationId } = partition(value);
  return {
    audit: { organizationId, entityType, entityId: audited.id(value), before, after, hides, secrets },
  };
}
