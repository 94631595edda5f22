import { afterEach, beforeEach, expect, it } from 'vitest';
import {
  changeNoteEntity,
  changeNotes,
  changeWatchers,
  readChanges,
} from '../../../../../lib/platform/changes/index.ts';
import { type EventRecord, listenersIn } from '../../../../../lib/platform/events/index.ts';
import { startTestTable, type TestTable } from '../../../../support/test-table.ts';

const ORG = 'org_test';
const permissions = [
  'READ_ORDER',
  'READ_JOB',
  'READ_ROUTE',
  'READ_ACTIVITY',
  'READ_NOTIFICATION',
  'READ_WEBHOOK',
] as const;
const EVERY_KIND = ['order', 'job', 'route', 'position', 'activity', 'notification', 'webhook_message'];

let db: TestTable;
beforeEach(async () => {
  db = await startTestTable();
});
afterEach(() => db.stop());

let count = 0;
const event = (
  aggregateType: string,
  name = `${aggregateType}.updated`,
  organizationId = ORG,
): EventRecord => ({
  id: `evt_${count++}`,
  name,
  organizationId,
  aggregateType,
  aggregateId: `${aggregateType}_1`,
  occurredAt: new Date(db.deps.clock.now()).toISOString(),
  data: {},
});
/** An instance of the router; of a job's end, a worker makes a notification. */
const router = (deps = db.deps) =>
  changeNotes(deps, (name) => (name === 'job.ended' ? ['notification'] : []));
const route = (...events: readonly EventRecord[]) =>
  router()(listenersIn(db.deps.table, [changeWatchers]), events);
const look = (cursor?: string, of: Partial<Parameters<typeof readChanges>[1]> = {}) =>
  readChanges(db.deps, { organizationId: ORG, permissions, ...of }, cursor);
const notes = async () => (await db.items()).filter(({ type }) => type === changeNoteEntity.name);

it('tells the kinds that changed since a look, and once more', async () => {
  const first = await look();
  expect(first.kinds).toEqual(EVERY_KIND);
  db.deps.clock.advance(1_500);
  const quiet = await look(first.cursor);
  expect(quiet.kinds).toEqual([]);
  db.deps.clock.advance(500);
  await route(event('order'), event('order'), event('job'), event('timer'));
  db.deps.clock.advance(900);
  const told = await look(quiet.cursor);
  expect(told.kinds).toEqual(['order', 'job']);
  db.deps.clock.advance(1_500);
  const again = await look(told.cursor);
  expect(again.kinds).toEqual(['order', 'job']);
  db.deps.clock.advance(1_500);
  expect((await look(again.cursor)).kinds).toEqual([]);
});

it('notes nothing that nobody watches, and nothing of other organizations', async () => {
  await route(event('order'));
  expect(await notes()).toEqual([]);
  const { cursor } = await look();
  await route(event('timer'), event('order', 'order.updated', 'org_other'));
  db.deps.clock.advance(1_500);
  expect((await look(cursor)).kinds).toEqual([]);
  expect(await notes()).toEqual([]);
  // Three minutes after the last look that renewed it, the watch has ended.
  db.deps.clock.advance(4 * 60_000);
  await route(event('order'));
  expect(await notes()).toEqual([]);
});

it('stays watched as long as anybody looks', async () => {
  let [one, other] = [(await look()).cursor, (await look()).cursor];
  for (let second = 0; second < 600; second += 20) {
    db.deps.clock.advance(10_000);
    one = (await look(one)).cursor;
    db.deps.clock.advance(10_000);
    other = (await look(other)).cursor;
  }
  await route(event('route'));
  db.deps.clock.advance(1_000);
  expect((await look(one)).kinds).toEqual(['route']);
  expect((await look(other)).kinds).toEqual(['route']);
});

it('says that everything may have changed where it cannot know', async () => {
  const { cursor } = await look();
  db.deps.clock.advance(4 * 60_000);
  expect((await look(cursor)).kinds).toEqual(EVERY_KIND);
  for (const wrong of ['', 'x', Buffer.from('2026-01-01|no').toString('base64url')])
    expect((await look(wrong)).kinds).toEqual(EVERY_KIND);
  const later = new Date(db.deps.clock.now() + 3_600_000).toISOString();
  const ahead = Buffer.from(`${later}|${later}|${ORG}`).toString('base64url');
  expect((await look(ahead)).kinds).toEqual(EVERY_KIND);
  const elsewhere = await look(undefined, { organizationId: 'org_other' });
  expect((await look(elsewhere.cursor)).kinds).toEqual(EVERY_KIND);
});

it('tells nothing of what a caller may not read', async () => {
  const { cursor } = await look(undefined, { permissions: ['READ_ROUTE'] });
  await route(event('order'), event('route'));
  db.deps.clock.advance(1_000);
  expect((await look(cursor, { permissions: ['READ_ROUTE'] })).kinds).toEqual(['route']);
});

it('a batch that is routed twice harms nothing, and a table that fails keeps no event back', async () => {
  const { cursor } = await look();
  const events = [event('order')];
  await route(...events);
  await route(...events);
  db.deps.clock.advance(1_000);
  expect((await look(cursor)).kinds).toEqual(['order']);
  const failing = { ...db.deps, table: { write: () => Promise.reject(new Error('down')) } as never };
  await router(failing)(async () => async () => true, events);
  await router()(() => Promise.reject(new Error('down')), events);
});

it('44 7 tells positions apart from deliveries, activities, and what workers make of an event', async () => {
  const { cursor } = await look();
  await route(event('job', 'courier_location.updated'));
  db.deps.clock.advance(1_500);
  const moved = await look(cursor);
  expect(moved.kinds).toEqual(['position']);
  db.deps.clock.advance(1_500);
  await route(event('activity'), event('job', 'job.ended'));
  db.deps.clock.advance(500);
  expect((await look(moved.cursor)).kinds).toEqual(['job', 'activity', 'notification']);
});

it('44 7 an instance notes a kind twice a second at most, and looks miss nothing', async () => {
  let { cursor } = await look();
  const one = router();
  const listeners = listenersIn(db.deps.table, [changeWatchers]);
  for (let tenth = 1; tenth <= 100; tenth++) {
    db.deps.clock.advance(100);
    await one(listeners, [event('order')]);
    if (tenth % 15 !== 0) continue;
    const told = await look(cursor);
    expect(told.kinds).toEqual(['order']);
    cursor = told.cursor;
  }
  expect((await notes()).length).toBeLessThanOrEqual(21);
  // The last order came too soon for a note of its own: callers still hear of the note before it.
  db.deps.clock.advance(1_500);
  const last = await look(cursor);
  expect(last.kinds).toEqual(['order']);
  // Another kind is noted at once.
  await one(listeners, [event('order')]);
  await one(listeners, [event('order'), event('route')]);
  db.deps.clock.advance(100);
  expect((await look(last.cursor)).kinds).toEqual(['order', 'route']);
});
