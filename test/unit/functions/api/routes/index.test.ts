import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { routeEntity } from '../../../../../lib/fleet/routes/index.ts';
import { readAuditLog } from '../../../../../lib/platform/audit/index.ts';
import { replace } from '../../../../../lib/platform/table/index.ts';
import { DEPOT, OTHER_DEPOT, type RoutesApi, startRoutesApi } from '../../../../support/routes-api.ts';

const WINDOWS = {
  pickupEndTime: '2026-03-02T20:00:00.000Z',
  dropoffEndTime: '2026-03-02T20:00:00.000Z',
};

let api: RoutesApi;
beforeAll(async () => {
  api = await startRoutesApi();
});
afterAll(() => api.stop());

const post = (path: string, id: string, body?: object, headers = {}) =>
  api.call(`POST /v1/routes/{id}/${path}`, { params: { id }, ...(body ? { body } : {}), headers });
const patch = (id: string, body: object) => api.call('PATCH /v1/routes/{id}', { params: { id }, body });

type Route = {
  readonly id: string;
  readonly stops: readonly { id: string; stopType: string; objectIds: string[] }[];
};
const dropsOf = (route: Route) =>
  route.stops.filter(({ stopType }) => stopType === 'DROPOFF').flatMap(({ objectIds }) => objectIds);
const stopOf = (route: Route, orderId: string) =>
  route.stops.find(({ stopType, objectIds }) => stopType === 'DROPOFF' && objectIds.includes(orderId))!.id;
const move = (from: Route, to: Route, orderIds: readonly string[], more = {}) =>
  post('move-stops', from.id, { stopIds: orderIds.map((id) => stopOf(from, id)), toRouteId: to.id, ...more });

/** Marks a route as dispatched, as dispatch does. */
async function dispatched(id: string): Promise<void> {
  const { table } = api.db.deps;
  const stored = await table.get(routeEntity, { organizationId: 'org_test', id });
  await table.write([
    replace(routeEntity, stored!, { ...stored!.value, isDispatched: true, jobId: 'job_1' }),
  ]);
}

