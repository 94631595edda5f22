import {
  aggregateOf,
  type Entity,
  type Item,
  type Partition,
  type Shape,
} from '../../platform/table/index.ts';
import { permanentItems } from './remove-all.ts';
import type { RetentionDeps } from './write-parts.ts';

/** A whole aggregate, as it is stored in the table. */
export interface OldAggregate<Value> {
  readonly id: string;
  readonly value: Value;
  readonly items: readonly Item[];
  readonly root: Item;
  readonly others: readonly Item[];
}

/**
 * All items of an aggregate except those that expire by themselves; undefined when it no longer has a root. 1 call up
 * to 1 MB.
 */
export async function readWhole<Value extends Shape, KeyFields extends Shape>(
  { table, clock }: Pick<RetentionDeps, 'table' | 'clock'>,
  entity: Entity<Value, KeyFields>,
  partition: Partition,
): Promise<OldAggregate<Value> | undefined> {
  const items = permanentItems(await table.readPartition(partition));
  const value = aggregateOf(items, clock.now()).one(entity)?.value;
  const root = items.find(({ type }) => type === entity.name);
  if (!value || !root) return undefined;
  return { id: partition.id, value, items, root, others: items.filter((item) => item !== root) };
}
