import { expect, it, vi } from 'vitest';
import { lastKeyUses, noteKeyUse } from '../../../../../lib/people/tenancy/key-use.ts';
import { startTestTable } from '../../../../support/test-table.ts';

const MINUTE_MS = 60_000;

it('44 6 the use of a key is written once an hour, however many instances see its requests', async () => {
  const db = await startTestTable('2026-03-02T09:00:00.000Z');
  const { deps } = db;
  const [one, other] = [new Map<string, number>(), new Map<string, number>()];
  const usedAt = async () => (await lastKeyUses(deps, [{ id: 'key_1' }])).get('key_1');
  const version = async () => (await db.items())[0]?.version;
  expect(await usedAt()).toBeUndefined();
  await noteKeyUse(deps, 'key_1', one);
  deps.clock.advance(59 * MINUTE_MS);
  await Promise.all([noteKeyUse(deps, 'key_1', one), noteKeyUse(deps, 'key_1', other)]);
  expect([await usedAt(), await version()]).toEqual(['2026-03-02T09:00:00.000Z', 1]);
  deps.clock.advance(MINUTE_MS);
  await Promise.all([noteKeyUse(deps, 'key_1', one), noteKeyUse(deps, 'key_1', other)]);
  expect([await usedAt(), await version()]).toEqual(['2026-03-02T10:00:00.000Z', 2]);
  expect(await db.rowsRead(() => noteKeyUse(deps, 'key_1', one))).toBe(0);
  await db.stop();
});

it('the last use is forgotten after two years', async () => {
  const db = await startTestTable('2026-03-02T09:00:00.000Z');
  await noteKeyUse(db.deps, 'key_1', new Map());
  db.deps.clock.advance(2 * 365 * 24 * 60 * MINUTE_MS + MINUTE_MS);
  expect(await lastKeyUses(db.deps, [{ id: 'key_1' }])).toEqual(new Map());
  const noted = new Map<string, number>();
  await noteKeyUse(db.deps, 'key_1', noted);
  expect((await lastKeyUses(db.deps, [{ id: 'key_1' }])).size).toBe(1);
  await db.stop();
});

it('after a use that could not be noted, the table is left in peace for a minute', async () => {
  const db = await startTestTable('2026-03-02T09:00:00.000Z');
  const { deps } = db;
  const get = vi.spyOn(deps.table, 'get').mockRejectedValue(new Error('throttled'));
  const noted = new Map<string, number>();
  const note = () => noteKeyUse(deps, 'key_1', noted);
  await expect(note()).rejects.toThrow('throttled');
  await note();
  expect(get).toHaveBeenCalledTimes(1);
  deps.clock.advance(MINUTE_MS);
  await expect(note()).rejects.toThrow('throttled');
  await db.stop();
});