describe('3.2 route rules', () => {
  it('3.2.7 a departure that the route has already leaves its times as they are', async () => {
    const plannedDeparture = '2026-03-02T09:00:00.000Z';
    const { id, stops } = await api.depotRoute(await api.orders(1));
    await api.call('POST /v1/routes', { body: { externalId: id, stops, plannedDeparture } });
    const same = await patch(id, { plannedDeparture: '2026-03-02T10:00:00+01:00', name: 'Same' });
    expect(same.json).toMatchObject({ plannedDeparture, name: 'Same', timesOutOfDate: false });
    const later = await patch(id, { plannedDeparture: '2026-03-02T10:00:00Z' });
    expect(later.json.timesOutOfDate).toBe(true);
  });

  it('3.2.1 a dispatched route takes no planning, and can be renamed', async () => {
    const [a, b, c] = await api.orders(3);
    const route = await api.depotRoute([a!, b!]);
    const other = await api.depotRoute([]);
    await dispatched(route.id);
    const refused = [
      await move(route, other, [a!]),
      await move(route, route, [a!]),
      await post('orders', route.id, { orderIds: [c] }),
      await post('split', route.id, { routes: 2 }),
      await post('archive', route.id),
      await patch(route.id, { stopIds: route.stops.map(({ id }: { id: string }) => id) }),
      await api.call('POST /v1/routes', { body: { externalId: route.id, stops: [] } }),
    ];
    for (const reply of refused) {
      expect(reply).toMatchObject({ status: 400, json: { error: { code: 'ROUTE_ALREADY_DISPATCHED' } } });
    }
    expect(await patch(route.id, { name: 'After' })).toMatchObject({ status: 200, json: { name: 'After' } });
    const { json: read } = await api.call('GET /v1/routes/{id}', { params: { id: route.id } });
    const again = await patch(route.id, { ...read, name: 'Again' });
    expect(again).toMatchObject({ status: 200, json: { name: 'Again' } });
    expect(
      await api.call('POST /v1/routes', { body: { externalId: route.id, name: 'Again' } }),
    ).toMatchObject({
      status: 200,
    });
  });

  it('3.2.2 a destination without start or pickup is refused', async () => {
    const [a] = await api.orders(1);
    const route = await api.depotRoute([a!]);
    const empty = await api.route({ name: 'Empty' });
    expect(await move(route, empty, [a!])).toMatchObject({
      status: 400,
      json: { error: { code: 'DISALLOWED_OPERATION', details: { toRouteId: empty.id } } },
    });
    expect((await api.order(a!)).routeId).toBe(route.id);
  });

  it('3.2.2 stops that changed since they were selected are not moved', async () => {
    const [a, b] = await api.orders(2);
    const route = await api.depotRoute([a!, b!]);
    const [first, second] = [await api.depotRoute([]), await api.depotRoute([])];
    expect((await move(route, first, [a!])).status).toBe(200);
    expect(await move(route, second, [a!, b!])).toMatchObject({
      status: 409,
      json: { error: { code: 'CONFLICT' } },
    });
    expect((await api.order(b!)).routeId).toBe(route.id);
    const stale = await post(
      'move-stops',
      route.id,
      { stopIds: [stopOf(route, b!)], toRouteId: first.id },
      { 'if-match': '1' },
    );
    expect(stale).toMatchObject({ status: 409, json: { error: { details: { version: 2 } } } });
  });

  it('3.2.2 stops that a route does not have are not moved to the route itself', async () => {
    const [a] = await api.orders(1);
    const route = await api.depotRoute([a!]);
    const moved = await post('move-stops', route.id, { stopIds: ['stp_none'], toRouteId: route.id });
    expect(moved).toMatchObject({ status: 409, json: { error: { code: 'CONFLICT' } } });
    expect((await move(route, route, [a!])).json.routes[0].version).toBe(1);
  });

  it('two planners who move the same stop at once get one success and one refusal', async () => {
    const [a] = await api.orders(1);
    const route = await api.depotRoute([a!]);
    const targets = [await api.depotRoute([]), await api.depotRoute([])];
    const replies = await Promise.all(targets.map((target) => move(route, target, [a!])));
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409]);
    const shown = await Promise.all([route, ...targets].map(async ({ id }) => dropsOf(await api.get(id))));
    expect(shown.flat()).toEqual([a]);
  });

  it('3.2.3 moved stops join ahead of the end; those that are there already stay', async () => {
    const [a, b, c] = await api.orders(3);
    const from = await api.depotRoute([a!, b!]);
    const to = await api.depotRoute([c!]);
    const { json } = await post('move-stops', from.id, {
      stopIds: [stopOf(from, a!), stopOf(to, c!)],
      toRouteId: to.id,
    });
    const [source, destination] = json.routes;
    expect(dropsOf(source)).toEqual([b]);
    expect(dropsOf(destination)).toEqual([c, a]);
    expect(destination.stops.at(-1).stopType).toBe('ROUTE_END');
    expect(stopOf(destination, a!)).toBe(stopOf(from, a!));
    expect(destination.timesOutOfDate).toBe(true);
    const placed = await move(source, destination, [b!], { position: 1 });
    expect(dropsOf(placed.json.routes[1])).toEqual([b, c, a]);
  });

  it('3.2.4 a route whose stops all left stays listed and can be refilled or archived', async () => {
    const [a] = await api.orders(1);
    const from = await api.depotRoute([a!], { name: 'Emptied' });
    await move(from, await api.depotRoute([]), [a!]);
    const listed = await api.call('GET /v1/routes', { query: { search: 'Emptied', date: '2026-03-02' } });
    expect(listed.json).toMatchObject({ totalCount: 1, results: [{ id: from.id, orderCount: 0 }] });
    const [b] = await api.orders(1);
    expect((await post('orders', from.id, { orderIds: [b] })).json.metrics.orders).toBe(1);
    expect((await post('archive', from.id)).status).toBe(200);
    expect((await api.order(b!)).routeId).toBeUndefined();
  });

  it('3.2.5 routes that load at their starts exchange stops whatever their depots', async () => {
    const [a] = await api.orders(1);
    const from = await api.depotRoute([a!]);
    const to = await api.route({ stops: [{ stopType: 'ROUTE_START', location: OTHER_DEPOT }] });
    expect((await move(from, to, [a!])).status).toBe(200);
  });

  it('3.2.5 a route that collects at a pickup exchanges stops only with one that loads there', async () => {
    const [a, b] = await api.orders(2, WINDOWS);
    const [c] = await api.orders(1, { pickupLat: OTHER_DEPOT.lat, pickupLng: OTHER_DEPOT.lng });
    const collecting = await api.route({
      stops: [
        { stopType: 'PICKUP', objectIds: [a, b] },
        { stopType: 'DROPOFF', objectIds: [a] },
        { stopType: 'DROPOFF', objectIds: [b] },
      ],
    });
    const elsewhere = await api.route({
      stops: [
        { stopType: 'PICKUP', objectIds: [c] },
        { stopType: 'DROPOFF', objectIds: [c] },
      ],
    });
    const far = await api.route({ stops: [{ stopType: 'ROUTE_START', location: OTHER_DEPOT }] });
    for (const to of [elsewhere, far]) {
      expect(await move(collecting, to, [a!])).toMatchObject({
        status: 400,
        json: { error: { code: 'DISALLOWED_OPERATION', details: { orderId: a } } },
      });
    }
    const [d] = await api.orders(1, WINDOWS);
    const same = await api.route({
      stops: [
        { stopType: 'PICKUP', objectIds: [d] },
        { stopType: 'DROPOFF', objectIds: [d] },
      ],
    });
    const { json } = await move(collecting, same, [a!]);
    expect(json.routes[0].stops.map(({ objectIds }: { objectIds: string[] }) => objectIds)).toEqual([
      [b],
      [b],
    ]);
    expect(json.routes[1].stops.map(({ objectIds }: { objectIds: string[] }) => objectIds)).toEqual([
      [d, a],
      [d],
      [a],
    ]);
    expect(json.routes[1].validationErrors).toEqual({});
    const atStart = await api.depotRoute([]);
    expect((await move(json.routes[1], atStart, [a!])).status).toBe(200);
  });

  it('3.2.7 another order of stops marks the times out of date', async () => {
    const [a, b] = await api.orders(2);
    const route = await api.depotRoute([a!, b!]);
    const [start, first, second, end] = route.stops.map(({ id }: { id: string }) => id);
    const { json } = await patch(route.id, { stopIds: [start, second, first, end] });
    expect(json).toMatchObject({ timesOutOfDate: true, version: 2 });
    expect(dropsOf(json)).toEqual([b, a]);
    expect((await patch(route.id, { stopIds: [start, second, end] })).status).toBe(409);
    expect((await patch(route.id, { stopIds: [second, start, first, end] })).status).toBe(422);
  });

  it('the audit log has the order of stops before and after', async () => {
    const [a, b] = await api.orders(2);
    const route = await api.depotRoute([a!, b!]);
    const before = route.stops.map(({ id }: { id: string }) => id);
    const after = [before[0], before[2], before[1], before[3]];
    await patch(route.id, { stopIds: after, name: 'Evening' });
    const { results } = await readAuditLog(api.db.deps, 'org_test', { entityId: route.id, limit: 10 });
    const changes = results.flatMap((entry) => entry.changes);
    expect(changes).toContainEqual({ field: 'stopIds', before, after });
    expect(changes).toContainEqual(expect.objectContaining({ field: 'name', after: 'Evening' }));
  });

  it('3.2.8 an empty route is listed under its creation day, one with a departure under that', async () => {
    const empty = await api.route({ name: 'Day of creation' });
    const later = await api.route({ name: 'Day of departure', plannedDeparture: '2026-03-09T07:00:00Z' });
    const idsOn = async (date: string) =>
      (
        await api.call('GET /v1/routes', { query: { date, search: 'Day of', limit: '100' } })
      ).json.results.map(({ id }: Route) => id);
    expect(await idsOn('2026-03-02')).toEqual([empty.id]);
    expect(await idsOn('2026-03-09')).toEqual([later.id]);
    expect(await idsOn('2026-03-08')).toEqual([]);
  });
});

