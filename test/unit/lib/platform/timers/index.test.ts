import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { toInstant } from '../../../../../lib/platform/core/clock.ts';
import type { EventRecord } from '../../../../../lib/platform/events/index.ts';
import {
  armTimer,
  defineTimer,
  disarmTimer,
  fireTimer,
  promoteTimers,
  readTimer,
  sweepTimers,
  timerArmed,
  waitBy,
} from '../../../../../lib/platform/timers/index.ts';
import { recordingLog } from '../../../../support/recording-log.ts';
import { startTestTable, type TestTable } from '../../../../support/test-table.ts';

const reminder = defineTimer({
  kind: 'reminder',
  data: z.object({ note: z.string() }),
  summary: 'A reminder is due.',
});
const DAY_MS = 24 * 3_600_000;
const of = { organizationId: 'org_a', kind: reminder, subject: 'ord_1' } as const;

describe('timers', () => {
  let db: TestTable;
  beforeEach(async () => {
    db = await startTestTable('2026-03-02T09:00:00.000Z');
  });
  afterEach(() => db.stop());

  const untilMs = () => db.deps.clock.now() + 60_000;

  /** Promotes timers. Returns the due times of those whose wait was started. */
  const promoted = async () => {
    const given: string[] = [];
    const wait = async (events: readonly EventRecord[]) => {
      given.push(...events.map((event) => timerArmed.parse(event).data.dueAt));
    };
    await promoteTimers({ ...db.deps, wait }, untilMs());
    return given;
  };

  /** Arms the timer of `subject`. Returns the event of the arming. */
  const armed = async (subject: string, dueAt: string) => {
    const occurredAt = toInstant(db.deps.clock.now());
    await db.deps.table.write(
      armTimer({ ...of, subject, dueAt, data: { note: 'hi' }, occurredAt, stored: undefined }),
    );
    return (await db.events('timer.armed')).at(-1)!;
  };

  const arm = async (dueAt: string) => {
    const stored = await readTimer(db.deps.table, of);
    const occurredAt = toInstant(db.deps.clock.now());
    const outcome = await db.deps.table.write(
      armTimer({ ...of, dueAt, data: { note: 'hi' }, occurredAt, stored }),
    );
    expect(outcome.ok).toBe(true);
    return timerArmed.parse((await db.events('timer.armed')).at(-1)!).data;
  };

  it('fire once, whatever is delivered twice', async () => {
    const { timerId, generation } = await arm('2026-03-02T10:00:00.000Z');
    db.deps.clock.advance(3_600_000);
    const firing = { organizationId: 'org_a', timerId, generation };
    const outcomes = await Promise.all([
      fireTimer(db.deps, firing),
      fireTimer(db.deps, firing),
      fireTimer(db.deps, firing),
    ]);
    expect(outcomes.filter((outcome) => outcome === 'fired')).toHaveLength(1);
    const fired = await db.events('timer.reminder');
    expect(fired.map((event) => reminder.fired.parse(event).data)).toEqual([
      { subject: 'ord_1', dueAt: '2026-03-02T10:00:00.000Z', data: { note: 'hi' } },
    ]);
  });

  it('armed for another time ignore the earlier wait', async () => {
    const first = await arm('2026-03-02T10:00:00.000Z');
    db.deps.clock.advance(1000);
    const second = await arm('2026-03-02T12:00:00.000Z');
    expect(second.generation).toBe(first.generation + 1);
    db.deps.clock.advance(3_600_000);
    expect(await fireTimer(db.deps, { organizationId: 'org_a', ...first })).toBe('stale');
  });

  it('disarmed do nothing', async () => {
    const { timerId, generation } = await arm('2026-03-02T10:00:00.000Z');
    await db.deps.table.write(disarmTimer(await readTimer(db.deps.table, of)));
    db.deps.clock.advance(3_600_000);
    expect(await fireTimer(db.deps, { organizationId: 'org_a', timerId, generation })).toBe('stale');
    expect(await db.events('timer.reminder')).toEqual([]);
  });

  it('woken before their time are waited for again', async () => {
    const first = await armed('ord_1', '2028-03-02T10:00:00.000Z');
    db.deps.clock.advance(1000);
    const firing = { organizationId: 'org_a', ...timerArmed.parse(first).data };
    expect(await fireTimer(db.deps, firing)).toBe('early');
    const [again] = await db.events('timer.armed');
    expect(again?.data).toEqual(first.data);
    // Another id, so that an execution that is named after it waits once more.
    expect(again?.id).not.toBe(first.id);
  });

  it('whose wait is gone are fired by the sweeper, and by it only once', async () => {
    await arm('2026-03-02T10:00:00.000Z');
    db.deps.clock.advance(3_600_000 + 60_000);
    expect((await sweepTimers(db.deps, untilMs())).fired).toBe(0);
    db.deps.clock.advance(120_000);
    expect((await sweepTimers(db.deps, untilMs())).fired).toBe(1);
    expect(await sweepTimers(db.deps, untilMs())).toEqual({ fired: 0, overdue: 0 });
  });

  it('wait by a message, by an execution or in their row, by how far off they are', () => {
    const now = Date.parse('2026-03-02T09:00:00.000Z');
    expect(waitBy('2026-03-02T08:00:00.000Z', now)).toBe('message');
    expect(waitBy('2026-03-02T09:15:00.000Z', now)).toBe('message');
    expect(waitBy('2026-03-02T09:15:00.001Z', now)).toBe('execution');
    expect(waitBy('2026-03-03T09:00:00.000Z', now)).toBe('execution');
    expect(waitBy('2026-03-03T09:00:00.001Z', now)).toBe('row');
  });

  it('that are due later than a day are given to their wait by the sweeper, each once', async () => {
    const dueAt = '2026-03-04T09:00:00.000Z';
    const event = await armed('ord_later', dueAt);
    expect(await promoted()).toEqual([]);
    db.deps.clock.advance(DAY_MS);
    expect(await promoted()).toEqual([]);
    db.deps.clock.advance(DAY_MS / 24);
    const given: EventRecord[] = [];
    const wait = async (events: readonly EventRecord[]) => void given.push(...events);
    await promoteTimers({ ...db.deps, wait }, untilMs());
    // The same id as when it was armed: starting a wait named after it starts only one.
    expect(given.map(({ id, data }) => ({ id, data }))).toEqual([{ id: event.id, data: event.data }]);
    expect(await promoted()).toEqual([]);
  });

  it('are promoted where the last run ended, and none is left out', async () => {
    const due = (minute: number) => `2026-03-04T09:${String(minute).padStart(2, '0')}:00.000Z`;
    for (let minute = 0; minute < 30; minute += 1) await armed(`ord_${minute}`, due(minute));
    db.deps.clock.advance(DAY_MS + 30 * 60_000);
    const seen = new Set<string>();
    for (let run = 0; run < 8; run += 1) {
      for (const dueAt of await promoted()) seen.add(dueAt);
      db.deps.clock.advance(5 * 60_000);
    }
    expect(seen.size).toBe(30);
  });

  it('are all given by one run, however many there are', async () => {
    const dueAt = '2026-03-04T09:00:00.000Z';
    for (let n = 0; n < 520; n += 40) {
      await db.deps.table.write(
        Array.from({ length: 40 }, (_, index) =>
          armTimer({
            ...of,
            subject: `ord_${n + index}`,
            dueAt,
            data: { note: 'hi' },
            occurredAt: toInstant(db.deps.clock.now()),
            stored: undefined,
          }),
        ).flat(),
      );
    }
    db.deps.clock.advance(DAY_MS + 3_600_000);
    expect(await promoted()).toHaveLength(520);
    db.deps.clock.advance(DAY_MS);
    expect(await sweepTimers(db.deps, untilMs())).toEqual({ fired: 520, overdue: 520 });
  });

  it('armed again days after they fired go on counting, so that nothing takes the new wait for the old one', async () => {
    const first = await arm('2026-03-02T10:00:00.000Z');
    db.deps.clock.advance(3_600_000);
    await fireTimer(db.deps, { organizationId: 'org_a', ...first });
    db.deps.clock.advance(3 * DAY_MS);
    const second = await arm('2026-03-06T10:00:00.000Z');
    expect(second.generation).toBe(first.generation + 1);
    db.deps.clock.advance(2 * DAY_MS);
    expect(await fireTimer(db.deps, { organizationId: 'org_a', ...second })).toBe('fired');
  });

  it('can be armed again when their row has expired and was not deleted yet', async () => {
    const first = await arm('2026-03-02T10:00:00.000Z');
    db.deps.clock.advance(3_600_000);
    await fireTimer(db.deps, { organizationId: 'org_a', ...first });
    db.deps.clock.advance(101 * DAY_MS);
    expect((await arm('2026-07-01T10:00:00.000Z')).generation).toBe(1);
  });

  it('are fired although a write of theirs is lost to another that comes to nothing', async () => {
    const { timerId, generation } = await arm('2026-03-02T10:00:00.000Z');
    db.deps.clock.advance(3_600_000);
    let lost = 0;
    const table = new Proxy(db.deps.table, {
      get(inner, name) {
        if (name === 'write' && lost === 0) {
          lost += 1;
          return async () => ({ ok: false, conflicts: [] });
        }
        const value = Reflect.get(inner, name, inner);
        return typeof value === 'function' ? value.bind(inner) : value;
      },
    });
    const firing = { organizationId: 'org_a', timerId, generation };
    expect(await fireTimer({ ...db.deps, table }, firing)).toBe('fired');
    expect(lost).toBe(1);
  });

  it('that cannot be fired do not keep the sweeper from those that are overdue after them', async () => {
    const { timerId } = await arm('2026-03-02T10:00:00.000Z');
    const { pk, sk } = (await db.items()).find(({ type }) => type === 'timer')!;
    await db.client.send(
      new UpdateCommand({
        TableName: db.tableName,
        Key: { pk, sk },
        UpdateExpression: 'SET #data = :data',
        ExpressionAttributeNames: { '#data': 'data' },
        ExpressionAttributeValues: { ':data': { state: 'nonsense' } },
      }),
    );
    const other = { ...of, subject: 'ord_2' };
    const dueAt = '2026-03-02T11:00:00.000Z';
    const occurredAt = toInstant(db.deps.clock.now());
    await db.deps.table.write(
      armTimer({ ...other, dueAt, data: { note: 'ho' }, occurredAt, stored: undefined }),
    );
    db.deps.clock.advance(3 * 3_600_000);
    const log = recordingLog();
    await expect(sweepTimers({ ...db.deps, log }, untilMs())).rejects.toThrow('could not be fired');
    expect(log.entries).toContainEqual(
      expect.objectContaining({ code: 'timers.not-swept', fields: expect.objectContaining({ timerId }) }),
    );
    expect((await readTimer(db.deps.table, other))?.value.state).toBe('fired');
  });

  it('count on as long as Step Functions remembers the names of their executions', async () => {
    const first = await arm('2026-03-02T10:00:00.000Z');
    db.deps.clock.advance(3_600_000);
    await fireTimer(db.deps, { organizationId: 'org_a', ...first });
    db.deps.clock.advance(90 * 24 * 3_600_000);
    const second = await arm('2026-07-02T10:00:00.000Z');
    expect(second.generation).toBe(first.generation + 1);
  });

  it('of another organization are not there', async () => {
    const { timerId, generation } = await arm('2026-03-02T10:00:00.000Z');
    db.deps.clock.advance(3_600_000);
    expect(await fireTimer(db.deps, { organizationId: 'org_b', timerId, generation })).toBe('stale');
  });
});
