import { afterAll, beforeAll, expect, it } from 'vitest';
import * as z from 'zod';
import { readAuditLog } from '../../../../../../lib/platform/audit/index.ts';
import { create, defineEntity, remove, replace } from '../../../../../../lib/platform/table/index.ts';
import { startTestTable, type TestTable } from '../../../../../support/test-table.ts';

const schema = z.object({
  organizationId: z.string(),
  id: z.string(),
  name: z.string(),
  counter: z.number(),
  isDeleted: z.boolean(),
});

const gadget = defineEntity<z.output<typeof schema>, { organizationId: string; id: string }>({
  name: 'gadget',
  schema,
  partition: ({ organizationId, id }) => ({ organizationId, type: 'gadget', id }),
  sort: () => ({ kind: 'state', parts: [] }),
  audited: { type: 'gadget', id: ({ id }) => id, hides: ['counter'] },
});

let db: TestTable;
beforeAll(async () => {
  db = await startTestTable();
});
afterAll(() => db.stop());

const ada = { actor: { type: 'user' as const, id: 'usr_ada', name: 'Ada' }, cause: 'request:r' };
const first = { organizationId: 'org_a', id: 'g1', name: 'One', counter: 0, isDeleted: false };
const logOf = async (entityId: string) =>
  (await readAuditLog(db.deps, 'org_a', { entityId, limit: 10 })).results;

it('an audited entity is told to the audit log by whoever writes it, in the same transaction', async () => {
  const table = db.deps.table.actingFor(ada);
  await table.write([create(gadget, first)]);
  await table.write([replace(gadget, { value: first, version: 1 }, { ...first, name: 'Two' })]);
  const second = { ...first, name: 'Two' };
  await table.write([replace(gadget, { value: second, version: 2 }, { ...second, isDeleted: true })]);
  await table.write([remove(gadget, { value: { ...second, isDeleted: true }, version: 3 })]);
  expect((await logOf('g1')).map(({ action }) => action)).toEqual([
    'deleted',
    'deleted',
    'updated',
    'created',
  ]);
  expect((await logOf('g1'))[2]).toMatchObject({
    ...ada,
    entityType: 'gadget',
    changes: [{ field: 'name', before: 'One', after: 'Two' }],
  });
});

it('a write that is refused, that changes nothing but hidden fields, or that nobody asked for tells nothing', async () => {
  const table = db.deps.table.actingFor(ada);
  const quiet = { ...first, id: 'g2' };
  await db.deps.table.write([create(gadget, quiet)]);
  await table.write([replace(gadget, { value: quiet, version: 1 }, { ...quiet, counter: 7 })]);
  const refused = await table.write([
    replace(gadget, { value: quiet, version: 1 }, { ...quiet, name: 'Late' }),
  ]);
  expect(refused.ok).toBe(false);
  expect(await logOf('g2')).toEqual([]);
});
