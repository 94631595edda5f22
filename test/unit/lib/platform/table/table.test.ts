import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import {
  absent,
  create,
  defineEntity,
  type ListPlace,
  remove,
  replace,
  Table,
  unchanged,
} from '../../../../../lib/platform/table/index.ts';
import { type ServedTable, startServedTable } from '../../../../support/test-table.ts';

const schema = z.object({
  organizationId: z.string(),
  id: z.string(),
  name: z.string(),
  createdAt: z.string(),
  shard: z.number(),
  code: z.string().optional(),
  expiresAt: z.number().optional(),
});
type Thing = z.infer<typeof schema>;

const thing = defineEntity<Thing, Pick<Thing, 'organizationId' | 'id'>>({
  name: 'thing',
  schema,
  partition: ({ organizationId, id }) => ({ organizationId, type: 'thing', id }),
  sort: () => ({ kind: 'state', parts: [] }),
  list: {
    name: 'things',
    shard: (value) => value.shard,
    at: (value) => value.createdAt,
    id: (value) => value.id,
    row: ({ id, name }) => ({ id, name }),
  },
  lookup: { name: 'thingsByCode', value: (value) => value.code },
  expiresAtSeconds: (value) => value.expiresAt,
});

const noteSchema = z.object({
  organizationId: z.string(),
  thingId: z.string(),
  at: z.string(),
  expiresAt: z.number().optional(),
});
type Note = z.infer<typeof noteSchema>;

const note = defineEntity<Note, Pick<Note, 'organizationId' | 'thingId' | 'at'>>({
  name: 'note',
  schema: noteSchema,
  partition: ({ organizationId, thingId }) => ({ organizationId, type: 'thing', id: thingId }),
  sort: ({ at }) => ({ kind: 'log', parts: [at] }),
  expiresAtSeconds: ({ expiresAt }) => expiresAt,
});

const anyThing = (more: Partial<Thing> = {}): Thing => ({
  organizationId: 'org_a',
  id: 't1',
  name: 'one',
  createdAt: '2026-03-02T09:00:00.000Z',
  shard: 0,
  ...more,
});

