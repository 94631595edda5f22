import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { toInstant } from '../../../../../lib/platform/core/clock.ts';
import { isRefusal } from '../../../../../lib/platform/core/refusal.ts';
import { readCursor } from '../../../../../lib/platform/listing/index.ts';
import { create } from '../../../../../lib/platform/table/index.ts';
import { listAttempts, listMessages } from '../../../../../lib/reactions/webhooks/index.ts';
import { webhookAttemptEntity, webhookMessageEntity } from '../../../../../lib/reactions/webhooks/message.ts';
import { anyMessage } from '../../../../support/builders/any-message.ts';
import { startTestTable, type TestTable } from '../../../../support/test-table.ts';

const ORG = 'org_test';
const DAY_MS = 24 * 3_600_000;

describe('lists of webhook messages', () => {
  let db: TestTable;
  beforeEach(async () => {
    db = await startTestTable();
  });
  afterEach(() => db.stop());

  type Query = Parameters<typeof listMessages>[2];
  const list = (query: Partial<Query> = {}, organizationId = ORG) =>
    listMessages(db.deps, organizationId, {
      filter: {},
      limit: 50,
      cursor: undefined,
      withContent: false,
      ...query,
    });
  const eventsOf = async (filter: Query['filter']) => {
    const { results } = await list({ filter, withContent: true });
    return results.map(({ eventId }) => eventId);
  };
  const ago = (ms: number) => toInstant(db.deps.clock.now() - ms);
  /** Stores messages, one for each of these changes. */
  const keep = (changes: readonly Parameters<typeof anyMessage>[0][]) =>
    db.deps.table.write(changes.map((change) => create(webhookMessageEntity, anyMessage(change))));
  /** Many messages, newest first, a second apart. */
  const keepMany = async (count: number) => {
    for (let made = 0; made < count; made += 100) {
      await keep(
        Array.from({ length: Math.min(100, count - made) }, (_, index) => ({
          eventId: `evt_${made + index}`,
          timestamp: ago((made + index) * 1_000),
        })),
      );
    }
  };

  it('cost what they return, however many there are', async () => {
    await keepMany(600);
    const read = await db.rowsRead(async () => {
      const first = await list();
      const second = await list({ cursor: readCursor(first.iterator!) });
      expect([...first.results, ...second.results]).toHaveLength(100);
    });
    expect(read).toBeLessThan(250);
  });

  it('bring all of them, newest first, each once', async () => {
    await keepMany(230);
    const times: string[] = [];
    for (let cursor: Query['cursor'], done = false; !done; ) {
      const page = await list({ cursor });
      times.push(...page.results.map(({ timestamp }) => timestamp));
      done = page.done;
      cursor = page.iterator === null ? undefined : readCursor(page.iterator);
    }
    expect(times).toEqual(Array.from({ length: 230 }, (_, index) => ago(index * 1_000)));
  });

  it('show what a filter asks for: tag, types in any spelling, strictly before, strictly after, channel', async () => {
    await keep([
      { eventId: 'a', timestamp: ago(3_000), tags: ['job_1', 'dlv_1'] },
      { eventId: 'b', timestamp: ago(2_000), tags: ['job_1'], eventType: 'task.canceled_by_system' },
      { eventId: 'c', timestamp: ago(1_000), tags: ['job_2'], eventType: 'delivery.returned' },
    ]);
    expect(await eventsOf({})).toEqual(['c', 'b', 'a']);
    expect(await eventsOf({ tag: 'job_1' })).toEqual(['b', 'a']);
    expect(await eventsOf({ tag: 'job_1', eventTypes: ['task.canceled_by_nash'] })).toEqual(['b']);
    expect(await eventsOf({ eventTypes: ['delivery.returned_to_store', 'task.failed'] })).toEqual(['c']);
    expect(await eventsOf({ eventTypes: [] })).toEqual(['c', 'b', 'a']);
    expect(await eventsOf({ eventTypes: ['no.such'] })).toEqual([]);
    expect(await eventsOf({ before: ago(2_000) })).toEqual(['a']);
    expect(await eventsOf({ after: ago(2_000) })).toEqual(['c']);
    expect(await eventsOf({ after: ago(3_000), before: ago(1_000) })).toEqual(['b']);
    expect(await eventsOf({ after: ago(1_000), before: ago(3_000) })).toEqual([]);
    expect(await eventsOf({ channel: 'any' })).toEqual([]);
  });

  it('have events and bodies only when they are asked for', async () => {
    await keep([{ eventId: 'a', timestamp: ago(0), body: { type: 'delivery' } }]);
    expect((await list()).results).toMatchObject([{ eventId: null, body: null }]);
    expect((await list({ withContent: true })).results).toMatchObject([
      { eventId: 'a', body: '{"type":"delivery"}' },
    ]);
  });

  it('leave out what has expired, also before it is deleted', async () => {
    await keep([
      { eventId: 'old', timestamp: ago(30 * DAY_MS) },
      { eventId: 'kept', timestamp: ago(30 * DAY_MS - 1_000) },
    ]);
    expect(await eventsOf({})).toEqual(['kept']);
    expect(await eventsOf({ after: ago(40 * DAY_MS) })).toEqual(['kept']);
  });

  it('look no further back than what the tag names', async () => {
    await keepMany(600);
    db.deps.clock.advance(2 * 3_600_000);
    const job = db.deps.ids.next('job');
    const delivery = job.replace('job_', 'dlv_');
    await keep([{ eventId: 'mine', timestamp: ago(0), tags: [job, delivery] }]);
    const read = await db.rowsRead(async () => {
      const page = await list({ filter: { tag: delivery } });
      expect([page.results.length, page.done]).toEqual([1, true]);
    });
    expect(read).toBe(1);
    // An external identifier may look like an id from any time.
    await keep([{ eventId: 'named', timestamp: ago(0), tags: ['shop_7ZZZZZZZZZZZZZZZZZZZZZZZZZ'] }]);
    expect(await eventsOf({ tag: 'shop_7ZZZZZZZZZZZZZZZZZZZZZZZZZ' })).toEqual(['named']);
  });

  it('are those of the own organization', async () => {
    await keep([{ eventId: 'a', timestamp: ago(0) }]);
    expect((await list({}, 'org_other')).results).toEqual([]);
  });

  it('44 4 are filtered by the outcome of their latest attempts, and by endpoint', async () => {
    const made = ['good', 'bad', 'mended', 'unsent'].map((eventId, index) =>
      anyMessage({ eventId, timestamp: ago(index * 1_000) }),
    );
    await db.deps.table.write(made.map((message) => create(webhookMessageEntity, message)));
    const attempts = (
      [
        [0, 'ep_a', 'success'],
        [1, 'ep_a', 'fail'],
        [1, 'ep_b', 'success'],
        [2, 'ep_b', 'fail'],
        [2, 'ep_b', 'success'],
      ] as const
    ).map(([message, endpointId, status], index) =>
      create(webhookAttemptEntity, {
        organizationId: ORG,
        id: `atm_${index}`,
        msgId: made[message]?.id ?? '',
        endpointId,
        url: 'https://shop.example.com/h',
        status,
        responseStatusCode: null,
        responseDurationMs: 1,
        response: '',
        triggerType: 'scheduled',
        timestamp: ago(500 - index),
      }),
    );
    await db.deps.table.write(attempts);
    expect(await eventsOf({ outcome: 'fail' })).toEqual(['bad']);
    expect(await eventsOf({ outcome: 'success' })).toEqual(['good', 'mended']);
    expect(await eventsOf({ endpointId: 'ep_b' })).toEqual(['bad', 'mended']);
    expect(await eventsOf({ endpointId: 'ep_b', outcome: 'fail' })).toEqual([]);
    const { results } = await list({ filter: { endpointId: 'ep_b' }, withAttempts: true });
    expect(results.map(({ attempts: some }) => some?.map(({ status }) => status))).toEqual([
      ['success'],
      ['success', 'fail'],
    ]);
    expect((await list()).results.map(({ attempts: none }) => none)).toEqual([null, null, null, null]);
  });

  it('of attempts come in pages, all of them, at the cost of a page', async () => {
    const message = anyMessage({ timestamp: ago(0) });
    const attempt = (index: number) => ({
      organizationId: ORG,
      id: `atm_${String(index).padStart(4, '0')}`,
      msgId: message.id,
      endpointId: `ep_${index}`,
      url: 'https://shop.example.com/h',
      status: 'fail' as const,
      responseStatusCode: 503,
      responseDurationMs: 1,
      response: '',
      triggerType: 'scheduled' as const,
      timestamp: ago(Math.floor(index / 2)),
    });
    await db.deps.table.write([create(webhookMessageEntity, message)]);
    for (let made = 0; made < 120; made += 60) {
      const some = Array.from({ length: 60 }, (_, index) => attempt(made + index));
      await db.deps.table.write(some.map((each) => create(webhookAttemptEntity, each)));
    }
    const seen: { timestamp: string; id: string }[] = [];
    const read = await db.rowsRead(async () => {
      for (let cursor: Query['cursor'], done = false; !done; ) {
        const page = await listAttempts(db.deps, ORG, message.id, { limit: 50, cursor });
        if (isRefusal(page)) throw new Error(page.message);
        seen.push(...page.results);
        done = page.done;
        cursor = page.iterator === null ? undefined : readCursor(page.iterator);
      }
    });
    const order = seen.map(({ timestamp, id }) => `${timestamp} ${id}`);
    expect(new Set(order).size).toBe(120);
    expect(order).toEqual(order.toSorted().reverse());
    expect(read).toBe(120 + 2 + 3);
  });

  it('4.7: of attempts are 404 for a message that is unknown, or that of another organization', async () => {
    const message = anyMessage({ timestamp: ago(0) });
    await db.deps.table.write([create(webhookMessageEntity, message)]);
    const page = { limit: 50, cursor: undefined };
    for (const [organizationId, id] of [
      [ORG, 'msg_none'],
      ['org_other', message.id],
    ] as const) {
      expect(await listAttempts(db.deps, organizationId, id, page)).toMatchObject({
        kind: { code: 'MISSING_RESOURCE', status: 404 },
        details: { msg_id: id },
      });
    }
  });
});
