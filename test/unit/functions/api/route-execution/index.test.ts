import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { estimatedLeg } from '../../../../../lib/engines/travel/index.ts';
import { followDeliveries, ROUTE_FOLLOWS, routeEntity } from '../../../../../lib/fleet/routes/index.ts';
import { cancelJob, undispatchOrder } from '../../../../../lib/fulfilment/dispatch/index.ts';
import {
  type DeliveryStatus,
  jobCanceled,
  readJob,
  updateDelivery,
} from '../../../../../lib/fulfilment/jobs/index.ts';
import { SIMULATORS } from '../../../../../lib/fulfilment/providers/simulators/index.ts';
import { orderEntity } from '../../../../../lib/ordering/orders/index.ts';
import { defaultPreferences } from '../../../../../lib/platform/organization/preferences.ts';
import { replace, type Table } from '../../../../../lib/platform/table/index.ts';
import { DEPOT, type RoutesApi, startRoutesApi } from '../../../../support/routes-api.ts';

let api: RoutesApi;
beforeAll(async () => {
  api = await startRoutesApi();
});
afterAll(() => api.stop());

const WINDOWS = {
  pickupStartTime: '2026-03-02T10:00:00.000Z',
  pickupEndTime: '2026-03-02T11:00:00.000Z',
  dropoffStartTime: '2026-03-02T10:00:00.000Z',
  dropoffEndTime: '2026-03-02T14:00:00.000Z',
};

const dispatch = (routeIds: readonly string[], autoDispatch = false) =>
  api.call('POST /v1/routes/dispatch', { body: { routeIds, autoDispatch } });
const report = (id: string, stopId: string, body: object, grant = {}) =>
  api.call('PATCH /v1/fleet/routes/{id}/stops/{stopId}', { params: { id, stopId }, body, grant });
/** A report that arrives when it says that it was made. */
async function reportAt(
  id: string,
  stopId: string,
  body: { status: string; occurred_at: string; reason?: string },
) {
  const { clock } = api.db.deps;
  const ahead = Date.parse(body.occurred_at) - clock.now();
  clock.advance(ahead);
  const reply = await report(id, stopId, body);
  clock.advance(-ahead);
  return reply;
}

/** Gives a route to the own fleet and dispatches it. */
async function sendOut(id: string): Promise<string> {
  const body = { providerId: 'prv_own_fleet' };
  expect((await api.call('POST /v1/routes/{id}/assign', { params: { id }, body })).status).toBe(200);
  const { status, json } = await dispatch([id], true);
  expect(status).toBe(200);
  return String(json.jobs[0].id);
}

type Stop = {
  readonly id: string;
  readonly stopType: string;
  readonly status: string;
  readonly arrivalTime: string;
};
const dropsOf = (route: { stops: readonly Stop[] }) =>
  route.stops.filter(({ stopType }) => stopType === 'DROPOFF');
const jobOf = (id: string) => readJob(api.db.deps.table, 'org_test', id);

/** A route with this many orders, with times, that the own fleet carries. */
async function onTheRoad(count: number) {
  const ids = await api.orders(count, WINDOWS);
  const at = (minute: number) => `2026-03-02T10:${String(minute).padStart(2, '0')}:00Z`;
  const route = await api.route({
    stops: [
      { stopType: 'ROUTE_START', location: DEPOT, departTime: at(0) },
      ...ids.map((id, index) => ({
        stopType: 'DROPOFF',
        objectIds: [id],
        arrivalTime: at(10 * (index + 1)),
        durationFromPrevious: 540,
        serviceTime: 60,
      })),
    ],
  });
  const jobId = await sendOut(route.id);
  return { ids, route: await api.get(route.id), jobId };
}

/** Passes every event of this name that concerns the job to the worker that updates routes. */
async function follow(name: string): Promise<void> {
  for (const event of await api.db.events(name)) await followDeliveries(api.db.deps, event);
}