describe('GET /v1/routes', () => {
  it('4.2 finds by day, driver group, driver, store and search, page by page', async () => {
    const [a] = await api.orders(1, { pickupStoreLocationId: 'store_listed' });
    const { table } = api.db.deps;
    const named = async (name: string, more: object = {}) => {
      const { id } = await api.route({ name, plannedDeparture: '2026-04-01T12:00:00Z', ...more });
      return id as string;
    };
    const own = await named('Listed one', {
      externalId: 'listed-1',
      stops: [
        { stopType: 'ROUTE_START', location: DEPOT },
        { stopType: 'DROPOFF', objectIds: [a] },
      ],
    });
    const others = [await named('Listed two'), await named('Listed three')];
    const stored = await table.get(routeEntity, { organizationId: 'org_test', id: own });
    const driverGroup = { id: 'cntr_listed', externalId: 'north' };
    const courier = { id: 'cou_listed', firstName: 'Robin', lastName: 'Moss', phoneNumber: null };
    await table.write([replace(routeEntity, stored!, { ...stored!.value, driverGroup, courier })]);
    const idsBy = async (query: Record<string, string>): Promise<readonly string[]> =>
      (await api.call('GET /v1/routes', { query: { date: '2026-04-01', ...query } })).json.results.map(
        ({ id }: Route) => id,
      );
    expect((await idsBy({})).toSorted()).toEqual([own, ...others].toSorted());
    const ways: readonly Record<string, string>[] = [
      { driverGroupId: 'cntr_listed' },
      { driverGroupId: 'north' },
      { courierId: 'cou_listed' },
      { storeLocationId: 'store_listed' },
      { search: 'robin mo' },
      { search: 'listed-1' },
      { search: own.slice(-8) },
    ];
    for (const query of ways) expect(await idsBy(query)).toEqual([own]);
    expect(await idsBy({ courierId: 'cou_none' })).toEqual([]);
    const pages = [await idsBy({ limit: '2' }), await idsBy({ limit: '2', offset: '2' })];
    expect(pages.map((page) => page.length)).toEqual([2, 1]);
    expect(pages.flat().toSorted()).toEqual([own, ...others].toSorted());
  });

  it('filters by status in any case, and refuses a status that no route can have', async () => {
    const { id } = await api.route({ name: 'By status' });
    const list = (status: string) => api.call('GET /v1/routes', { query: { status, search: 'By status' } });
    expect((await list('created,Started')).json.results).toMatchObject([{ id }]);
    expect((await list('ARCHIVED')).json.totalCount).toBe(0);
    const refused = await list('created,walking');
    expect(refused.status).toBe(422);
    expect(refused.json.error.message).toContain('"walking"');
    expect(refused.json.error.message).toContain('in_progress');
  });
});

