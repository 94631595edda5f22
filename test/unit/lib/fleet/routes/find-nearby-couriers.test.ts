import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cellOf, cellsAround, reachOf } from '../../../../../lib/fleet/routes/courier-cells.ts';
import { findNearbyCouriers, placeCourier } from '../../../../../lib/fleet/routes/index.ts';
import { greatCircleMeters, type Point } from '../../../../../lib/platform/core/geography.ts';
import { startTestTable, type TestTable } from '../../../../support/test-table.ts';

let db: TestTable;
beforeAll(async () => {
  db = await startTestTable();
});
afterAll(() => db.stop());

const actorOf = (organizationId: string) => ({
  organizationId,
  keyId: 'key_test',
  storeLocationIds: null,
  driverGroupIds: null,
  listShards: 1,
});

async function place(organizationId: string, courierId: string, { lat, lng }: Point, agoMs = 0) {
  await placeCourier(db.deps, {
    organizationId,
    courierId,
    routeId: 'rte_1',
    firstName: 'Ada',
    lastName: 'Moss',
    storeLocationIds: ['store_1'],
    driverGroupId: 'cntr_1',
    lat,
    lng,
    updatedAt: new Date(db.deps.clock.now() - agoMs).toISOString(),
  });
}

const near = async (organizationId: string, point: Point, limit = 10) =>
  (await findNearbyCouriers(db.deps, actorOf(organizationId), point, limit)).map(
    ({ courierId }) => courierId,
  );

describe('4.2 couriers near a point', () => {
  it('nearest first, those of 15 minutes at most, and as many as were asked for', async () => {
    const here = { lat: 52.5, lng: 13.4 };
    await place('org_near', 'cou_b', { lat: 52.505, lng: 13.4 });
    await place('org_near', 'cou_a', { lat: 52.501, lng: 13.4 });
    await place('org_near', 'cou_old', here, 15 * 60_000 + 1_000);
    await place('org_near', 'cou_far', { lat: 52.7, lng: 13.4 });
    await place('org_near', 'cou_gone', { lat: 53.5, lng: 13.4 });
    expect(await near('org_near', here)).toEqual(['cou_a', 'cou_b', 'cou_far']);
    expect(await near('org_near', here, 1)).toEqual(['cou_a']);
    expect(await near('org_other', here)).toEqual([]);
  });

  it('finds a courier where it is now, not in the cell that it left, and keeps no older position', async () => {
    const before = { lat: 48.1, lng: 11.5 };
    await place('org_moving', 'cou_1', before, 60_000);
    await place('org_moving', 'cou_1', { lat: 48.2, lng: 11.5 });
    await place('org_moving', 'cou_1', before, 30_000);
    const [found] = await findNearbyCouriers(db.deps, actorOf('org_moving'), before, 5);
    expect(found).toMatchObject({ courierId: 'cou_1', lat: 48.2 });
  });

  it.each([
    ['of a row', { lat: 51.9999, lng: 10 }, { lat: 52.0001, lng: 10 }],
    ['of a column', { lat: 40, lng: 14.99999 }, { lat: 40, lng: 15.00001 }],
    ['which is the date line', { lat: -17, lng: 179.9999 }, { lat: -17, lng: -179.9999 }],
    ['which is the equator', { lat: 0.0001, lng: 20 }, { lat: -0.0001, lng: 20 }],
    ['far in the north', { lat: 78.21, lng: 15.6 }, { lat: 78.2099, lng: 15.61 }],
  ])('finds a courier on the other side of an edge %s', async (title, point, courier) => {
    const organizationId = `org_${title.replaceAll(' ', '-')}`;
    await place(organizationId, 'cou_1', courier);
    expect(await near(organizationId, point)).toEqual(['cou_1']);
  });

  it('a caller limited to other stores or groups sees none of them', async () => {
    await place('org_scope', 'cou_1', { lat: 52.5, lng: 13.4 });
    const find = (limits: object) =>
      findNearbyCouriers(db.deps, { ...actorOf('org_scope'), ...limits }, { lat: 52.5, lng: 13.4 }, 5);
    expect(await find({ storeLocationIds: ['store_2'] })).toEqual([]);
    expect(await find({ storeLocationIds: ['store_1'] })).toHaveLength(1);
    expect(await find({ driverGroupIds: ['cntr_2'] })).toEqual([]);
  });

  it('cells around a point hold everything within their reach, at any place of the earth', () => {
    let seed = 7;
    const random = () => {
      seed = (seed * 48_271) % 2_147_483_647;
      return seed / 2_147_483_647;
    };
    for (let round = 0; round < 4_000; round += 1) {
      const point = { lat: random() * 170 - 85, lng: random() * 360 - 180 };
      const level = round % 2 === 0 ? 0 : 1;
      const metres = random() * reachOf(level);
      const angle = random() * 2 * Math.PI;
      const lat = point.lat + (metres * Math.cos(angle)) / 111_195;
      const turned =
        point.lng + (metres * Math.sin(angle)) / (111_195 * Math.cos((point.lat * Math.PI) / 180));
      const other = { lat, lng: ((turned + 540) % 360) - 180 };
      if (greatCircleMeters(point, other) > reachOf(level) * 0.98) continue;
      expect(cellsAround(point, level)).toContain(cellOf(other, level));
      expect(cellsAround(point, level).length).toBeLessThanOrEqual(4);
    }
  });
});
