import { afterAll, beforeAll, expect, it } from 'vitest';
import { coveringZones, fillZones } from '../../../../bench/zones-at-scale.ts';
import { type ServedTable, startServedTable } from '../../../../support/test-table.ts';

/** As dense as 10,000 zones in a large city. */
const DENSITY = { count: 400, spread: 0.2, radius: 0.01 };

let db: ServedTable;
beforeAll(async () => {
  db = await startServedTable();
  await fillZones(db, DENSITY);
});
afterAll(() => db.stop());

it('the zones at a point are found in at most 4 calls, however many zones the organization has', async () => {
  const { calls, found } = await coveringZones(db, { lookUps: 100, spread: DENSITY.spread });
  expect(calls).toBeLessThanOrEqual(4);
  expect(found).toBeGreaterThan(1);
});
