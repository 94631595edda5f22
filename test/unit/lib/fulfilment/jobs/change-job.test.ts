import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { changeJob, jobEntity, readJob, recordDelivery } from '../../../../../lib/fulfilment/jobs/index.ts';
import { anyJob } from '../../../../support/builders/any-job.ts';
import { startTestTable, type TestTable } from '../../../../support/test-table.ts';

describe('2.3 changes of a job', () => {
  let db: TestTable;
  beforeEach(async () => {
    db = await startTestTable();
  });
  afterEach(() => db.stop());

  const begin = async () => {
    const { next, operations } = anyJob();
    expect(await db.deps.table.write(operations)).toEqual({ ok: true });
    return next;
  };

  it('are read back with all parts in one call', async () => {
    const made = await begin();
    expect(await readJob(db.deps.table, 'org_test', made.job.value.id)).toEqual(made);
    expect(await readJob(db.deps.table, 'org_other', made.job.value.id)).toBeUndefined();
  });

  it('keep the list row in step with the delivery', async () => {
    const made = await begin();
    const at = '2026-03-02T09:10:00.000Z';
    const delivery = {
      ...made.deliveries[0]!.value,
      status: 'assigned_driver' as const,
      statusHistory: [
        ...made.deliveries[0]!.value.statusHistory,
        { created_at: at, status: 'assigned_driver' as const },
      ],
      courierName: 'Kim',
    };
    const { next, operations } = changeJob(made, { deliveries: [delivery] }, at);
    expect(await db.deps.table.write([...operations, recordDelivery(delivery, at)])).toEqual({ ok: true });
    expect(await readJob(db.deps.table, 'org_test', made.job.value.id)).toEqual(next);
    const rows = await db.deps.table.list(jobEntity, {
      organizationId: 'org_test',
      shards: 1,
      direction: 'DESC',
      limit: 10,
    });
    expect(rows[0]?.row).toMatchObject({
      status: 'assigned_driver',
      updatedAt: at,
      delivery: { courierName: 'Kim', status: 'assigned_driver' },
    });
    expect((await db.events('delivery.assigned_driver'))[0]?.data).toMatchObject({ historyLength: 2 });
  });

  it('made from one reading cannot both happen', async () => {
    const made = await begin();
    const change = () => changeJob(made, { job: { tags: ['a'] } }, '2026-03-02T09:10:00.000Z').operations;
    const outcomes = await Promise.all([db.deps.table.write(change()), db.deps.table.write(change())]);
    expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1);
  });
});
