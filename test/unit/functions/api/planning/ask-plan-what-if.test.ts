import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type PlanWhatIfWorld, startPlanWhatIf } from '../../../../support/plan-what-if-world.ts';
import { DEPOT } from '../../../../support/routes-api.ts';

type Json = ReturnType<typeof JSON.parse>;

let api: PlanWhatIfWorld;
beforeEach(async () => {
  api = await startPlanWhatIf();
});
afterEach(() => api.stop());

const answered = (body: object) => api.answered(body);
const ask = (...of: Parameters<PlanWhatIfWorld['ask']>) => api.ask(...of);

/** A degree of latitude has 111 km, so this is some 20 km: half an hour and more on estimated roads. */
const NORTH = DEPOT.lat + 0.18;
const SOUTH = DEPOT.lat - 0.18;
const LNG = DEPOT.lng;

/** An order that is to be there between these hours of the day. */
const order = async (dropoffLat: number, from: number, to: number) => {
  const at = (hour: number) => `2026-03-02T${String(hour).padStart(2, '0')}:00:00.000Z`;
  const [id] = await api.orders(1, {
    ...{ dropoffLat, dropoffLng: LNG, dropoffStartTime: at(from), dropoffEndTime: at(to) },
    ...{ pickupStartTime: at(8), pickupEndTime: at(20) },
  });
  return id!;
};

/** Two vans: one goes north and one south, each within the same hour. One van cannot do both. */
async function twoVans() {
  const [north, south] = [await order(NORTH, 10, 11), await order(SOUTH, 10, 11)];
  const departure = { plannedDeparture: '2026-03-02T09:00:00Z' };
  await api.depotRoute([north], departure);
  await api.depotRoute([south], departure);
  return { north, south };
}

describe('46 6: a day with other vehicles, shifts or windows', () => {
  it('is never dearer than it was when nothing is changed, and changes nothing', async () => {
    await twoVans();
    const before = await api.db.items();
    const result = await answered({ name: 'As it was' });
    expect(result).toMatchObject({
      ...{ name: 'As it was', date: '2026-03-02', movedCount: 0, leftOut: [] },
      before: { routes: 2, orders: 2, lateOrders: 0, leftOutOrders: 0 },
      after: { routes: 2, orders: 2, lateOrders: 0, leftOutOrders: 0 },
    });
    expect(result.after.costCents).toBeLessThanOrEqual(result.before.costCents);
    const stays = (items: typeof before) =>
      items.filter(({ type }) => ['route', 'routeStops', 'routeOrders', 'order'].includes(type));
    expect(stays(await api.db.items())).toEqual(stays(before));
  });

  it('leaves out what one van cannot do, and says why', async () => {
    const { north, south } = await twoVans();
    const result = await answered({ vehicles: 1 });
    expect(result.after).toMatchObject({ routes: 1, orders: 1, leftOutOrders: 1 });
    const [left] = result.leftOut;
    expect([north, south]).toContain(left.orderId);
    expect(left.reasons[0]).toMatchObject({ code: expect.any(String), message: expect.any(String) });
  });

  it('can be done by one van when windows are wider', async () => {
    await twoVans();
    const result = await answered({ vehicles: 1, windowMinutes: 180 });
    expect(result.after).toMatchObject({ routes: 1, orders: 2, leftOutOrders: 0 });
    expect(result.movedCount).toBe(1);
    expect(result.after.costCents).toBeLessThan(result.before.costCents);
  });

  it('counts what was late, which a second van carries in time', async () => {
    const ids = [await order(NORTH, 10, 11), await order(SOUTH, 10, 11)];
    await api.depotRoute(ids, { plannedDeparture: '2026-03-02T09:00:00Z' });
    const result = await answered({ vehicles: 2 });
    expect(result.before).toMatchObject({ routes: 1, orders: 2, lateOrders: 1, inTimeOrders: 1 });
    expect(result.after).toMatchObject({
      routes: 2,
      orders: 2,
      lateOrders: 0,
      leftOutOrders: 0,
      inTimeOrders: 2,
    });
    expect(result).toMatchObject({
      better: expect.arrayContaining(['inTimeOrders', 'lateOrders']),
      worse: expect.arrayContaining(['routes']),
    });
  });

  it('says of a late day as it was what is better and what is worse', async () => {
    const ids = [await order(NORTH, 10, 11), await order(SOUTH, 10, 11)];
    await api.depotRoute(ids, { plannedDeparture: '2026-03-02T09:00:00Z' });
    // One van cannot be in time for both: the plan leaves out what was late, and so drives less.
    const result = await answered({});
    expect(result.before).toMatchObject({ orders: 2, inTimeOrders: 1, lateOrders: 1, leftOutOrders: 0 });
    expect(result.after).toMatchObject({ orders: 1, inTimeOrders: 1, lateOrders: 0, leftOutOrders: 1 });
    expect(result.better).toEqual(expect.arrayContaining(['costCents', 'distance', 'lateOrders']));
    expect(result.worse).toEqual(['leftOutOrders']);
  });

  it('leaves out what lies after the end of a shorter shift', async () => {
    const [early, late] = [await order(DEPOT.lat + 0.01, 8, 10), await order(DEPOT.lat - 0.01, 15, 16)];
    await api.depotRoute([early, late], { plannedDeparture: '2026-03-02T08:00:00Z' });
    const whole = await answered({});
    expect(whole.after).toMatchObject({ orders: 2, leftOutOrders: 0 });
    const short = await answered({ shiftStart: '08:00', shiftEnd: '12:00' });
    expect(short.leftOut.map(({ orderId }: Json) => orderId)).toEqual([late]);
    expect(short.changes).toEqual({
      vehicles: null,
      shiftStart: '08:00',
      shiftEnd: '12:00',
      windowMinutes: null,
    });
  });

  it.each([
    [{ date: '2026-03-03' }, 'no route with orders on 2026-03-03'],
    [{ driverGroupId: 'grp_other' }, 'of driver group \\"grp_other\\"'],
    [{ vehicles: 0 }, 'vehicles'],
    [{ vehicles: 301 }, 'vehicles'],
    [{ shiftStart: '8' }, 'is not a time such as 08:00'],
    [{ shiftStart: '12:00', shiftEnd: '12:00' }, 'is not after shiftStart'],
    [{ windowMinutes: 1_000 }, 'windowMinutes'],
    [{ name: ' ' }, 'name'],
    [{ date: '2026-02-30' }, 'date'],
  ])('refuses %j', async (body, why) => {
    await twoVans();
    const { status, json } = await ask(body);
    expect(status).toBe(422);
    expect(JSON.stringify(json)).toContain(why);
  });

  it('is not for callers with limits, nor about the routes of others', async () => {
    await twoVans();
    expect((await ask({}, { storeLocationIds: ['store_1'] })).status).toBe(403);
    const others = { organizations: [{ id: 'org_other', listShards: 1 }] };
    expect((await ask({}, others)).status).toBe(422);
  });
});
