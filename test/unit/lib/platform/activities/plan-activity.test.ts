import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type ActivityOwner,
  activityEntity,
  activityStatus,
  cancelActivity,
  finishedActivity,
  isActivityOver,
  plannedActivity,
  progressedActivity,
  readActivity,
  startedActivity,
} from '../../../../../lib/platform/activities/index.ts';
import { isRefusal, type Refusal } from '../../../../../lib/platform/core/refusal.ts';
import { startTestTable, type TestTable } from '../../../../support/test-table.ts';

const owner: ActivityOwner = {
  organizationId: 'org_test',
  createdBy: 'key_1',
  storeLocationIds: null,
  driverGroupIds: null,
};
const actor = { organizationId: 'org_test', storeLocationIds: null, driverGroupIds: null };

let db: TestTable;
beforeAll(async () => {
  db = await startTestTable();
});
afterAll(() => db.stop());

/** A queued activity in the table. */
async function queued(of: Partial<ActivityOwner> = {}) {
  const planned = plannedActivity(
    { ...owner, ...of },
    { id: db.deps.ids.next('act'), action: 'act_orders_bulk_action', request: { orderIds: ['ord_1'] } },
    db.deps.clock.now(),
  );
  await db.deps.table.write(planned.operations);
  return planned.next;
}

/** Writes a planned change. Returns the resulting activity. */
async function written<
  Planned extends { next: unknown; operations: Parameters<typeof db.deps.table.write>[0] },
>(planned: Planned | Refusal): Promise<Planned['next']> {
  if (isRefusal(planned)) throw new Error(planned.message);
  expect(await db.deps.table.write(planned.operations)).toEqual({ ok: true });
  return planned.next;
}

describe('an activity', () => {
  it('starts, progresses and ends with its result, and tells of each status once', async () => {
    const made = await queued();
    const now = db.deps.clock.now();
    const started = await written(startedActivity(made, now));
    const halfway = await written(progressedActivity(started, { done: 1 }, now));
    await written(finishedActivity(halfway, { trigger: 'succeed', result: { done: 2 } }, now));
    const found = await readActivity(db.deps.table, actor, made.value.id);
    expect(found).toMatchObject({
      stored: { value: { status: 'SUCCESS', progress: { done: 1 }, completedAt: expect.any(String) } },
      result: { done: 2 },
    });
    const told = (await db.events()).filter(({ aggregateId }) => aggregateId === made.value.id);
    expect(told.map(({ name }) => name).sort()).toEqual([
      'activity.created',
      'activity.status_changed',
      'activity.status_changed',
    ]);
  });

  it('keeps a result that is larger than an item', async () => {
    const started = await written(startedActivity(await queued(), 0));
    const result = { rows: Array.from({ length: 5_000 }, (_, row) => ({ row, text: 'é'.repeat(100) })) };
    await written(finishedActivity(started, { trigger: 'succeed', result }, 0));
    const found = await readActivity(db.deps.table, actor, started.value.id);
    expect(isRefusal(found) ? found : found.result).toEqual(result);
  });

  it('is cancelled once, and its carrier finds out at the next progress', async () => {
    const started = await written(startedActivity(await queued(), 0));
    const { id } = started.value;
    expect(await cancelActivity(db.deps, actor, id)).toMatchObject({
      stored: { value: { status: 'CANCELLED' } },
    });
    expect(await cancelActivity(db.deps, actor, id)).toMatchObject({
      stored: { value: { status: 'CANCELLED' } },
    });
    const stale = progressedActivity(started, { done: 1 }, 0);
    expect(isRefusal(stale) || (await db.deps.table.write(stale.operations)).ok).toBe(false);
    const present = await db.deps.table.get(activityEntity, { organizationId: 'org_test', id });
    expect(progressedActivity(present!, {}, 0)).toMatchObject({ kind: { code: 'INVALID_STATE_TRANSITION' } });
  });

  it('that has ended cannot be cancelled', async () => {
    const started = await written(startedActivity(await queued(), 0));
    await written(
      finishedActivity(started, { trigger: 'fail', error: { code: 'X', message: 'It broke.' } }, 0),
    );
    expect(await cancelActivity(db.deps, actor, started.value.id)).toMatchObject({
      kind: { code: 'INVALID_STATE_TRANSITION' },
      details: { status: 'FAILED' },
    });
  });

  it.each([
    ['of another organization', {}, { ...actor, organizationId: 'org_other' }],
    [
      'asked for without a limit, to a key limited to stores',
      {},
      { ...actor, storeLocationIds: ['store_1'] },
    ],
    [
      'of other stores',
      { storeLocationIds: ['store_1', 'store_2'] },
      { ...actor, storeLocationIds: ['store_1'] },
    ],
  ])('%s reads like an unknown one', async (_, of, reader) => {
    const { id } = (await queued(of)).value;
    const unknown = await readActivity(db.deps.table, reader, 'act_unknown');
    const found = await readActivity(db.deps.table, reader, id);
    if (!isRefusal(found) || !isRefusal(unknown)) throw new Error('It was found.');
    expect(found.kind).toBe(unknown.kind);
    expect(found.message.replace(id, '')).toBe(unknown.message.replace('act_unknown', ''));
  });

  it('of the same stores is seen by a limited key', async () => {
    const { id } = (await queued({ storeLocationIds: ['store_1'] })).value;
    const reader = { ...actor, storeLocationIds: ['store_1', 'store_2'] };
    expect(isRefusal(await readActivity(db.deps.table, reader, id))).toBe(false);
  });

  it('never leaves an end', () => {
    expect(activityStatus.options.filter(isActivityOver)).toEqual([
      'SUCCESS',
      'FAILED',
      'CANCELLED',
      'SKIPPED',
    ]);
  });
});