describe('planning operations', () => {
  it('splits before a stop, and into parts, each order on one route', async () => {
    const ids = await api.orders(5);
    const route = await api.depotRoute(ids, { name: 'Long' });
    const { json } = await post('split', route.id, { stopId: stopOf(route, ids[3]!) });
    expect(json.routes.map(dropsOf)).toEqual([ids.slice(0, 3), ids.slice(3)]);
    expect(json.routes[1]).toMatchObject({ name: 'Long (2)', status: 'CREATED' });
    expect(json.routes[1].stops.map(({ stopType }: { stopType: string }) => stopType)).toEqual([
      'ROUTE_START',
      'DROPOFF',
      'DROPOFF',
      'ROUTE_END',
    ]);
    const parts = (await post('split', route.id, { routes: 3 })).json.routes;
    expect(parts.map(dropsOf)).toEqual([[ids[0]], [ids[1]], [ids[2]]]);
    for (const part of parts) expect((await api.order(dropsOf(part)[0]!)).routeId).toBe(part.id);
    expect((await post('split', route.id, { routes: 2 })).status).toBe(422);
    expect((await post('split', route.id, {})).status).toBe(422);
  });

  it('collects an order that does not lie at the start', async () => {
    const [a] = await api.orders(1, { pickupLat: OTHER_DEPOT.lat, pickupLng: OTHER_DEPOT.lng });
    const route = await api.depotRoute([]);
    const { json } = await post('orders', route.id, { orderIds: [a] });
    expect(json.stops.map(({ stopType }: { stopType: string }) => stopType)).toEqual([
      'ROUTE_START',
      'PICKUP',
      'DROPOFF',
      'ROUTE_END',
    ]);
    const again = await post('orders', route.id, { orderIds: [a] });
    expect(again.json.version).toBe(json.version);
  });

  it('an archived route gives its orders back when it is unarchived, those that are still free', async () => {
    const [a, b] = await api.orders(2);
    const route = await api.depotRoute([a!, b!]);
    expect((await post('archive', route.id)).json.archivedAt).toBe('2026-03-02T09:00:00.000Z');
    expect(await post('orders', route.id, { orderIds: [a] })).toMatchObject({
      status: 400,
      json: { error: { code: 'ROUTE_ARCHIVED' } },
    });
    await api.depotRoute([b!]);
    const { json } = await post('unarchive', route.id);
    expect(dropsOf(json)).toEqual([a]);
    expect((await api.order(a!)).routeId).toBe(route.id);
  });

  it('2.4 health tells of late stops, and an acknowledgement outlives another assessment', async () => {
    const [a, b] = await api.orders(2, { dropoffEndTime: '2026-03-02T10:00:00.000Z' });
    const route = await api.route({
      stops: [
        { stopType: 'ROUTE_START', location: DEPOT },
        { stopType: 'DROPOFF', objectIds: [a], arrivalTime: '2026-03-02T10:05:00Z' },
        { stopType: 'DROPOFF', objectIds: [b], arrivalTime: '2026-03-02T09:55:00Z' },
      ],
    });
    expect(route.health).toMatchObject({
      counts: { late: 1 },
      violations: [{ type: 'late', orderId: a, amount: 300, unit: 's', acknowledgedAt: null }],
    });
    const [{ id: violationId }] = route.health.violations;
    const acknowledge = () =>
      api.call('POST /v1/routes/{id}/violations/{violationId}/acknowledge', {
        params: { id: route.id, violationId },
      });
    expect((await acknowledge()).json.health.violations[0].acknowledgedAt).toBe('2026-03-02T09:00:00.000Z');
    const renamed = (await patch(route.id, { name: 'Late' })).json;
    expect(renamed.health.violations[0].acknowledgedAt).toBe('2026-03-02T09:00:00.000Z');
  });

  it.each([
    ['sedan', 'motorbike', ['vehicle_size:sedan']],
    ['sedan', 'car', []],
    ['extra_large_van', 'truck', []],
    ['any', 'bike', []],
  ])(
    '2.4 an order for a vehicle of size %s on one of type %s lacks %j',
    async (minimumVehicleSize, type, lacking) => {
      const [a] = await api.orders(1, { minimumVehicleSize });
      const made = await api.route({ stops: [{ stopType: 'DROPOFF', objectIds: [a] }] });
      const { table } = api.db.deps;
      const stored = await table.get(routeEntity, { organizationId: 'org_test', id: made.id });
      const vehicle = {
        ...{ id: 'vhc_1', licensePlate: null, make: null, model: null, color: null, year: null, type },
        ...{
          capabilities: [],
          capacity: { weight: null, volume: null, items: null },
          size: null,
          driving: null,
        },
      };
      await table.write([replace(routeEntity, stored!, { ...stored!.value, vehicle })]);
      const { health } = (await patch(made.id, { name: 'Sized' })).json;
      expect(health.violations.map(({ name }: { name: string | null }) => name)).toEqual(lacking);
    },
  );

  it('2.4 health tells of loads, capabilities and the end of the shift; what gets worse is to be acknowledged again', async () => {
    const [a, b] = await api.orders(2, { weight: 80, requirements: ['custom:cold'] });
    const made = await api.route({
      stops: [
        { stopType: 'ROUTE_START', location: DEPOT },
        { stopType: 'DROPOFF', objectIds: [a], arrivalTime: '2026-03-02T12:00:00Z' },
        { stopType: 'DROPOFF', objectIds: [b], departTime: '2026-03-02T12:20:00Z' },
      ],
    });
    const { table } = api.db.deps;
    const stored = await table.get(routeEntity, { organizationId: 'org_test', id: made.id });
    const vehicle = {
      ...{ id: 'vhc_1', licensePlate: null, make: null, model: null, color: null, year: null, type: null },
      capabilities: ['tail_lift'],
      capacity: { weight: 100, volume: null, items: null },
      size: null,
      driving: null,
    };
    const shift = {
      id: 'shift_1',
      plannedStart: '2026-03-02T08:00:00.000Z',
      plannedEnd: '2026-03-02T12:00:00.000Z',
    };
    await table.write([replace(routeEntity, stored!, { ...stored!.value, vehicle, shift })]);
    type Violation = {
      id: string;
      type: string;
      amount: number;
      unit: string;
      acknowledgedAt: string | null;
    };
    const { health } = (await patch(made.id, { name: 'Heavy' })).json;
    expect(health.counts).toMatchObject({ overCapacity: 1, missingCapability: 2, pastShiftEnd: 1 });
    expect(
      health.violations.map(({ type, amount, unit }: Violation) => [type, amount, unit]).toSorted(),
    ).toEqual([
      ['missing_capability', 1, 'capability'],
      ['missing_capability', 1, 'capability'],
      ['over_capacity', 60, 'kg'],
      ['past_shift_end', 1_200, 's'],
    ]);
    const loadOf = (violations: readonly Violation[]) =>
      violations.find(({ type }) => type === 'over_capacity')!;
    const acknowledged = await api.call('POST /v1/routes/{id}/violations/{violationId}/acknowledge', {
      params: { id: made.id, violationId: loadOf(health.violations).id },
    });
    expect(loadOf(acknowledged.json.health.violations).acknowledgedAt).not.toBeNull();
    const [c] = await api.orders(1, { weight: 30 });
    const more = await post('orders', made.id, { orderIds: [c] });
    expect(loadOf(more.json.health.violations)).toMatchObject({ amount: 90, acknowledgedAt: null });
    // 44 6: what the driver can do counts as if the vehicle had it.
    const before = await table.get(routeEntity, { organizationId: 'org_test', id: made.id });
    const courier = { id: 'cou_1', firstName: 'Kim', lastName: 'Lee', phoneNumber: null, skills: ['cold'] };
    await table.write([replace(routeEntity, before!, { ...before!.value, courier })]);
    const skilled = (await patch(made.id, { name: 'Cold' })).json;
    expect(skilled.health.counts.missingCapability).toBe(0);
    expect(skilled.courier).not.toHaveProperty('skills');
  });

  it('5.3 a caller limited to a store sees routes that touch it, and FORBIDDEN elsewhere', async () => {
    const [a] = await api.orders(1, { pickupStoreLocationId: 'store_1' });
    const route = await api.depotRoute([a!]);
    const read = (store: string) =>
      api.call('GET /v1/routes/{id}', { params: { id: route.id }, grant: { storeLocationIds: [store] } });
    expect((await read('store_1')).status).toBe(200);
    expect(await read('store_2')).toMatchObject({ status: 403, json: { error: { code: 'FORBIDDEN' } } });
    const listed = async (store: string) =>
      (await api.call('GET /v1/routes', { grant: { storeLocationIds: [store] } })).json.totalCount;
    expect([await listed('store_1'), await listed('store_2')]).toEqual([1, 0]);
  });

  it('2.4 sequencing attributes are set on orders that are not dispatched', async () => {
    const [a, b] = await api.orders(2);
    const [d] = await api.orders(1, { status: 'dispatched' });
    const sequence = (body: object) => api.call('PATCH /v1/orders/sequencing', { body });
    expect(await sequence({ orderIds: [a, b], sequencePriority: 7, mxLabel: 'x' })).toMatchObject({
      status: 200,
      json: { orders: [{ id: a, sequencePriority: 7, mxLabel: 'x', sequenceGroup: null }, { id: b }] },
    });
    expect((await sequence({ orderIds: [a], mxLabel: null })).json.orders[0]).toMatchObject({
      sequencePriority: 7,
      mxLabel: null,
    });
    expect((await sequence({ orderIds: [a, d], sequencePriority: 1 })).status).toBe(400);
    expect((await api.order(a!)).optimizationParameters?.sequencePriority).toBe(7);
    expect((await sequence({ orderIds: [a], sequencePriority: 500 })).status).toBe(422);
  });
});