describe('4.2.2 POST /v1/routes/dispatch', () => {
  it('makes one job per route with the orders in sequence and the tags that all share', async () => {
    const [a] = await api.orders(1, { ...WINDOWS, tags: ['cold', 'vip'] });
    const [b] = await api.orders(1, { ...WINDOWS, tags: ['cold'] });
    const route = await api.depotRoute([b!, a!]);
    const { status, json } = await dispatch([route.id]);
    expect(status).toBe(200);
    expect(json).toMatchObject({
      jobs: [{ routeId: route.id }],
      results: [{ routeId: route.id, success: true }],
    });
    const job = await jobOf(json.jobs[0].id);
    expect(job?.job.value).toMatchObject({ routeId: route.id, tags: ['cold'], isBatch: true });
    expect(job?.configurations.map(({ value }) => value.orderId)).toEqual([b, a]);
    expect(await api.get(route.id)).toMatchObject({
      isDispatched: true,
      jobId: json.jobs[0].id,
      status: 'CREATED',
    });
    expect((await api.order(a!)).status).toBe('dispatched');
    expect((await api.db.events('route.dispatched')).length).toBeGreaterThan(0);
    expect(await dispatch([route.id])).toMatchObject({
      json: { error: { code: 'ROUTE_ALREADY_DISPATCHED' } },
    });
  });

  it('7: an order without its windows refuses its route with TASK_MISSING_TIME_WINDOW, and not the others', async () => {
    const bare = await api.depotRoute(await api.orders(1));
    const good = await api.depotRoute(await api.orders(1, WINDOWS));
    const { json } = await dispatch([bare.id, good.id]);
    expect(json.results).toMatchObject([
      { routeId: bare.id, success: false, errorCode: 'TASK_MISSING_TIME_WINDOW' },
      { routeId: good.id, success: true },
    ]);
    expect(await dispatch([bare.id])).toMatchObject({ status: 422 });
    expect((await api.get(bare.id)).isDispatched).toBe(false);
  });

  it('42 6 the route says at once what dispatch will ask for, and one reply names every flaw of every route', async () => {
    const orders = [...(await api.orders(2)), ...(await api.orders(1, WINDOWS))];
    const bare = await api.depotRoute(orders);
    const [backwards] = await api.orders(1, WINDOWS);
    const wrong = await api.route({
      stops: [
        { stopType: 'DROPOFF', objectIds: [backwards] },
        { stopType: 'PICKUP', objectIds: [backwards] },
      ],
    });
    const good = await api.depotRoute(await api.orders(1, WINDOWS));
    const missing = expect.stringContaining('no pickup or dropoff time window');
    const flaws = { [orders[0]!]: missing, [orders[1]!]: missing };
    expect(bare.validationErrors).toEqual(flaws);
    const order = { [backwards!]: expect.stringContaining('before its pickup') };
    const none = await dispatch([bare.id, wrong.id]);
    expect(none).toMatchObject({
      status: 422,
      json: {
        error: {
          code: 'TASK_MISSING_TIME_WINDOW',
          details: {
            orderIds: orders.slice(0, 2),
            results: [
              { routeId: bare.id, validationErrors: flaws },
              { routeId: wrong.id, validationErrors: order },
            ],
          },
        },
      },
    });
    const { json } = await dispatch([bare.id, wrong.id, good.id]);
    expect(json.results).toMatchObject([
      { routeId: bare.id, success: false, errorCode: 'TASK_MISSING_TIME_WINDOW', validationErrors: flaws },
      {
        routeId: wrong.id,
        success: false,
        errorCode: 'ROUTE_ACTION_INVALID_STATUS',
        validationErrors: order,
      },
      { routeId: good.id, success: true, validationErrors: null },
    ]);
  });

  it('42 6 the reply also names the orders that their job would refuse, all of them', async () => {
    const flawed = { status: 'needs_attention' as const, validationErrors: { valueCents: 'Missing.' } };
    const change = async (id: string, changes: object) => {
      const stored = (await api.db.deps.table.get(orderEntity, { organizationId: 'org_test', id }))!;
      await api.db.deps.table.write([replace(orderEntity, stored, { ...stored.value, ...changes })]);
    };
    const orders = await api.orders(3, WINDOWS);
    const route = await api.depotRoute(orders);
    for (const id of orders.slice(0, 2)) await change(id, flawed);
    const refused = await dispatch([route.id]);
    expect(refused.json.error.message).toMatch(/^2 orders cannot be dispatched\. /);
    expect(Object.keys(refused.json.error.details.validationErrors)).toEqual(orders.slice(0, 2));
    const bare = await api.orders(2);
    const both = await api.depotRoute(bare);
    await change(bare[1]!, flawed);
    const { json } = await dispatch([both.id]);
    expect(json.error).toMatchObject({
      code: 'TASK_MISSING_TIME_WINDOW',
      details: {
        validationErrors: {
          [bare[0]!]: expect.stringContaining('time window'),
          [bare[1]!]: expect.stringMatching(/time window.*validation errors \(valueCents\)/),
        },
      },
    });
    for (const { id } of [route, both]) expect((await api.get(id)).isDispatched).toBe(false);
  });

  it.each([
    ['nothing on it', async () => (await api.route({})).id, 'ROUTE_HAS_NO_STOPS'],
    ['no orders', async () => (await api.depotRoute([])).id, 'ROUTE_HAS_NO_PACKAGES'],
    ['an unknown id', async () => 'rte_unknown', 'ROUTE_NOT_FOUND'],
  ])('a route with %s is refused', async (_, make, code) => {
    expect((await dispatch([await make()])).json.error.code).toBe(code);
  });

  it('two requests at once make one job', async () => {
    const route = await api.depotRoute(await api.orders(2, WINDOWS));
    const replies = await Promise.all([dispatch([route.id]), dispatch([route.id])]);
    const jobs = new Set(replies.flatMap(({ json }) => json.jobs?.map(({ id }: { id: string }) => id) ?? []));
    expect(jobs.size).toBe(1);
  });

  it('4.2.3 a route is dispatched as it is created, and is there when that fails', async () => {
    const [a] = await api.orders(1, WINDOWS);
    const [b] = await api.orders(1);
    const body = (id: string) => ({
      autoDispatch: true,
      stops: [
        { stopType: 'ROUTE_START', location: DEPOT },
        { stopType: 'DROPOFF', objectIds: [id] },
      ],
    });
    const good = await api.call('POST /v1/routes', { body: body(a!) });
    expect(good.json).toMatchObject({ route: { isDispatched: true }, dispatchError: null });
    const bad = await api.call('POST /v1/routes', { body: body(b!) });
    expect(bad).toMatchObject({
      status: 200,
      json: { route: { isDispatched: false }, dispatchError: { code: 'TASK_MISSING_TIME_WINDOW' } },
    });
    const preferring = {
      preferences: {
        organizationId: 'org_test',
        values: { ...defaultPreferences(), autoDispatchRoutesOnCreation: true },
      },
    };
    const [c] = await api.orders(1, WINDOWS);
    const { autoDispatch: _, ...plain } = body(c!);
    const preferred = await api.call('POST /v1/routes', { body: plain, grant: preferring });
    expect(preferred.json.route.isDispatched).toBe(true);
  });

  it('4.2.3 after dispatch stops are reordered only where the organization prefers it', async () => {
    const { route } = await onTheRoad(2);
    const stopIds = route.stops.map(({ id }: Stop) => id);
    const reorder = (grant = {}) =>
      api.call('PATCH /v1/routes/{id}', {
        params: { id: route.id },
        body: { stopIds: [stopIds[0], stopIds[2], stopIds[1]] },
        grant,
      });
    expect((await reorder()).json.error.code).toBe('ROUTE_ALREADY_DISPATCHED');
    const preferences = {
      organizationId: 'org_test',
      values: { ...defaultPreferences(), editRoutesAfterDispatch: true },
    };
    expect((await reorder({ preferences })).status).toBe(200);
  });
});

