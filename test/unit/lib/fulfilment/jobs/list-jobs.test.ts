import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { jobEntity, listJobs } from '../../../../../lib/fulfilment/jobs/index.ts';
import { toInstant } from '../../../../../lib/platform/core/clock.ts';
import { create, replace } from '../../../../../lib/platform/table/index.ts';
import { anyJob } from '../../../../support/builders/any-job.ts';
import { startTestTable, type TestTable } from '../../../../support/test-table.ts';

const DAY_MS = 24 * 3_600_000;
const NOW = '2026-03-02T12:00:00.000Z';
const organizationId = 'org_test';
const caller: Parameters<typeof listJobs>[1] = {
  organizationId,
  keyId: 'key_1',
  storeLocationIds: null,
  listShards: 1,
};

describe('1.1 a list of jobs', () => {
  let db: TestTable;
  beforeEach(async () => {
    db = await startTestTable(NOW);
  });
  afterEach(() => db.stop());

  const idOf = (index: number) => `job_01KJQ00000000000000000${String(index).padStart(4, '0')}`;
  const daysAgo = (days: number) => toInstant(Date.parse(NOW) - days * DAY_MS);
  /** Creates jobs from number `first` on, one per instant. */
  const make = async (
    first: number,
    instants: readonly string[],
    pickupStoreLocationId: string | null = null,
  ) => {
    const jobs = instants.map((createdAt, index) =>
      anyJob({ id: idOf(first + index), job: { createdAt }, package: { pickupStoreLocationId } }),
    );
    await db.deps.table.write(jobs.map(({ next }) => create(jobEntity, next.job.value)));
  };
  const list = (asked: object = {}, limits?: { matches: number; scanned: number }, who = caller) =>
    listJobs(
      db.deps,
      who,
      { filters: {}, sortBy: 'created_at', sortDirection: 'DESC', limit: 2, offset: 0, ...asked },
      limits,
    );
  const ids = ({ rows }: { rows: readonly { id: string }[] }) => rows.map(({ id }) => id);

  it('counts exactly what is in its range, however many jobs there were long before it (B41)', async () => {
    await make(
      0,
      Array.from({ length: 30 }, (_, index) => daysAgo(200 + index)),
    );
    await make(100, [daysAgo(2), daysAgo(1)]);
    const page = await list({}, { matches: 10, scanned: 20 });
    expect(page).toMatchObject({ totalCount: 2, totalCountIsExact: true });
    expect(ids(page)).toEqual([idOf(101), idOf(100)]);
  });

  it('has the newest of more jobs than it holds, and says that there are more (B41)', async () => {
    await make(
      0,
      Array.from({ length: 12 }, (_, index) => daysAgo(2 - index / 10)),
    );
    const page = await list({ limit: 100 }, { matches: 10, scanned: 100 });
    expect(page).toMatchObject({ totalCount: 10, totalCountIsExact: false });
    expect(ids(page)[0]).toBe(idOf(11));
  });

  it('shows each job once while others are made, as it is now (4.7)', async () => {
    await make(
      0,
      Array.from({ length: 5 }, (_, index) => daysAgo(2 - index / 10)),
    );
    const first = await list();
    await make(10, [daysAgo(0)]);
    const stored = (await db.deps.table.get(jobEntity, { organizationId, id: idOf(1) }))!;
    const moved = { ...stored.value, summary: { ...stored.value.summary, status: 'failed' } };
    await db.deps.table.write([replace(jobEntity, stored, moved)]);
    const later = [await list({ offset: 2 }), await list({ offset: 4 })];
    expect([first, ...later].flatMap(ids)).toEqual([4, 3, 2, 1, 0].map(idOf));
    expect(later.map(({ totalCount }) => totalCount)).toEqual([5, 5]);
    expect(later[0]?.rows[1]?.status).toBe('failed');
  });

  it('forgets after 15 minutes which jobs its first page fixed', async () => {
    await make(0, [daysAgo(2), daysAgo(1.9), daysAgo(1.8)]);
    await list();
    await make(10, [daysAgo(0)]);
    db.deps.clock.advance(15 * 60_000 + 1_000);
    expect(ids(await list({ offset: 2 }))).toEqual([idOf(1), idOf(0)]);
  });

  it.each(['returned', 'returned_to_store', 'Returned_To_Store'])(
    'finds a returned delivery by its status as spelled %s (A20)',
    async (status) => {
      const returned = anyJob({
        id: idOf(0),
        job: { createdAt: daysAgo(1) },
        delivery: { status: 'returned' },
      });
      await db.deps.table.write([create(jobEntity, returned.next.job.value)]);
      await make(1, [daysAgo(1)]);
      expect(ids(await list({ filters: { deliveryStatuses: [status] } }))).toEqual([idOf(0)]);
    },
  );

  it('has for a key that is limited to stores only what touches them, on every page', async () => {
    await make(0, [daysAgo(2), daysAgo(1.9), daysAgo(1.8)], 'store_1');
    await make(10, [daysAgo(1)], 'store_2');
    const limited = { ...caller, storeLocationIds: ['store_1'] };
    const pages = [await list({}, undefined, limited), await list({ offset: 2 }, undefined, limited)];
    expect(pages.flatMap(ids)).toEqual([2, 1, 0].map(idOf));
  });
});
