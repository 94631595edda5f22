import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DEPOT, type RoutesApi, startRoutesApi } from '../../../../support/routes-api.ts';

let api: RoutesApi;
beforeAll(async () => {
  api = await startRoutesApi();
});
afterAll(() => api.stop());

const save = (body: object, more: object = {}) => api.call('POST /v1/routes', { body, ...more });

describe('4.2 POST /v1/routes', () => {
  it('creates a route with its stops and puts the orders on it, in one event', async () => {
    const [a, b] = await api.orders(2, { externalId: 'shop' });
    const route = await api.depotRoute([a!, b!], { externalId: 'monday', name: '  Monday  ' });
    expect(route).toMatchObject({
      externalId: 'monday',
      name: 'Monday',
      status: 'CREATED',
      statusHistory: [{ created_at: '2026-03-02T09:00:00.000Z', status: 'CREATED' }],
      type: 'SINGLE_PICKUP_MULTIPLE_DROPOFFS',
      isDispatched: false,
      version: 1,
      validationErrors: {},
      stops: [
        { stopType: 'ROUTE_START', location: DEPOT },
        { stopType: 'DROPOFF', objectIds: [a], status: 'PENDING', orders: [{ id: a, externalId: 'shop' }] },
        { stopType: 'DROPOFF', objectIds: [b] },
        { stopType: 'ROUTE_END' },
      ],
    });
    expect(route.stops.every((stop: { id: string }) => stop.id.startsWith('stp_'))).toBe(true);
    expect((await api.order(a!)).routeId).toBe(route.id);
    expect(await api.get('monday')).toEqual(route);
    const events = (await api.db.events()).filter(({ aggregateId }) => aggregateId === route.id);
    expect(events.map(({ name }) => name)).toEqual(['route.created']);
  });

  it('7.1 keeps the ids of stops over updates, by id or by type and objects, and frees orders that left', async () => {
    const [a, b, c] = await api.orders(3);
    const route = await api.depotRoute([a!, b!], { externalId: 'kept' });
    const [start, first, second] = route.stops;
    const { json } = await save({
      externalId: 'kept',
      stops: [
        { stopType: 'ROUTE_START', location: DEPOT },
        { stop_type: 'DROPOFF', object_ids: [c], service_time: 90 },
        { stopType: 'DROPOFF', objectIds: [b] },
      ],
    });
    expect(json.route).toMatchObject({ id: route.id, version: 2 });
    expect(json.route.stops[0].id).toBe(start.id);
    expect(json.route.stops[1]).toMatchObject({ objectIds: [c], serviceTime: 90 });
    expect(json.route.stops[1].id).not.toBe(first.id);
    expect(json.route.stops[2].id).toBe(second.id);
    expect((await api.order(a!)).routeId).toBeUndefined();
    expect((await api.order(c!)).routeId).toBe(route.id);
  });

  it.each(['nash_id', 'NashRoute', 'externalId', 'organizationId'])(
    '4.6.12 B46: metadata of a route and of its stops cannot be written under the key %s',
    async (key) => {
      const refused = await save({ routeMetadata: { [key]: 1 } });
      expect(refused).toMatchObject({ status: 422, json: { error: { code: 'VALIDATION_ERRORS' } } });
      expect(Object.keys(refused.json.error.details.fields)).toEqual([`routeMetadata.${key}`]);
      const stops = [{ stopType: 'ROUTE_START', location: DEPOT, metadata: { [key]: 1 } }];
      expect((await save({ stops })).status).toBe(422);
      expect((await save({ routeMetadata: { inner: { [key]: 1 } } })).json.route.routeMetadata).toEqual({
        inner: { [key]: 1 },
      });
    },
  );

  it('B14: an unknown rte_ id is refused, and name null clears', async () => {
    expect(await save({ externalId: 'rte_01KJQ000000000000000099999' })).toMatchObject({
      status: 404,
      json: { error: { code: 'ROUTE_NOT_FOUND' } },
    });
    const route = await api.route({ externalId: 'named', name: 'Before' });
    expect((await save({ externalId: route.id, name: null })).json.route).toMatchObject({
      id: route.id,
      name: null,
      externalId: 'named',
    });
  });

  it('tells by order id what is wrong on the route', async () => {
    const [a, b, c] = await api.orders(3);
    const { json } = await save({
      stops: [
        { stopType: 'DROPOFF', objectIds: [a] },
        { stopType: 'PICKUP', objectIds: [a, b] },
        { stopType: 'DROPOFF', objectIds: [c] },
      ],
    });
    expect(json.route.validationErrors).toEqual({
      [a!]: expect.stringContaining('before its pickup'),
      [b!]: expect.stringContaining('a pickup but no dropoff'),
      [c!]: expect.stringContaining('a dropoff but no pickup'),
    });
  });

  it('refuses unknown orders, all of them named, and writes nothing', async () => {
    const [a] = await api.orders(1);
    const reply = await save({
      externalId: 'nothing',
      stops: [{ stopType: 'PICKUP', objectIds: [a, 'no-such', 'nor-this'] }],
    });
    expect(reply).toMatchObject({
      status: 422,
      json: { error: { code: 'VALIDATION_ERRORS', details: { unknownIds: ['no-such', 'nor-this'] } } },
    });
    expect((await api.order(a!)).routeId).toBeUndefined();
    expect((await api.call('GET /v1/routes/{id}', { params: { id: 'nothing' } })).status).toBe(404);
  });

  it('an order that is on another route, dispatched or archived is refused', async () => {
    const [a] = await api.orders(1);
    const first = await api.depotRoute([a!]);
    const stops = [{ stopType: 'PICKUP', objectIds: [a] }];
    expect(await save({ stops })).toMatchObject({
      status: 409,
      json: { error: { code: 'CONFLICT', details: { routeId: first.id, orderIds: [a] } } },
    });
    const [d] = await api.orders(1, { status: 'dispatched', jobId: 'job_1' });
    expect(await save({ stops: [{ stopType: 'PICKUP', objectIds: [d] }] })).toMatchObject({
      status: 400,
      json: { error: { code: 'ORDER_ALREADY_DISPATCHED' } },
    });
    const [x] = await api.orders(1, { status: 'archived' });
    expect(await save({ stops: [{ stopType: 'PICKUP', objectIds: [x] }] })).toMatchObject({ status: 409 });
  });

  it('two routes that want one order at once: one gets it, the other is refused', async () => {
    const [a] = await api.orders(1);
    const replies = await Promise.all(
      [1, 2].map(() => save({ stops: [{ stopType: 'PICKUP', objectIds: [a] }] })),
    );
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  it.each([
    [
      'a start that is not first',
      [{ stopType: 'DRIVER_BREAK' }, { stopType: 'ROUTE_START', location: DEPOT }],
      'stops[1].stopType',
    ],
    ['a start without a place', [{ stopType: 'ROUTE_START' }], 'stops[0].location'],
    ['a pickup without orders', [{ stopType: 'PICKUP', location: DEPOT }], 'stops[0].objectIds'],
    ['a stop id that the route does not have', [{ id: 'stp_1', stopType: 'DRIVER_BREAK' }], 'stops[0].id'],
  ])('refuses %s, naming the field', async (_, stops, field) => {
    const reply = await save({ stops });
    expect(reply.status).toBe(422);
    expect(Object.keys(reply.json.error.details.fields)).toEqual([field]);
  });

  it('3.2.8 a caller limited to stores or groups, or an organization without routes, plans none', async () => {
    const limited = await save({ name: 'Mine' }, { grant: { storeLocationIds: ['store_1'] } });
    expect(limited).toMatchObject({ status: 403, json: { error: { code: 'FORBIDDEN' } } });
    const name = await save({ name: 'x'.repeat(129) });
    expect(name).toMatchObject({ status: 422, json: { error: { code: 'VALIDATION_ERRORS' } } });
  });

  it('500 stops make one route that one call reads, and a 501st is refused', async () => {
    const ids = await api.orders(500);
    const drop = (id: string) => ({ stopType: 'DROPOFF', objectIds: [id] });
    const route = await api.route({ stops: ids.map(drop) });
    expect(route).toMatchObject({ stops: { length: 500 }, metrics: { orders: 500 } });
    expect((await api.order(ids[499]!)).routeId).toBe(route.id);
    const [more] = await api.orders(1);
    expect((await save({ stops: [...ids, more!].map(drop) })).status).toBe(422);
    const emptied = await save({ externalId: route.id, stops: [] });
    expect(emptied.json.route.stops).toEqual([]);
    expect((await api.order(ids[250]!)).routeId).toBeUndefined();
  });
});
