import {
  type Item,
  type Partition,
  partitionOf,
  stateOf,
  type Table,
  textOf,
} from '../../platform/table/index.ts';
import { NAMING } from './kinds.ts';

/** Partition whose state says what an item is about that names nothing itself. */
export function namingPartition(item: Item): Partition | undefined {
  const own = partitionOf(item);
  const { notificationId } = item.data;
  // An entry of a digest is of the message that it stands for.
  if (typeof notificationId === 'string') return { ...own, type: 'notification', id: notificationId };
  return NAMING.has(own.type) ? own : undefined;
}

/** Reads what the aggregates of items name: each aggregate once. */
export function namingStates(table: Table): (item: Item) => Promise<string> {
  const known = new Map<string, Promise<string>>();
  return async (item) => {
    const partition = namingPartition(item);
    if (!partition) return '';
    const key = `${partition.type} ${partition.id}`;
    const found =
      known.get(key) ?? stateOf(table.place, partition).then((items) => items.map(textOf).join(' '));
    known.set(key, found);
    return found;
  };
}
