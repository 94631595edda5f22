import { cellOf, courierPositionEntity, findNearbyCouriers, OWN } from '../../lib/fleet/routes/index.ts';
import { create } from '../../lib/platform/table/index.ts';
import { type ServedTable, startServedTable } from '../support/test-table.ts';
import type { countUnits } from './count-units.ts';

/** Active couriers of one town of about 14 km across. */
export const COURIERS = 10_000;

/** Maximum number of DynamoDB calls of a search. */
export const MAX_CALLS = 10;

/** Places to search from, and how many couriers to find at each. */
export const SEARCHES = [
  { title: 'in the midst of the town', point: { lat: 52.51, lng: 13.41 }, limit: 10 },
  { title: 'in the midst, as many as can be asked for', point: { lat: 52.51, lng: 13.41 }, limit: 50 },
  { title: 'outside of it, where the wide cells are read', point: { lat: 52.65, lng: 13.41 }, limit: 10 },
  { title: 'outside, as many as can be asked for', point: { lat: 52.5, lng: 13.7 }, limit: 50 },
] as const;

/** A table with all the couriers, each with a current position. */
export async function tableOfCouriers(): Promise<ServedTable> {
  const db = await startServedTable();
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
          lat: 52.51 + ((courier * 7_919) % 10_007) / 80_000 - 0.0625,
          lng: 13.41 + ((courier * 104_729) % 10_009) / 50_000 - 0.1,
          updatedAt,
        };
        return [OWN, cellOf(at, 0), cellOf(at, 1)].map((cell) =>
          create(courierPositionEntity, { ...at, cell }),
        );
      }),
    );
  }
  return db;
}

/** Runs a search. Returns the couriers that it found and its cost. */
export async function measureSearch(
  db: ServedTable,
  unitsOf: ReturnType<typeof countUnits>,
  { point, limit }: (typeof SEARCHES)[number],
): Promise<{ readonly found: number; readonly calls: number; readonly units: number; readonly ms: number }> {
  const actor = {
    organizationId: 'org_test',
    keyId: 'key_test',
    storeLocationIds: null,
    driverGroupIds: null,
    listShards: 1,
  };
  unitsOf();
  const from = performance.now();
  const found = await findNearbyCouriers(db.deps, actor, point, limit);
  const ms = performance.now() - from;
  const { calls, readUnits } = unitsOf();
  return { found: found.length, calls, units: readUnits, ms };
}
