import { expect, it } from 'vitest';
import * as z from 'zod';
import { removeAll } from '../../../../../lib/operations/retention/remove-all.ts';
import { create, defineEntity, Table } from '../../../../../lib/platform/table/index.ts';
import { leaveTable } from '../../../../support/leave-table.ts';
import { memoryBucket } from '../../../../support/memory-bucket.ts';
import { startTestTable } from '../../../../support/test-table.ts';

const leafSchema = z.object({ organizationId: z.string(), number: z.string() });
const leafEntity = defineEntity<z.infer<typeof leafSchema>, z.infer<typeof leafSchema>>({
  name: 'leaf',
  schema: leafSchema,
  partition: ({ organizationId }) => ({ organizationId, type: 'tree', id: 'tree_1' }),
  sort: ({ number }) => ({ kind: 'state', parts: [number] }),
});
const tree = { organizationId: 'org_a', type: 'tree', id: 'tree_1' };

/** A tree with this many leaves, and what it contains. */
async function grown(leaves: number) {
  const db = await startTestTable();
  for (let number = 0; number < leaves; number += 1) {
    await db.deps.table.write([
      create(leafEntity, { organizationId: 'org_a', number: String(number).padStart(3, '0') }),
    ]);
  }
  const [root, ...others] = await db.deps.table.readPartition(tree);
  return { db, root: root!, others };
}

it('what has more items than a transaction is deleted in several, and nothing is left', async () => {
  const { db, root, others } = await grown(250);
  expect(await removeAll(db.deps, tree, { root, others })).toBe(true);
  expect(await db.items()).toEqual([]);
});

it('what was changed since it was copied is not deleted', async () => {
  const { db, root, others } = await grown(5);
  const older = others.map((item) => ({ ...item, version: item.version - 1 }));
  expect(await removeAll(db.deps, tree, { root, others: older })).toBe(false);
  expect(await db.items()).toHaveLength(5);
});

it('a run that is cut off in between is finished by the next', async () => {
  const { db, root, others } = await grown(250);
  let writes = 0;
  class Dying extends Table {
    override async write(...args: Parameters<Table['write']>) {
      writes += 1;
      if (writes > 1) throw new Error('The function is stopped.');
      return db.deps.table.write(...args);
    }
  }
  const table = new Dying({ client: db.client, tableName: db.tableName, clock: db.deps.clock });
  await expect(removeAll({ ...db.deps, table }, tree, { root, others })).rejects.toThrow('stopped');
  expect((await db.items()).length).toBeGreaterThan(100);
  await leaveTable({ ...db.deps, bucket: memoryBucket() });
  expect(await db.items()).toEqual([]);
});
