import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { OWN_FLEET } from '../../../../../lib/fleet/own-fleet/provider/index.ts';
import { placeCourier, type Route, routeEntity } from '../../../../../lib/fleet/routes/index.ts';
import type { KeyGrant } from '../../../../../lib/platform/access/key-verdict.ts';
import { defaultPreferences } from '../../../../../lib/platform/organization/preferences.ts';
import { replace } from '../../../../../lib/platform/table/index.ts';
import { type RoutesApi, startRoutesApi } from '../../../../support/routes-api.ts';

const COURIER = { id: 'cou_1', firstName: 'Rosa', lastName: 'Diaz', phoneNumber: null };

let api: RoutesApi;
beforeEach(async () => {
  api = await startRoutesApi();
});
afterEach(() => api.stop());

const list = (query = {}, grant: Partial<KeyGrant> = {}) =>
  api.call('GET /v1/execute/routes', { query, grant });
const summary = async (query = {}, grant: Partial<KeyGrant> = {}) =>
  (await api.call('GET /v1/execute/summary', { query, grant })).json;
const detail = (id: string, grant: Partial<KeyGrant> = {}) =>
  api.call('GET /v1/execute/routes/{id}', { params: { id }, grant });

/** A route as dispatch leaves it. */
async function onTheRoad(more: Partial<Route> = {}, orders: readonly string[] = []) {
  const made = await api.depotRoute(orders.length > 0 ? orders : await api.orders(2), {
    plannedDeparture: '2026-03-02T09:30:00.000Z',
  });
  const { table } = api.db.deps;
  const stored = await table.get(routeEntity, { organizationId: 'org_test', id: made.id });
  const next = {
    ...stored!.value,
    isDispatched: true,
    status: 'STARTED' as const,
    courier: COURIER,
    ...more,
  };
  await table.write([replace(routeEntity, stored!, next)]);
  return next;
}

const place = (routeId: string, updatedAt: string) =>
  placeCourier(api.db.deps, {
    organizationId: 'org_test',
    courierId: COURIER.id,
    routeId,
    ...{ firstName: null, lastName: null, storeLocationIds: [], driverGroupId: null },
    ...{ lat: 37.77, lng: -122.41, updatedAt },
  });

describe('4.8.4 Execute', () => {
  it('lists the routes of a day with courier, progress, exceptions and position, with stops when asked', async () => {
    const { id } = await onTheRoad();
    await place(id, '2026-03-02T08:59:00.000Z');
    await api.call('POST /v1/routes/{id}/exceptions', { params: { id }, body: { type: 'refuel_request' } });
    const { json } = await list({ include: 'stops' });
    expect(json).toMatchObject({ date: '2026-03-02', timeZone: 'UTC', totalCount: 1 });
    expect(json.results[0]).toMatchObject({
      id,
      courier: { firstName: 'Rosa' },
      progress: { stops: 2, stopsCompleted: 0, fraction: 0 },
      position: { lat: 37.77, isLive: true },
      exceptions: { needsTriage: 1, acknowledged: 0, worst: 'P3' },
      isLate: false,
    });
    expect(json.results[0].stops.map((stop: { stopType: string }) => stop.stopType)).toEqual([
      'ROUTE_START',
      'DROPOFF',
      'DROPOFF',
      'ROUTE_END',
    ]);
    expect((await list({ date: '2026-03-03' })).json.totalCount).toBe(0);
    expect((await list({ status: 'completed' })).json.totalCount).toBe(0);
    for (const date of ['2026-02-30', '2026-13-01', 'today']) expect((await list({ date })).status).toBe(422);
  });

  it('a position is live through 15 minutes and reads not live after', async () => {
    const { id } = await onTheRoad();
    await place(id, '2026-03-02T08:45:00.000Z');
    expect((await list()).json.results[0].position.isLive).toBe(true);
    api.db.deps.clock.advance(1);
    expect((await list()).json.results[0].position).toMatchObject({
      isLive: false,
      updatedAt: '2026-03-02T08:45:00.000Z',
    });
    expect((await detail(id)).json.position.isLive).toBe(false);
    expect((await summary()).drivers).toEqual({ total: 1, live: 0 });
  });

  it('the position of a driver who is on another route now is not shown', async () => {
    await onTheRoad();
    await place('rte_01KJQ000000000000000000009', '2026-03-02T08:59:00.000Z');
    expect((await list()).json.results[0].position).toBeNull();
  });

  it('counts routes, stops, on-time stops, drivers and exceptions', async () => {
    const { id } = await onTheRoad({ stopsCompleted: 2, stopsOnTime: 1, delaySeconds: 1_000 });
    await onTheRoad({ status: 'ASSIGNED', plannedDeparture: '2026-03-02T08:49:00.000Z' });
    await place(id, '2026-03-02T08:59:00.000Z');
    expect(await summary()).toEqual({
      date: '2026-03-02',
      timeZone: 'UTC',
      routes: { total: 2, underWay: 1, completed: 0, late: 2 },
      stops: 4,
      stopsCompleted: 2,
      onTimeFraction: 0.5,
      drivers: { total: 1, live: 1 },
      exceptions: { needsTriage: 0, acknowledged: 0 },
    });
  });

  it('a view that is turned off refuses politely and says where to go', async () => {
    const executeViews = { map: false, timeline: true, kpiCards: false };
    const values = { ...defaultPreferences(), executeViews };
    const grant = { preferences: { organizationId: 'org_test', values } };
    expect(await list({ view: 'map' }, grant)).toMatchObject({
      status: 400,
      json: { error: { code: 'DISALLOWED_OPERATION', details: { view: 'map', useInstead: 'table' } } },
    });
    expect(await summary({}, grant)).toMatchObject({ error: { details: { view: 'kpiCards' } } });
    expect((await list({ view: 'timeline' }, grant)).status).toBe(200);
    expect((await list({}, grant)).status).toBe(200);
  });

  it('the map prints at most two display fields', async () => {
    await onTheRoad({ routeMetadata: { dock: 'B' } });
    const values = { ...defaultPreferences(), displayFields: ['courierName', 'dock', 'externalId'] };
    const { json } = await list({}, { preferences: { organizationId: 'org_test', values } });
    expect(json.results[0].display).toEqual([
      { field: 'courierName', value: 'Rosa Diaz' },
      { field: 'dock', value: 'B' },
    ]);
  });

  it("a day is one of the organization's time zone", async () => {
    await onTheRoad();
    const values = { ...defaultPreferences(), timeZone: 'Pacific/Honolulu' };
    const { json } = await list({}, { preferences: { organizationId: 'org_test', values } });
    expect(json).toMatchObject({ date: '2026-03-01', totalCount: 1 });
  });
});

