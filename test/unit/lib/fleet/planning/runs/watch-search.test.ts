import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { InvalidProblem } from '../../../../../../lib/engines/optimization/index.ts';
import { failFor } from '../../../../../../lib/fleet/planning/runs/run-activity.ts';
import { watchSearch } from '../../../../../../lib/fleet/planning/runs/watch-search.ts';
import {
  activityEntity,
  activityProgressEntity,
  cancelActivity,
  plannedActivity,
  readActivity,
  startedActivity,
} from '../../../../../../lib/platform/activities/index.ts';
import { isRefusal } from '../../../../../../lib/platform/core/refusal.ts';
import { recordingLog } from '../../../../../support/recording-log.ts';
import { startTestTable, type TestTable } from '../../../../../support/test-table.ts';

let db: TestTable;
beforeAll(async () => {
  db = await startTestTable();
});
afterAll(() => db.stop());

const owner = {
  organizationId: 'org_test',
  createdBy: 'key_test',
  storeLocationIds: null,
  driverGroupIds: null,
};
const figures = { share: 0.5, iterations: 10, unassigned: 1, cost: 1_000, vehicles: 2, plan: () => [] };

/** An optimization in progress. */
async function running(id: string) {
  const { table, clock } = db.deps;
  const of = { organizationId: 'org_test', activityId: id };
  const made = plannedActivity(owner, { id, action: 'act_optimize_orders', request: {} }, clock.now());
  await table.write(made.operations);
  const stored = (await table.get(activityEntity, { organizationId: 'org_test', id }))!;
  const started = startedActivity(stored, clock.now());
  if (isRefusal(started)) throw new Error(started.message);
  await table.write(started.operations);
  return { of, activity: started.next.value };
}

const STEP = { round: 0, part: 0, parts: 1, from: 0, to: 1 };

describe('a search that is watched', () => {
  it('ends within its next report after the activity was cancelled', async () => {
    const { of, activity } = await running('act_01KJQ0000000000000000000CA');
    let now = 0;
    const watch = watchSearch(
      db.deps,
      of,
      activity,
      STEP,
      async () => {},
      () => now,
    );
    now += 2_000;
    watch.onProgress(figures);
    await vi.waitFor(async () =>
      expect(await db.deps.table.get(activityProgressEntity, { ...of, round: 0, part: 0 })).toBeDefined(),
    );
    expect(watch.signal.aborted).toBe(false);
    await cancelActivity(db.deps, owner, of.activityId);
    now += 2_000;
    watch.onProgress(figures);
    await vi.waitFor(() => expect(watch.signal.aborted).toBe(true));
    expect(await watch.ended(figures)).toBe(false);
  });

  it('goes on when its progress cannot be written', async () => {
    const { of, activity } = await running('act_01KJQ0000000000000000000GO');
    const log = recordingLog();
    let now = 0;
    const keep = () => Promise.reject(new Error('The bucket is away.'));
    const watch = watchSearch({ ...db.deps, log }, of, activity, STEP, keep, () => now);
    now += 10_000;
    watch.onProgress(figures);
    await vi.waitFor(() =>
      expect(log.entries).toMatchObject([{ level: 'warn', code: 'planning.progress-not-written' }]),
    );
    expect(watch.signal.aborted).toBe(false);
    expect(await watch.ended(figures)).toBe(true);
  });
});

it('4.7 a reason that points at a position of the request ends with the id that stands there', async () => {
  const { of } = await running('act_01KJQ0000000000000000000FA');
  await failFor(db.deps, of, new InvalidProblem('jobs[1].load', 'is too much'), ['ord_a', 'ord_b']);
  const found = await readActivity(db.deps.table, owner, of.activityId);
  if (isRefusal(found)) throw new Error(found.message);
  expect(found.stored.value.status).toBe('FAILED');
  const { vendor_reasons } = found.result as { vendor_reasons: string[] };
  expect(vendor_reasons).toEqual([expect.stringMatching(/is too much ord_b$/)]);
});
