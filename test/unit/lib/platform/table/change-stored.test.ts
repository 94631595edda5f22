import { expect, it, vi } from 'vitest';
import { defineRefusal, isRefusal } from '../../../../../lib/platform/core/refusal.ts';
import { changeStored, type Table } from '../../../../../lib/platform/table/index.ts';

interface Thing {
  readonly name: string;
}

const notFound = defineRefusal({ code: 'NOT_FOUND', summary: 'There is none.' });

/** A table whose writes succeed from the given one on. */
function tableFrom(first: number) {
  let writes = 0;
  const write = vi.fn<Table['write']>(async () => {
    writes += 1;
    const ok = writes >= first;
    return (ok ? { ok } : { ok, failed: [] }) as unknown as Awaited<ReturnType<Table['write']>>;
  });
  return { table: { write }, clock: { pause: async () => {} } };
}

const place = (version: number, expectedVersion?: number) => ({
  what: 'agent' as const,
  id: 'agt_1',
  read: vi.fn(async () => ({ value: { name: 'before' } as Thing, version })),
  expectedVersion,
});

const rename = () => ({ next: { name: 'after' }, operations: [] });

it('a change has the next version, and is read and decided once more where another writer was faster', async () => {
  const of = place(4, 4);
  const deps = tableFrom(2);
  expect(await changeStored(deps, of, rename)).toEqual({ value: { name: 'after' }, version: 5 });
  expect([of.read.mock.calls.length, deps.table.write.mock.calls.length]).toEqual([2, 2]);
});

it('49 another version than the caller expects is refused before anything is decided or written', async () => {
  const deps = tableFrom(1);
  const decide = vi.fn(rename);
  const refused = await changeStored(deps, place(4, 3), decide);
  expect(isRefusal(refused) && refused.details).toMatchObject({ version: 4 });
  expect([decide.mock.calls.length, deps.table.write.mock.calls.length]).toEqual([0, 0]);
});

it('what cannot be found or must not be changed is refused, and nothing is written', async () => {
  const deps = tableFrom(1);
  const refusal = notFound('There is no agent "agt_1".', {});
  expect(await changeStored(deps, { ...place(1), read: async () => refusal }, rename)).toBe(refusal);
  expect(await changeStored(deps, place(1), () => refusal)).toBe(refusal);
  expect(deps.table.write).not.toHaveBeenCalled();
});

it('a race that is always lost is refused with the thing and its id', async () => {
  const refused = await changeStored(tableFrom(99), place(1), rename);
  expect(isRefusal(refused) && refused.message).toContain('the agent "agt_1"');
});
