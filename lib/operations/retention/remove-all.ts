import * as z from 'zod';
import { toInstant } from '../../platform/core/clock.ts';
import {
  create,
  defineEntity,
  type Item,
  MAX_OPERATIONS,
  type Operation,
  type Partition,
  remove,
  removeItem,
} from '../../platform/table/index.ts';
import type { RetentionDeps } from './write-parts.ts';

const leftoverSchema = z.object({
  organizationId: z.string(),
  type: z.string(),
  id: z.string(),
  at: z.string(),
});

/** Exists while an aggregate with more items than fit into a transaction is being deleted. */
export const leftoverEntity = defineEntity<
  z.infer<typeof leftoverSchema>,
  { organizationId: string; type: string; id: string }
>({
  name: 'leftover',
  schema: leftoverSchema,
  partition: ({ organizationId, type, id }) => ({ organizationId, type: 'leftover', id: `${type}.${id}` }),
  sort: () => ({ kind: 'state', parts: [] }),
  list: {
    name: 'leftovers',
    reach: 'everywhere',
    shard: () => 0,
    at: ({ at }) => at,
    id: ({ id }) => id,
    row: (leftover) => leftover,
  },
});

/** Items of an aggregate that expire by themselves: events and positions. They are neither copied nor deleted. */
export function permanentItems(items: readonly Item[]): readonly Item[] {
  return items.filter(({ ttl }) => ttl === undefined);
}

/**
 * Deletes an aggregate that is in the bucket, provided that all of it is still as it was copied: `root` is deleted
 * together with the first of the others, and from then on nobody finds the aggregate. False when it was changed
 * meanwhile; then it stays.
 */
export async function removeAll(
  deps: Pick<RetentionDeps, 'table' | 'clock'>,
  partition: Partition,
  { root, others, also = [] }: { root: Item; others: readonly Item[]; also?: readonly Operation[] },
): Promise<boolean> {
  const first = [removeItem(root), ...also];
  const room = MAX_OPERATIONS - first.length;
  if (others.length <= room) return (await deps.table.write([...first, ...others.map(removeItem)])).ok;
  const leftover = { ...partition, at: toInstant(deps.clock.now()) };
  const begun = others.slice(0, room - 1).map(removeItem);
  if (!(await deps.table.write([...first, ...begun, create(leftoverEntity, leftover)])).ok) return false;
  await finish(deps, partition);
  return true;
}

/** Continues where an earlier run was interrupted. */
export async function finishRetiring(deps: Pick<RetentionDeps, 'table' | 'clock'>): Promise<void> {
  const to = toInstant(deps.clock.now());
  for (const { row } of await deps.table.list(leftoverEntity, {
    shards: 1,
    direction: 'ASC',
    to,
    limit: 100,
  })) {
    await finish(deps, leftoverSchema.parse(row));
  }
}

async function finish(
  { table }: Pick<RetentionDeps, 'table'>,
  { organizationId, type, id }: Partition,
): Promise<void> {
  const rest = permanentItems(await table.readPartition({ organizationId, type, id }));
  for (let start = 0; start < rest.length; start += MAX_OPERATIONS) {
    await table.write(rest.slice(start, start + MAX_OPERATIONS).map(removeItem));
  }
  const leftover = await table.get(leftoverEntity, { organizationId, type, id });
  if (leftover) await table.write([remove(leftoverEntity, leftover)]);
}
