import { encodeTime } from 'ulid';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { readRetired } from '../../../../../lib/operations/retention/read-retired.ts';
import { messageProgressEntity } from '../../../../../lib/operations/retention/retire-messages.ts';
import { writeParts } from '../../../../../lib/operations/retention/write-parts.ts';
import type { Item } from '../../../../../lib/platform/table/index.ts';
import { memoryBucket } from '../../../../support/memory-bucket.ts';
import { startTestTable, type TestTable } from '../../../../support/test-table.ts';

const HOUR_MS = Date.parse('2026-03-02T09:00:00Z');
const OWNER = { organizationId: 'org_a', kind: 'message' } as const;

/** An id of the hour; higher numbers come later in it. */
const idOf = (number: number) => `msg_${encodeTime(HOUR_MS + number, 10)}0000000000000000`;
const record = (id: string, at: string) => ({
  id,
  items: [
    {
      type: messageProgressEntity.name,
      version: 1,
      data: { organizationId: 'org_a', shard: 0, at, id },
    } as unknown as Item,
  ],
});

let db: TestTable;
let deps: TestTable['deps'] & { bucket: ReturnType<typeof memoryBucket> };
beforeEach(async () => {
  db = await startTestTable('2026-04-20T09:00:00.000Z');
  deps = { ...db.deps, bucket: memoryBucket() };
});
afterEach(() => db.stop());
afterEach(() => vi.unstubAllEnvs());

it('47.1.4: an hour has as many parts as it needs, each an item of its own', async () => {
  const PARTS = 5_000;
  for (let number = 0; number < PARTS; number += 1) {
    await writeParts(deps, OWNER, [record(idOf(number), 'x')]);
  }
  for (const number of [0, 2_345, PARTS - 1]) {
    expect(await readRetired(deps, { ...OWNER, id: idOf(number) })).toBeDefined();
  }
  expect(await readRetired(deps, { ...OWNER, id: idOf(PARTS) })).toBeUndefined();
});

it('of an id in several parts the later one counts, and repeating an earlier one makes it the later', async () => {
  const id = idOf(5);
  const older = [record(idOf(1), 'other'), record(id, 'older')];
  const newer = [record(id, 'newer'), record(idOf(9), 'other')];
  const found = async () => (await readRetired(deps, { ...OWNER, id }))?.one(messageProgressEntity)?.value.at;
  await writeParts(deps, OWNER, older);
  deps.clock.advance(1);
  await writeParts(deps, OWNER, newer);
  expect(await found()).toBe('newer');
  deps.clock.advance(1);
  await writeParts(deps, OWNER, older);
  expect(await found()).toBe('older');
});

it('47 3.1: is kept for the days of the archive, after which it is unknown', async () => {
  const DAY_MS = 24 * 3_600_000;
  const find = () => readRetired(deps, { ...OWNER, id: idOf(1) });
  await writeParts(deps, OWNER, [record(idOf(1), 'x')]);
  expect([...deps.bucket.tags.values()]).toEqual([{ retention: 'left' }]);
  // Without a setting it is kept for good, and its absence is an error.
  const content = new Map(deps.bucket.objects);
  deps.bucket.objects.clear();
  await expect(find()).rejects.toThrow('is missing');

  vi.stubEnv('ARCHIVE_DAYS', '60');
  for (const [key, value] of content) deps.bucket.objects.set(key, value);
  deps.clock.advance(1);
  await writeParts(deps, OWNER, [record(idOf(1), 'y')]);
  deps.clock.advance(59 * DAY_MS);
  expect((await find())?.one(messageProgressEntity)?.value.at).toBe('y');
  deps.bucket.objects.clear();
  await expect(find()).rejects.toThrow('is missing');
  deps.clock.advance(DAY_MS);
  expect(await find()).toBeUndefined();
});