describe('table', () => {
  let db: ServedTable;
  beforeAll(async () => {
    db = await startServedTable();
  });
  afterAll(() => db.stop());

  it('reads back what it wrote, with a version that the next write must still find', async () => {
    const { table } = db.deps;
    expect(await table.write([create(thing, anyThing())])).toEqual({ ok: true });
    const stored = await table.get(thing, { organizationId: 'org_a', id: 't1' });
    expect(stored).toEqual({ value: anyThing(), version: 1 });
    expect(await table.write([replace(thing, stored!, anyThing({ name: 'two' }))])).toEqual({ ok: true });
    const lost = await table.write([replace(thing, stored!, anyThing({ name: 'three' }))]);
    expect(lost.ok).toBe(false);
    expect((await table.get(thing, { organizationId: 'org_a', id: 't1' }))?.value.name).toBe('two');
  });

  it('takes a single write as done when its lost answer makes the client send it again', async () => {
    const client = DynamoDBDocumentClient.from(
      new DynamoDBClient({
        endpoint: db.endpoint,
        region: 'us-east-1',
        credentials: { accessKeyId: 'test', secretAccessKey: 'test' },
      }),
    );
    client.middlewareStack.add(
      (next) => async (call) => {
        await next(call);
        return next(call);
      },
      { step: 'finalizeRequest' },
    );
    const table = new Table({ client, tableName: db.tableName, clock: db.deps.clock });
    expect(await table.write([create(thing, anyThing({ id: 'again' }))])).toEqual({ ok: true });
    const stored = await table.get(thing, { organizationId: 'org_a', id: 'again' });
    expect((await table.write([replace(thing, stored!, anyThing({ id: 'again' }))])).ok).toBe(true);
    expect((await db.deps.table.write([create(thing, anyThing({ id: 'again' }))])).ok).toBe(false);
    client.destroy();
  });

  it('names the members of a transaction that were in the way and writes none of it', async () => {
    const { table } = db.deps;
    await table.write([create(thing, anyThing({ id: 'taken' }))]);
    const taken = create(thing, anyThing({ id: 'taken' }));
    const outcome = await table.write([create(thing, anyThing({ id: 'free' })), taken]);
    expect(outcome).toEqual({ ok: false, conflicts: [taken] });
    expect(await table.get(thing, { organizationId: 'org_a', id: 'free' })).toBeUndefined();
  });

  it('keeps organizations apart: a foreign id reads as unknown', async () => {
    await db.deps.table.write([create(thing, anyThing({ id: 'mine' }))]);
    expect(await db.deps.table.get(thing, { organizationId: 'org_b', id: 'mine' })).toBeUndefined();
  });

  it('keys of parts that contain the separator never meet', () => {
    const a = thing.keyOf({ organizationId: 'org_a', id: 'x#y' });
    const b = thing.keyOf({ organizationId: 'org_a#thing#x', id: 'y' });
    expect(a).not.toEqual(b);
    expect(thing.keyOf({ organizationId: 'o', id: 'a%23b' })).not.toEqual(
      thing.keyOf({ organizationId: 'o', id: 'a#b' }),
    );
  });

  it('hides expired items on reading and lets them be made anew', async () => {
    const { table, clock } = db.deps;
    const expired = anyThing({ id: 'old', expiresAt: Math.floor(clock.now() / 1000) - 1 });
    await table.write([create(thing, expired)]);
    expect(await table.get(thing, { organizationId: 'org_a', id: 'old' })).toBeUndefined();
    expect((await table.write([create(thing, anyThing({ id: 'old' }))])).ok).toBe(false);
    expect((await table.write([create(thing, anyThing({ id: 'old' }), clock.now())])).ok).toBe(true);
  });

  it('lists rows of all shards in order of creation, ties by id, each once', async () => {
    const { table } = db.deps;
    const org = { organizationId: 'org_list' };
    const made = [
      anyThing({ ...org, id: 'b', shard: 1 }),
      anyThing({ ...org, id: 'a', shard: 0 }),
      anyThing({ ...org, id: 'c', shard: 2, createdAt: '2026-03-02T08:00:00.000Z' }),
    ];
    for (const value of made) await table.write([create(thing, value)]);
    const ids = async (direction: 'ASC' | 'DESC', limit = 10) =>
      (await table.list(thing, { ...org, shards: 3, direction, limit })).map(({ id }) => id);
    expect(await ids('ASC')).toEqual(['c', 'a', 'b']);
    expect(await ids('DESC')).toEqual(['b', 'a', 'c']);
    expect(await ids('DESC', 2)).toEqual(['b', 'a']);
    const since = await table.list(thing, {
      ...org,
      shards: 3,
      direction: 'ASC',
      limit: 9,
      from: made[0]!.createdAt,
    });
    expect(since.map(({ id }) => id)).toEqual(['a', 'b']);
  });

  it.each(['ASC', 'DESC'] as const)('goes on with a list behind any of its rows, %s', async (direction) => {
    const org = { organizationId: `org_after_${direction}` };
    for (let index = 0; index < 12; index += 1) {
      // Three rows of each instant, on whichever shard.
      const createdAt = `2026-03-02T09:00:0${Math.floor(index / 3)}.000Z`;
      const id = `t${String(index).padStart(2, '0')}`;
      await db.deps.table.write([create(thing, anyThing({ ...org, id, createdAt, shard: (index * 7) % 4 }))]);
    }
    const list = (options: { limit: number; after?: ListPlace; from?: string; to?: string }) =>
      db.deps.table.list(thing, { ...org, shards: 4, direction, ...options });
    const all = await list({ limit: 100 });
    expect(all).toHaveLength(12);
    for (const [index, after] of all.entries()) {
      expect(await list({ limit: 5, after })).toEqual(all.slice(index + 1, index + 6));
    }
    const from = '2026-03-02T09:00:01.000Z';
    const to = '2026-03-02T09:00:02.000Z';
    expect(await list({ limit: 100, from, to })).toEqual(all.slice(3, 9));
    expect(await list({ limit: 100, from, to, after: all[0]! })).toEqual(all.slice(3, 9));
    expect(await list({ limit: 100, from, to, after: all[11]! })).toEqual([]);
    expect(await list({ limit: 100, from: to, to: from })).toEqual([]);
  });

  it('reads little more of a list than it returns', async () => {
    const org = { organizationId: 'org_cost' };
    for (let written = 0; written < 400; written += 100) {
      const things = Array.from({ length: 100 }, (_, index) => {
        const id = `t${String(written + index).padStart(3, '0')}`;
        return create(thing, anyThing({ ...org, id, shard: (index * 7) % 4 }));
      });
      await db.deps.table.write(things);
    }
    const read = await db.rowsRead(async () => {
      const page = await db.deps.table.list(thing, { ...org, shards: 4, direction: 'DESC', limit: 40 });
      expect(page).toHaveLength(40);
    });
    expect(read).toBeLessThan(80);
  });

  it('finds items by a value that several share', async () => {
    const { table } = db.deps;
    for (const id of ['l1', 'l2']) await table.write([create(thing, anyThing({ id, code: '1234567' }))]);
    const found = await table.lookup(thing, 'org_a', '1234567');
    expect(found.map(({ value }) => value.id).sort()).toEqual(['l1', 'l2']);
    expect(await table.lookup(thing, 'org_b', '1234567')).toEqual([]);
  });

  it('reads an aggregate state without its log, and the log in pages', async () => {
    const { table } = db.deps;
    const key = { organizationId: 'org_a', thingId: 'agg' };
    await table.write([create(thing, anyThing({ id: 'agg' }))]);
    for (const at of ['1', '2', '3']) await table.write([create(note, { ...key, at })]);
    const partition = { organizationId: 'org_a', type: 'thing', id: 'agg' };
    const aggregate = await table.readAggregate(partition);
    expect(aggregate.one(thing)?.value.id).toBe('agg');
    expect(aggregate.all(note)).toEqual([]);
    const newest = await table.readLog(note, partition, { limit: 2, newestFirst: true });
    expect(newest.map(({ value }) => value.at)).toEqual(['3', '2']);
    const rest = await table.readLog(note, partition, {
      limit: 2,
      newestFirst: true,
      after: { ...key, at: '2' },
    });
    expect(rest.map(({ value }) => value.at)).toEqual(['1']);
  });

  it('fills a page of a log past what has expired', async () => {
    const { table, clock } = db.deps;
    const key = { organizationId: 'org_a', thingId: 'past' };
    const expiresAt = Math.floor(clock.now() / 1000) - 1;
    for (const at of ['1', '2', '3']) await table.write([create(note, { ...key, at, expiresAt })]);
    for (const at of ['4', '5']) await table.write([create(note, { ...key, at })]);
    const partition = { organizationId: 'org_a', type: 'thing', id: 'past' };
    const page = await table.readLog(note, partition, { limit: 2 });
    expect(page.map(({ value }) => value.at)).toEqual(['4', '5']);
  });

  it('deletes and checks only what is as it was read', async () => {
    const { table } = db.deps;
    await table.write([create(thing, anyThing({ id: 'gone' }))]);
    const stored = (await table.get(thing, { organizationId: 'org_a', id: 'gone' }))!;
    const stale = { ...stored, version: 7 };
    expect((await table.write([remove(thing, stale)])).ok).toBe(false);
    expect((await table.write([unchanged(thing, stale), create(thing, anyThing({ id: 'other' }))])).ok).toBe(
      false,
    );
    expect((await table.write([unchanged(thing, stored), create(thing, anyThing({ id: 'other' }))])).ok).toBe(
      true,
    );
    expect((await table.write([remove(thing, stored)])).ok).toBe(true);
    const gone = { organizationId: 'org_a', id: 'gone' };
    expect((await table.write([absent(thing, gone), create(thing, anyThing({ id: 'next' }))])).ok).toBe(true);
  });

  it('refuses more members than one transaction takes', async () => {
    const many = Array.from({ length: 101 }, (_, index) => create(thing, anyThing({ id: `m${index}` })));
    await expect(db.deps.table.write(many)).rejects.toThrow('101');
  });
});
