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
    [{ date: '0000-01-01' }, 'no route with orders on 0000-01-01'],
    [{ date: '9999-12-31' }, 'no route with orders on 9999-12-31'],
    [{ date: '2026-03-02T00:00:00Z' }, 'is not a date such as'],
    [{ vehicles: 1.5 }, 'expected a whole number'],
    [{ shiftStart: '24:00' }, 'is not a time such as 08:00'],
    [{ driverGroupId: { $ne: '' } }, 'driverGroupId'],
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

describe('46 6: a planning what-if under attack', () => {
  it('stays canceled when it is canceled while it runs, and leaves nothing behind', async () => {
    await twoVans();
    const { json } = await ask({});
    await api.begin(json.id);
    expect(api.files()).not.toEqual([]);
    const canceled = await api.activity('POST /v1/activities/{id}/cancel', json.id);
    expect(canceled).toMatchObject({ status: 200, json: { status: 'CANCELLED' } });
    await api.carry(json.id);
    const { json: ended } = await api.activity('GET /v1/activities/{id}', json.id);
    expect(ended).toMatchObject({ status: 'CANCELLED', result: null });
    expect(api.files()).toEqual([]);
  });

  it('that is asked twice at the same time is two, with one answer; carried out twice it is one', async () => {
    await twoVans();
    const asked = await Promise.all([ask({}), ask({})]);
    const [one, other] = asked.map(({ json }) => json.id);
    expect(one).not.toBe(other);
    await Promise.all([one, one, other].map((id) => api.carry(id)));
    const read = await Promise.all([one, other].map((id) => api.activity('GET /v1/activities/{id}', id)));
    const [first, second] = read.map(({ json }) => json);
    expect(first).toMatchObject({ status: 'SUCCESS' });
    expect(second.result).toEqual(first.result);
  });

  it.each([
    ['Asia/Kathmandu', '2026-03-02', '2026-03-01T18:15:00.000Z', 24],
    ['America/St_Johns', '2026-03-02', '2026-03-02T03:30:00.000Z', 24],
    ['America/St_Johns', '2026-03-08', '2026-03-08T03:30:00.000Z', 23],
    ['America/St_Johns', '2026-11-01', '2026-11-01T02:30:00.000Z', 25],
    ['Australia/Lord_Howe', '2026-04-05', '2026-04-04T13:00:00.000Z', 24.5],
  ])(
    'in %s takes the routes of %s, from its first minute to its last',
    async (timeZone, date, from, hours) => {
      const there = await startPlanWhatIf({ timeZone });
      try {
        const at = (hour: number) => new Date(Date.parse(from) + hour * 3_600_000).toISOString();
        const minute = 1 / 60;
        for (const departure of [-minute, 0, hours - minute, hours]) {
          const [id] = await there.orders(1, { dropoffStartTime: at(-48), dropoffEndTime: at(72) });
          await there.depotRoute([id!], { plannedDeparture: at(departure) });
        }
        expect((await there.answered({ date })).before).toMatchObject({ routes: 2, orders: 2 });
      } finally {
        await there.stop();
      }
    },
  );

  it.each([
    ['Asia/Kathmandu', '2026-03-02', '02:15'],
    ['America/St_Johns', '2026-03-08', '10:30'],
    ['America/St_Johns', '2026-11-01', '11:30'],
  ])('in %s begins a shift at 08:00 on the clocks of %s, which is %s in UTC', async (timeZone, date, utc) => {
    const there = await startPlanWhatIf({ timeZone });
    try {
      const start = Date.parse(`${date}T${utc}:00.000Z`);
      const at = (minutes: number) => new Date(start + minutes * 60_000).toISOString();
      const windows = [
        [-120, -30],
        [60, 120],
        [270, 300],
      ] as const;
      const ids: string[] = [];
      for (const [opens, closes] of windows) {
        const drop = { dropoffLat: DEPOT.lat + 0.01, dropoffLng: DEPOT.lng };
        const [id] = await there.orders(1, {
          ...{ ...drop, dropoffStartTime: at(opens), dropoffEndTime: at(closes) },
        });
        ids.push(id!);
      }
      await there.depotRoute(ids, { plannedDeparture: at(-180) });
      const { leftOut } = await there.answered({ date, shiftStart: '08:00', shiftEnd: '12:00' });
      expect(leftOut.map(({ orderId }: Json) => orderId).sort()).toEqual([ids[0], ids[2]]);
    } finally {
      await there.stop();
    }
  });
});
