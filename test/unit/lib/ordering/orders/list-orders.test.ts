import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { listOrders, orderEntity } from '../../../../../lib/ordering/orders/index.ts';
import { create } from '../../../../../lib/platform/table/index.ts';
import { anyCaller, anyOrder } from '../../../../support/builders/any-order.ts';
import { startTestTable, type TestTable } from '../../../../support/test-table.ts';

describe('4.7 a listing with more matches than it holds', () => {
  let db: TestTable;
  beforeEach(async () => {
    db = await startTestTable();
  });
  afterEach(() => db.stop());

  const make = (count: number, minute: (index: number) => number) =>
    db.deps.table.write(
      Array.from({ length: count }, (_, index) =>
        create(
          orderEntity,
          anyOrder({
            id: `ord_01KJQ00000000000000000${String(index).padStart(4, '0')}`,
            createdAt: `2026-03-02T08:${String(minute(index)).padStart(2, '0')}:00.000Z`,
            tags: index % 2 ? ['odd'] : [],
          }),
        ),
      ),
    );
  const list = (limits: { matches: number; scanned: number }, filters = {}) =>
    listOrders(
      db.deps,
      anyCaller,
      { filters, sort: { by: 'created_at', direction: 'DESC' }, limit: 100, offset: 0 },
      limits,
    );

  it('has the newest of them and says that there are more (B41)', async () => {
    await make(30, (index) => index);
    const page = await list({ matches: 10, scanned: 1_000 });
    expect(page).toMatchObject({ totalCount: 10, totalCountIsExact: false });
    expect(page.rows[0]?.createdAt).toBe('2026-03-02T08:29:00.000Z');
    expect(new Set(page.rows.map(({ id }) => id)).size).toBe(10);
  });

  it('looks further for those that pass the filters', async () => {
    await make(30, (index) => index);
    expect(await list({ matches: 15, scanned: 1_000 }, { tags: ['odd'] })).toMatchObject({
      totalCount: 15,
      totalCountIsExact: true,
    });
    expect(await list({ matches: 15, scanned: 1_000 }, { tags: ['none'] })).toMatchObject({
      totalCount: 0,
      totalCountIsExact: true,
    });
    expect(await list({ matches: 10, scanned: 15 }, { tags: ['none'] })).toMatchObject({
      totalCountIsExact: false,
    });
  });

  it('looks through all orders of one instant, however many', async () => {
    await make(30, () => 5);
    expect(await list({ matches: 10, scanned: 1_000 }, { tags: ['none'] })).toMatchObject({
      totalCount: 0,
      totalCountIsExact: true,
    });
    expect(await list({ matches: 15, scanned: 1_000 }, { tags: ['odd'] })).toMatchObject({
      totalCount: 15,
      totalCountIsExact: true,
    });
  });
});
