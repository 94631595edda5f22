import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cellOf, courierPositionEntity, OWN } from '../../../../lib/routes/courier-cells.ts';
import { findNearbyCouriers } from '../../../../lib/routes/index.ts';
import { create } from '../../../../lib/table/index.ts';
import { countUnits } from '../../../bench/count-units.ts';
import { type ServedTable, startServedTable } from '../../../support/test-table.ts';

const COURIERS = 10_000;
const CENTRE = { lat: 52.51, lng: 13.41 };

let db: ServedTable;
let unitsOf: ReturnType<typeof countUnits>;
beforeAll(async () => {
  db = await startServedTable();
  const updatedAt = new Date(db.deps.clock.now()).toISOString();
  for (let from = 0; from < COURIERS; from += 30) {
    const some = Array.from({ length: Math.min(30, COURIERS - from) }, (_, index) => from + index);
    await db.deps.table.write(
      some.flatMap((courier) => {
        const at = {
          organizationId: 'org_test',
          courierId: `cou_01KJQ0000000000000000${String(courier).padStart(5, '0')}`,
          routeId: `rte_01KJQ0000000000000000${String(courier).padStart(5, '0')}`,
          firstName: 'Alexandra',
          lastName: 'Baumgartner',
          storeLocationIds: ['str_01KJQ000000000000000000001'],
          driverGroupId: 'cntr_01KJQ000000000000000000001',
          // A town of about 14 km across.
          lat: CENTRE.lat + ((courier * 7_919) % 10_007) / 80_000 - 0.0625,
          lng: CENTRE.lng + ((courier * 104_729) % 10_009) / 50_000 - 0.1,
          updatedAt,
        };
        return [OWN, cellOf(at, 0), cellOf(at, 1)].map((cell) =>
          create(courierPositionEntity, { ...at, cell }),
        );
      }),
    );
  }
  unitsOf = countUnits(db.client);
});
afterAll(() => db.stop());

describe('28.4 among 10,000 active couriers', () => {
  it.each([
    ['in the midst of the town', CENTRE, 10],
    ['in the midst, as many as can be asked for', CENTRE, 50],
    ['outside of it, where the wide cells are read', { lat: 52.65, lng: 13.41 }, 10],
    ['outside, as many as can be asked for', { lat: 52.5, lng: 13.7 }, 50],
  ])('the nearest are found %s with at most 10 calls', async (_, point, limit) => {
    unitsOf();
    const actor = {
      organizationId: 'org_test',
      keyId: 'key_test',
      storeLocationIds: null,
      driverGroupIds: null,
      listShards: 1,
    };
    const found = await findNearbyCouriers(db.deps, actor, point, limit);
    const { calls } = unitsOf();
    expect(found).toHaveLength(limit);
    expect(calls).toBeLessThanOrEqual(10);
  });
});
