import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { removeException, watchRoute } from '../../../../../lib/fleet/execute/index.ts';
import {
  loadRoute,
  placeCourier,
  type Route,
  type RouteAggregate,
  routeEntity,
  routeStopsEntity,
  type Stop,
} from '../../../../../lib/fleet/routes/index.ts';
import { replace } from '../../../../../lib/platform/table/index.ts';
import { DEPOT, type RoutesApi, startRoutesApi } from '../../../../support/routes-api.ts';

const ORGANIZATION = { organizationId: 'org_test' };
const DEPARTURE = '2026-03-02T09:30:00.000Z';

let api: RoutesApi;
let route: Route;
beforeEach(async () => {
  api = await startRoutesApi();
  const [order] = await api.orders(1);
  const made = await api.route({
    plannedDeparture: DEPARTURE,
    stops: [
      { stopType: 'ROUTE_START', location: DEPOT },
      { stopType: 'DRIVER_BREAK', objectIds: ['lunch'] },
      { stopType: 'DROPOFF', objectIds: [order] },
    ],
  });
  route = await set(made.id, { isDispatched: true });
});
afterEach(() => api.stop());

const read = async (): Promise<RouteAggregate> =>
  (await loadRoute(api.db.deps.table, { ...ORGANIZATION, id: route.id }))!;

async function set(id: string, fields: Partial<Route>): Promise<Route> {
  const { table } = api.db.deps;
  const stored = await table.get(routeEntity, { ...ORGANIZATION, id });
  const next = { ...stored!.value, ...fields };
  await table.write([replace(routeEntity, stored!, next)]);
  return next;
}

/** A stop as an optimization plans it. */
async function asPlanned({ id }: Stop, fields: Partial<Stop>): Promise<void> {
  const [item] = (await read()).items.stops;
  const stops = item!.value.stops.map((stop) => (stop.id === id ? { ...stop, ...fields } : stop));
  await api.db.deps.table.write([replace(routeStopsEntity, item!, { ...item!.value, stops })]);
}

const tell = async (
  name: string,
  data: object = { routeId: route.id },
  occurredAt = '2026-03-02T09:00:00.000Z',
) =>
  watchRoute(api.db.deps, {
    ...ORGANIZATION,
    id: 'evt_1',
    name,
    aggregateType: 'route',
    aggregateId: route.id,
    occurredAt,
    data,
  });
const fired = () =>
  tell('timer.route-departure', { subject: route.id, dueAt: DEPARTURE, data: { routeId: route.id } });
const raised = async (): Promise<readonly Record<string, string>[]> =>
  (await api.call('GET /v1/routes/{id}/exceptions', { params: { id: route.id } })).json.results;
const armed = async () =>
  (await api.db.events('timer.armed')).map(({ data }) => (data as { dueAt: string }).dueAt);
const report = (stopId: string, body: object) =>
  api.call('PATCH /v1/fleet/routes/{id}/stops/{stopId}', { params: { id: route.id, stopId }, body });

describe('2.10 exceptions raised by rules', () => {
  it('a dispatched route that is not under way 10 minutes after its departure departs late, once', async () => {
    await tell('route.dispatched');
    await tell('route.dispatched');
    expect(await armed()).toEqual(['2026-03-02T09:40:00.000Z']);
    api.db.deps.clock.advance(40 * 60_000);
    await fired();
    await fired();
    expect(await raised()).toMatchObject([{ type: 'late_departure', source: 'rule', raisedBy: null }]);
  });

  it('a departure that was put off is waited for again', async () => {
    await tell('route.dispatched');
    await set(route.id, { plannedDeparture: '2026-03-02T10:30:00.000Z' });
    api.db.deps.clock.advance(40 * 60_000);
    await fired();
    expect(await raised()).toEqual([]);
    expect(await armed()).toContain('2026-03-02T10:40:00.000Z');
  });

  it.each([
    ['2026-03-02T09:40:00.000Z', 0],
    ['2026-03-02T09:40:00.001Z', 1],
  ])('a route that started at %s departed late: %i', async (actualDeparture, count) => {
    await set(route.id, { status: 'STARTED', actualDeparture });
    await tell('route.started');
    expect(await raised()).toHaveLength(count);
    api.db.deps.clock.advance(90 * 60_000);
    await fired();
    expect(await raised()).toHaveLength(count);
  });

  it('a driver who is not where the stop is reported as reached, by a position of that time', async () => {
    await set(route.id, { courier: { id: 'cou_1', firstName: null, lastName: null, phoneNumber: null } });
    const { stops } = await read();
    const stop = stops.find(({ stopType }) => stopType === 'DROPOFF')!;
    const at = (lat: number, updatedAt: string) =>
      placeCourier(api.db.deps, {
        ...ORGANIZATION,
        ...{ courierId: 'cou_1', routeId: route.id, firstName: null, lastName: null },
        ...{ storeLocationIds: [], driverGroupId: null, lat, lng: stop.location!.lng, updatedAt },
      });
    const arrived = (occurredAt: string) =>
      tell('route.stop_arrived', { routeId: route.id, stopId: stop.id }, occurredAt);
    await at(stop.location!.lat + 0.0044, '2026-03-02T08:59:00.000Z');
    await arrived('2026-03-02T09:00:00.000Z');
    expect(await raised()).toEqual([]);
    await at(stop.location!.lat + 0.01, '2026-03-02T08:59:30.000Z');
    await arrived('2026-03-02T09:05:00.000Z');
    expect(await raised()).toEqual([]);
    await arrived('2026-03-02T09:00:00.000Z');
    await arrived('2026-03-02T09:00:00.000Z');
    expect(await raised()).toMatchObject([{ type: 'location_mismatch', stopId: stop.id }]);
  });

  it('a break that is skipped, cut short, or not taken by the end', async () => {
    const { stops } = await read();
    const lunch = stops.find(({ stopType }) => stopType === 'DRIVER_BREAK')!;
    const about = { routeId: route.id, stopId: lunch.id };
    await asPlanned(lunch, { breakDuration: 1_800 });
    await report(lunch.id, { status: 'IN_PROGRESS', occurred_at: '2026-03-02T09:00:00.000Z' });
    await tell('route.stop_arrived', about);
    expect(await raised()).toEqual([]);
    api.db.deps.clock.advance(20 * 60_000);
    await report(lunch.id, { status: 'COMPLETED', occurred_at: '2026-03-02T09:20:00.000Z' });
    await tell('route.stop_completed', about);
    await tell('route.completed');
    expect(await raised()).toMatchObject([
      {
        type: 'break_compliance_violation',
        stopId: lunch.id,
        note: 'A break lasted 20 of the planned 30 minutes.',
      },
    ]);
  });

  it('a route that ends without its break', async () => {
    await tell('route.completed');
    expect(await raised()).toMatchObject([
      { type: 'break_compliance_violation', note: 'The route ended without a planned break.' },
    ]);
  });

  it('what was removed is not raised again when the event comes twice', async () => {
    await tell('route.completed');
    const actor = {
      ...ORGANIZATION,
      keyId: 'key',
      storeLocationIds: null,
      driverGroupIds: null,
      listShards: 1,
    };
    await removeException(api.db.deps, actor, (await raised())[0]!.id!);
    await tell('route.completed');
    expect(await raised()).toEqual([]);
  });
});