describe('C53 PATCH /v1/fleet/routes/{id}/stops/{stopId}', () => {
  const giveTo = async (courierId: string, routeId: string) => {
    const { table } = api.db.deps;
    const stored = await table.get(routeEntity, { organizationId: 'org_test', id: routeId });
    const courier = { id: courierId, firstName: 'Kim', lastName: 'Lee', phoneNumber: null };
    await table.write([replace(routeEntity, stored!, { ...stored!.value, courier })]);
  };

  it('3.2 a driver is at one stop at a time; the route starts, progresses and completes', async () => {
    const { route } = await onTheRoad(2);
    const [first, second] = dropsOf(route);
    const started = await report(route.id, first!.id, {
      status: 'ENROUTE',
      occurred_at: '2026-03-02T08:55:00Z',
    });
    expect(started.json).toMatchObject({ status: 'STARTED', actualDeparture: '2026-03-02T08:55:00.000Z' });
    const other = await report(route.id, second!.id, { status: 'enroute' });
    expect(dropsOf(other.json).map(({ status }) => status)).toEqual(['PENDING', 'ENROUTE']);
    expect((await report(route.id, second!.id, { status: 'COMPLETED' })).json.status).toBe('IN_PROGRESS');
    expect((await report(route.id, first!.id, { status: 'IN_PROGRESS' })).status).toBe(200);
    const done = await report(route.id, first!.id, { status: 'COMPLETED' });
    expect(done.json).toMatchObject({ status: 'COMPLETED', metrics: { stopsCompleted: 2 } });
    expect(done.json.statusHistory.map(({ status }: { status: string }) => status)).toEqual([
      'CREATED',
      'ASSIGNED',
      'STARTED',
      'IN_PROGRESS',
      'COMPLETED',
    ]);
    const names = (await api.db.events())
      .filter(({ aggregateId }) => aggregateId === route.id)
      .map(({ name }) => name);
    for (const name of ['route.started', 'route.stop_completed', 'route.completed', 'route.stops_updated'])
      expect(names).toContain(name);
    expect(await report(route.id, first!.id, { status: 'SKIPPED' })).toMatchObject({
      status: 400,
      json: { error: { code: 'ROUTE_ACTION_INVALID_STATUS' } },
    });
  });

  it('3.2 a driver of two routes is at one stop of both', async () => {
    const [one, other] = [await onTheRoad(2), await onTheRoad(2)];
    for (const { route } of [one, other]) await giveTo('cou_two_routes', route.id);
    const statuses = async ({ route }: typeof one) =>
      dropsOf(await api.get(route.id)).map(({ status }) => status);
    await report(one.route.id, dropsOf(one.route)[0]!.id, { status: 'ENROUTE' });
    await report(other.route.id, dropsOf(other.route)[1]!.id, { status: 'ENROUTE' });
    expect([await statuses(one), await statuses(other)]).toEqual([
      ['PENDING', 'PENDING'],
      ['PENDING', 'ENROUTE'],
    ]);
    await report(other.route.id, dropsOf(other.route)[1]!.id, { status: 'IN_PROGRESS' });
    // Back at the first route, from two devices at once.
    await Promise.all([
      report(one.route.id, dropsOf(one.route)[0]!.id, { status: 'IN_PROGRESS' }),
      report(other.route.id, dropsOf(other.route)[0]!.id, { status: 'IN_PROGRESS' }),
    ]);
    const all = [...(await statuses(one)), ...(await statuses(other))];
    expect(all.filter((status) => status === 'IN_PROGRESS')).toHaveLength(1);
    expect(all.filter((status) => status === 'PENDING')).toHaveLength(3);
  });

  describe('3.2 of two devices, one without a network', () => {
    const at = (minutes: string) => `2026-03-02T${minutes}:00.000Z`;
    const statusesOf = async (id: string) => dropsOf(await api.get(id)).map(({ status }) => status);

    it('the start of a stop that the driver has left since is kept in the history only', async () => {
      const { route } = await onTheRoad(2);
      const [first, second] = dropsOf(route);
      await reportAt(route.id, second!.id, { status: 'IN_PROGRESS', occurred_at: at('10:20') });
      const late = { status: 'ENROUTE', occurred_at: at('10:10') };
      expect(dropsOf((await reportAt(route.id, first!.id, late)).json)).toMatchObject([
        { status: 'PENDING', statusHistory: [{ status: 'ENROUTE', created_at: at('10:10') }] },
        { status: 'IN_PROGRESS', statusHistory: [{ status: 'IN_PROGRESS' }] },
      ]);
      await reportAt(route.id, second!.id, { status: 'COMPLETED', occurred_at: at('10:25') });
      await reportAt(route.id, first!.id, { status: 'IN_PROGRESS', occurred_at: at('10:12') });
      expect(await statusesOf(route.id)).toEqual(['PENDING', 'COMPLETED']);
      await reportAt(route.id, first!.id, { status: 'COMPLETED', occurred_at: at('10:15') });
      expect(await statusesOf(route.id)).toEqual(['COMPLETED', 'COMPLETED']);
    });

    it('so is one after which the driver started a stop of another route', async () => {
      const [one, other] = [await onTheRoad(2), await onTheRoad(2)];
      for (const { route } of [one, other]) await giveTo('cou_two_routes', route.id);
      const [there] = dropsOf(other.route);
      await reportAt(other.route.id, there!.id, { status: 'ENROUTE', occurred_at: at('10:20') });
      const late = { status: 'ENROUTE', occurred_at: at('10:10') };
      const reported = await reportAt(one.route.id, dropsOf(one.route)[0]!.id, late);
      expect(reported.json.status).toBe('ASSIGNED');
      expect(dropsOf(reported.json)[0]).toMatchObject({ statusHistory: [{ created_at: at('10:10') }] });
      expect(await statusesOf(one.route.id)).toEqual(['PENDING', 'PENDING']);
      expect(await statusesOf(other.route.id)).toEqual(['ENROUTE', 'PENDING']);
    });

    it('a stop that was completed before the driver left it is completed', async () => {
      const { route } = await onTheRoad(2);
      const [first, second] = dropsOf(route);
      await reportAt(route.id, first!.id, { status: 'IN_PROGRESS', occurred_at: at('10:10') });
      await reportAt(route.id, second!.id, { status: 'ENROUTE', occurred_at: at('10:20') });
      expect(await statusesOf(route.id)).toEqual(['PENDING', 'ENROUTE']);
      const late = { status: 'COMPLETED', occurred_at: at('10:15') };
      expect(dropsOf((await reportAt(route.id, first!.id, late)).json)).toMatchObject([
        { status: 'COMPLETED', statusHistory: [{ status: 'IN_PROGRESS' }, { status: 'COMPLETED' }] },
        { status: 'ENROUTE' },
      ]);
    });
  });

  it('breaks take their time, are reported like stops, and keep no route open', async () => {
    const ids = await api.orders(2, WINDOWS);
    const drop = (id: string | undefined) => ({
      stopType: 'DROPOFF',
      objectIds: [id],
      durationFromPrevious: 540,
      serviceTime: 60,
    });
    const { id } = await api.route({
      stops: [
        { stopType: 'ROUTE_START', location: DEPOT, departTime: '2026-03-02T10:00:00Z' },
        drop(ids[0]),
        { stopType: 'DRIVER_BREAK', objectIds: ['lunch'], serviceTime: 1_800 },
        drop(ids[1]),
        { stopType: 'DRIVER_BREAK', objectIds: ['coffee'], serviceTime: 600 },
      ],
    });
    await sendOut(id);
    const [, first, lunch, second] = (await api.get(id)).stops as Stop[];
    const at = (minutes: string) => `2026-03-02T${minutes}:00.000Z`;
    const done = await reportAt(id, first!.id, { status: 'COMPLETED', occurred_at: at('10:10') });
    expect(done.json.stops[2]).toMatchObject({ breakDuration: 1_800, arrivalTime: at('10:10') });
    expect(done.json.stops[3].arrivalTime).toBe(at('10:49'));
    // It begins twenty minutes late, and ends early.
    const begun = await reportAt(id, lunch!.id, { status: 'IN_PROGRESS', occurred_at: at('10:30') });
    expect(begun.json.stops[3].arrivalTime).toBe(at('11:09'));
    const over = await reportAt(id, lunch!.id, { status: 'COMPLETED', occurred_at: at('10:40') });
    expect(over.json.stops[2].status).toBe('COMPLETED');
    expect(over.json.stops[3].arrivalTime).toBe(at('10:49'));
    const last = await reportAt(id, second!.id, { status: 'COMPLETED', occurred_at: at('10:50') });
    expect(last.json).toMatchObject({ status: 'COMPLETED', metrics: { stopsCompleted: 2 } });
  });

  it('41 1.10 the way back is reported after the last delivery, when the route is over', async () => {
    const [order] = await api.orders(1, WINDOWS);
    const planned = await api.depotRoute([order!]);
    await sendOut(planned.id);
    const [, drop, end] = planned.stops;
    await report(planned.id, drop.id, { status: 'COMPLETED' });
    for (const status of ['ENROUTE', 'IN_PROGRESS', 'COMPLETED']) {
      const { status: code, json } = await report(planned.id, end.id, { status });
      expect([code, json.status, json.stops[2].status]).toEqual([200, 'COMPLETED', status]);
    }
    expect((await report(planned.id, drop.id, { status: 'FAILED' })).json.error.code).toBe(
      'ROUTE_ACTION_INVALID_STATUS',
    );
  });

  it('works out when the remaining stops are reached, and keeps what was planned', async () => {
    const { route } = await onTheRoad(3);
    const [first, second, third] = dropsOf(route);
    const { json } = await reportAt(route.id, first!.id, {
      status: 'COMPLETED',
      occurred_at: '2026-03-02T10:30:00Z',
    });
    const [, b, c] = dropsOf(json);
    // Nine minutes of driving and one minute of service each.
    expect([b!.arrivalTime, c!.arrivalTime]).toEqual([
      '2026-03-02T10:39:00.000Z',
      '2026-03-02T10:49:00.000Z',
    ]);
    expect(json.stops[2].plannedArrivalTime).toBe(second!.arrivalTime);
    expect(json.stops[3].plannedArrivalTime).toBe(third!.arrivalTime);
  });

  it('estimates when the remaining stops of a route are reached that was never timed', async () => {
    const ids = await api.orders(3, { ...WINDOWS, pickupStartTime: '2026-03-02T09:00:00.000Z' });
    const { id } = await api.depotRoute(ids);
    await sendOut(id);
    const [, first] = (await api.get(id)).stops;
    expect(first.arrivalTime).toBeNull();
    const at = '2026-03-02T09:00:00.000Z';
    const { json } = await report(id, first.id, { status: 'COMPLETED', occurred_at: at });
    const [, , second, third, end] = json.stops;
    expect(second.arrivalTime > at && second.arrivalTime < third.arrivalTime).toBe(true);
    expect(second.durationFromPrevious).toBeNull();
    const back = Date.parse(end.arrivalTime) - Date.parse(third.departTime);
    expect(back).toBe(estimatedLeg(third.location, DEPOT, 'truck').seconds * 1_000);
  });

  it('a skipped stop keeps its reason and can be resumed; late news is kept in the history only', async () => {
    const { route } = await onTheRoad(2);
    const [first] = dropsOf(route);
    const skipped = await reportAt(route.id, first!.id, {
      status: 'SKIPPED',
      reason: 'Gate closed.',
      occurred_at: '2026-03-02T10:20:00Z',
    });
    expect(dropsOf(skipped.json)[0]).toMatchObject({ status: 'SKIPPED', statusDescription: 'Gate closed.' });
    const late = await reportAt(route.id, first!.id, {
      status: 'COMPLETED',
      occurred_at: '2026-03-02T10:10:00Z',
    });
    expect(dropsOf(late.json)[0]).toMatchObject({
      status: 'SKIPPED',
      statusHistory: [{ status: 'COMPLETED' }, { status: 'SKIPPED', status_description: 'Gate closed.' }],
    });
    const resumed = await reportAt(route.id, first!.id, {
      status: 'PENDING',
      occurred_at: '2026-03-02T10:40:00Z',
    });
    expect(dropsOf(resumed.json)[0]!.status).toBe('PENDING');
    expect((await report(route.id, first!.id, { status: 'PENDING' })).json.version).toBe(
      resumed.json.version,
    );
  });

  it('11 a report from a device whose clock is ahead counts from now, and does not hold up the next one', async () => {
    const { route } = await onTheRoad(2);
    const [first] = dropsOf(route);
    const begun = await report(route.id, first!.id, {
      status: 'ENROUTE',
      occurred_at: '2026-03-02T23:00:00Z',
    });
    expect(begun.json).toMatchObject({ status: 'STARTED', actualDeparture: '2026-03-02T09:00:00.000Z' });
    const done = await report(route.id, first!.id, { status: 'COMPLETED' });
    expect(dropsOf(done.json)[0]!.status).toBe('COMPLETED');
  });

  it('a route that is not dispatched, an unknown stop and a foreign route are refused', async () => {
    const planned = await api.depotRoute(await api.orders(1, WINDOWS));
    const status = { status: 'ENROUTE' };
    expect((await report(planned.id, planned.stops[1].id, status)).json.error.code).toBe(
      'ROUTE_ACTION_INVALID_STATUS',
    );
    expect((await report(planned.id, 'stp_none', status)).json.error.code).toBe('ROUTE_STOP_NOT_FOUND');
    const limited = { storeLocationIds: ['store_9'] };
    expect((await report(planned.id, planned.stops[1].id, status, limited)).json.error.code).toBe(
      'ROUTE_NOT_FOUND',
    );
  });
});