describe('4.8.4 drivers and vehicles of routes', () => {
  const reassign = (id: string, body: object, grant: Partial<KeyGrant> = {}) =>
    api.call('POST /v1/execute/routes/{id}/reassign', { params: { id }, body, grant });

  it('are chosen on routes of the own fleet, with execute.act alone, on the road as well', async () => {
    const { id } = await onTheRoad({ providerId: OWN_FLEET.id, providerName: OWN_FLEET.name });
    const grant = { permissions: ['EXECUTE_ACT' as const] };
    expect((await reassign(id, { courierId: null }, grant)).json.courierId).toBeNull();
    expect((await reassign(id, {}, grant)).status).toBe(422);
    expect((await reassign(id, { courierId: 'cou_none' }, grant)).status).toBe(422);
    expect((await reassign(id, { courierId: null }, { permissions: ['EXECUTE_VIEW'] })).status).toBe(403);
  });

  it('are read-only on routes of another provider', async () => {
    const { id } = await onTheRoad({ providerId: 'prv_x', providerName: 'Fast Wheels' });
    expect(await reassign(id, { courierId: null })).toMatchObject({
      status: 400,
      json: { error: { code: 'DISALLOWED_OPERATION' } },
    });
    expect((await detail(id)).json.pickers).toMatchObject({ courier: false, vehicle: false });
  });

  it('a caller limited to a store reassigns drivers, and vehicles stay with callers without a limit', async () => {
    const orders = await api.orders(1, { pickupStoreLocationId: 'store_1' });
    const { id } = await onTheRoad({}, orders);
    const grant = { storeLocationIds: ['store_1'], permissions: ['EXECUTE_VIEW', 'EXECUTE_ACT'] as const };
    expect((await reassign(id, { courierId: null }, grant)).status).toBe(200);
    expect(await reassign(id, { vehicleId: null }, grant)).toMatchObject({
      status: 403,
      json: { error: { code: 'FORBIDDEN', details: { field: 'vehicleId' } } },
    });
    expect((await detail(id, grant)).json.pickers).toMatchObject({ courier: true, vehicle: false });
  });
});

describe('5.3 Execute within a scope', () => {
  it('a store sees and counts the routes that touch it, and gets FORBIDDEN elsewhere', async () => {
    const { id } = await onTheRoad({}, await api.orders(1, { pickupStoreLocationId: 'store_1' }));
    const other = await onTheRoad({}, await api.orders(1, { pickupStoreLocationId: 'store_2' }));
    const grant = { storeLocationIds: ['store_1'] };
    expect((await list({}, grant)).json.results.map((route: { id: string }) => route.id)).toEqual([id]);
    expect((await summary({}, grant)).routes.total).toBe(1);
    for (const reply of [
      await detail(other.id, grant),
      await api.call('POST /v1/routes/{id}/exceptions', {
        params: { id: other.id },
        body: { type: 'adhoc_break' },
        grant,
      }),
      await api.call('POST /v1/execute/routes/{id}/reassign', {
        params: { id: other.id },
        body: { courierId: null },
        grant,
      }),
    ]) {
      expect(reply).toMatchObject({ status: 403, json: { error: { code: 'FORBIDDEN' } } });
    }
  });
});
