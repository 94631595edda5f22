import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { countUnits } from '../../../../bench/count-units.ts';
import { MAX_CALLS, measureSearch, SEARCHES, tableOfCouriers } from '../../../../bench/couriers-at-scale.ts';
import type { ServedTable } from '../../../../support/test-table.ts';

let db: ServedTable;
let unitsOf: ReturnType<typeof countUnits>;
beforeAll(async () => {
  db = await tableOfCouriers();
  unitsOf = countUnits(db.client);
});
afterAll(() => db.stop());

describe('among 10,000 active couriers', () => {
  it.each(SEARCHES)('the nearest are found $title with at most 10 calls', async (search) => {
    const { found, calls } = await measureSearch(db, unitsOf, search);
    expect(found).toBe(search.limit);
    expect(calls).toBeLessThanOrEqual(MAX_CALLS);
  });
});