describe('a route follows its deliveries', () => {
  it('4.3 an order taken out of dispatch leaves its stops; the last open one completes the route', async () => {
    const { ids, route } = await onTheRoad(2);
    const actor = { organizationId: 'org_test', storeLocationIds: null };
    await undispatchOrder(api.db.deps, actor, ids[0]!);
    await follow('order.taken_off_route');
    const left = await api.get(route.id);
    expect(left.stops.map(({ stopType }: Stop) => stopType)).toEqual(['ROUTE_START', 'DROPOFF']);
    expect(await api.order(ids[0]!)).toMatchObject({ status: 'valid' });
    await undispatchOrder(api.db.deps, actor, ids[1]!);
    // Its job has ended with it, and that event may come first.
    await follow('job.canceled');
    await follow('order.taken_off_route');
    expect(await api.get(route.id)).toMatchObject({ status: 'COMPLETED', metrics: { orders: 0 } });
    const again = await api.depotRoute([ids[0]!]);
    expect((await dispatch([again.id])).status).toBe(200);
  });

  it('what a provider reports of a delivery moves the stop, whatever comes twice', async () => {
    const ids = await api.orders(2, WINDOWS);
    const { id } = await api.depotRoute(ids);
    const { json } = await dispatch([id], true);
    const jobId: string = json.jobs[0].id;
    const told = async (place: number, status: DeliveryStatus) => {
      const { id: deliveryId } = (await jobOf(jobId))!.deliveries[place]!.value;
      await updateDelivery(
        api.db.deps,
        { organizationId: 'org_test', deliveryId, may: () => true },
        { status },
      );
      const events = (await api.db.events()).filter(
        ({ name, data }) =>
          ROUTE_FOLLOWS.some((kind) => kind.name === name) &&
          (data as { deliveryId?: string }).deliveryId === deliveryId,
      );
      for (const event of [...events, ...events]) await followDeliveries(api.db.deps, event);
    };
    await told(0, 'dropoff_enroute');
    expect(await api.get(id)).toMatchObject({
      status: 'STARTED',
      stops: [{}, { status: 'ENROUTE' }, {}, {}],
    });
    await told(0, 'dropoff_complete');
    await told(1, 'pickup_complete');
    await told(1, 'failed');
    expect(await api.get(id)).toMatchObject({
      status: 'COMPLETED',
      stops: [
        {},
        { status: 'COMPLETED', orders: [{ deliveryStatus: 'dropoff_complete' }] },
        { status: 'FAILED' },
        {},
      ],
    });
  });

  it('what many deliveries of one stop report at once is a few changes of the route', async () => {
    const ids = await api.orders(25, WINDOWS);
    const { id } = await api.route({
      stops: [
        { stopType: 'PICKUP', objectIds: ids, location: DEPOT },
        ...ids.map((orderId) => ({ stopType: 'DROPOFF', objectIds: [orderId] })),
      ],
    });
    const { json } = await dispatch([id], true);
    const job = await jobOf(json.jobs[0].id);
    const { deps } = api.db;
    for (const { value } of job!.deliveries)
      await updateDelivery(
        deps,
        { organizationId: 'org_test', deliveryId: value.id, may: () => true },
        { status: 'pickup_complete' },
      );
    let writes = 0;
    const table: Table = new Proxy(deps.table, {
      get(target, name) {
        const member = Reflect.get(target, name);
        if (name === 'write') writes += 1;
        return typeof member === 'function' ? member.bind(target) : member;
      },
    });
    const events = (await api.db.events('delivery.pickup_complete')).filter(
      ({ data }) => (data as { jobId: string }).jobId === job!.job.value.id,
    );
    expect(events).toHaveLength(25);
    await Promise.all(events.map((event) => followDeliveries({ ...deps, table }, event)));
    const { stops } = await api.get(id);
    expect(stops[0].status).toBe('COMPLETED');
    expect(writes).toBeLessThanOrEqual(4);
    await Promise.all(events.map((event) => followDeliveries({ ...deps, table }, event)));
    expect((await api.get(id)).stops).toEqual(stops);
  });

  it('4.3 an order whose package is cancelled alone leaves its stops as well', async () => {
    const { ids, route, jobId } = await onTheRoad(2);
    const job = await jobOf(jobId);
    const actor = { organizationId: 'org_test', storeLocationIds: null };
    const cancel = (place: number) =>
      cancelJob(api.db.deps, actor, { id: jobId, objectId: job!.configurations[place]!.value.id });
    await cancel(0);
    await follow('order.taken_off_route');
    const left = await api.get(route.id);
    expect(left.stops.flatMap(({ objectIds }: { objectIds: string[] }) => objectIds)).toEqual([ids[1]]);
    expect(await api.order(ids[0]!)).toMatchObject({ status: 'valid' });
    await cancel(1);
    await follow('job.canceled');
    await follow('order.taken_off_route');
    expect(await api.get(route.id)).toMatchObject({ status: 'COMPLETED' });
  });

  it('41 1.1 an order whose job is cancelled after another one was delivered leaves the route, which completes', async () => {
    const { ids, route, jobId } = await onTheRoad(2);
    await report(route.id, dropsOf(route)[0]!.id, { status: 'COMPLETED' });
    const actor = { organizationId: 'org_test', storeLocationIds: null };
    await cancelJob(api.db.deps, actor, { id: jobId });
    await follow('order.taken_off_route');
    const left = await api.get(route.id);
    expect(left).toMatchObject({ status: 'COMPLETED' });
    expect(left.stops.flatMap(({ objectIds }: { objectIds: string[] }) => objectIds)).toEqual([ids[0]]);
    expect(await api.order(ids[1]!)).toMatchObject({ status: 'valid' });
  });

  it('a canceled job cancels its route', async () => {
    const { route, jobId } = await onTheRoad(1);
    const event = {
      id: 'evt_canceled',
      name: jobCanceled.name,
      organizationId: 'org_test',
      aggregateType: 'job',
      aggregateId: jobId,
      occurredAt: '2026-03-02T10:15:00.000Z',
      data: { jobId, orderIds: [] },
    };
    await followDeliveries(api.db.deps, event);
    expect(await api.get(route.id)).toMatchObject({ status: 'CANCELED' });
  });
});

describe('POST /v1/routes/{id}/assign', () => {
  const assign = (id: string, body: object) =>
    api.call('POST /v1/routes/{id}/assign', { params: { id }, body });

  it('gives a route to a provider before dispatch, and takes it away again', async () => {
    const route = await api.depotRoute(await api.orders(1, WINDOWS));
    const [provider] = SIMULATORS;
    const named = await assign(route.id, { providerId: provider!.id });
    expect((await assign(route.id, { providerId: 'prv_none' })).status).toBe(422);
    expect(named.json).toMatchObject({ status: 'ASSIGNED', providerName: provider!.name });
    expect((await assign(route.id, { providerId: null })).json).toMatchObject({
      status: 'CREATED',
      providerName: null,
    });
    expect((await assign(route.id, { courierId: 'cou_unknown' })).status).toBe(422);
  });

  it('a dispatched route cannot be without a provider', async () => {
    const { route } = await onTheRoad(1);
    expect((await assign(route.id, { providerId: null })).json.error.code).toBe('ROUTE_ALREADY_DISPATCHED');
  });
});
