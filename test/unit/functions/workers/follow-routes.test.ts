import { afterEach, beforeEach, expect, it } from 'vitest';
import { routeExecutionArea } from '../../../../functions/api/route-execution/index.ts';
import { routesArea } from '../../../../functions/api/routes/index.ts';
import { worker } from '../../../../functions/workers/follow-routes.ts';
import { moveStops } from '../../../../lib/fleet/routes/index.ts';
import { orderEntity } from '../../../../lib/ordering/orders/index.ts';
import { defaultPreferences } from '../../../../lib/platform/organization/preferences.ts';
import { create, type Table } from '../../../../lib/platform/table/index.ts';
import { anyOrder } from '../../../support/builders/any-order.ts';
import { type DispatchApi, startDispatchApi } from '../../../support/dispatch-api.ts';
import { DEPOT } from '../../../support/routes-api.ts';

let api: DispatchApi;
beforeEach(async () => {
  api = await startDispatchApi([], { areas: [routeExecutionArea, routesArea], workers: [worker] });
});
afterEach(() => api.stop());

const organizationId = 'org_test';
const planner = {
  organizationId,
  keyId: 'key_test',
  storeLocationIds: null,
  driverGroupIds: null,
  listShards: 1,
  preferences: defaultPreferences(),
};

async function orders(count: number): Promise<readonly string[]> {
  const made = Array.from({ length: count }, (_, index) =>
    anyOrder({
      organizationId,
      id: `ord_01KJQ0000000000000000${String(index + 1).padStart(5, '0')}`,
      pickupLat: DEPOT.lat,
      pickupLng: DEPOT.lng,
      dropoffLat: 37.75 + index / 10_000,
      dropoffLng: -122.42,
    }),
  );
  for (let from = 0; from < count; from += 50)
    await api.deps.table.write(made.slice(from, from + 50).map((order) => create(orderEntity, order)));
  return made.map(({ id }) => id);
}

async function routeOf(ids: readonly string[]): Promise<{ id: string; stops: { id: string }[] }> {
  const stops = ids.map((id) => ({ stopType: 'DROPOFF', objectIds: [id] }));
  const body = { stops: [{ stopType: 'ROUTE_START', location: DEPOT }, ...stops] };
  return (await api.call('POST /v1/routes', { body })).json.route;
}

const routeIdOf = async (id: string) =>
  (await api.deps.table.get(orderEntity, { organizationId, id }))?.value.routeId;

it('3.2 a move of 150 orders whose request died is undone by its timer: every order is on the route that shows it', async () => {
  const ids = await orders(150);
  const [from, to] = [await routeOf(ids), await routeOf([])];
  let writes = 0;
  const dying: Table = new Proxy(api.deps.table, {
    get(table, name) {
      const member = Reflect.get(table, name, table);
      if (name === 'write') {
        writes += 1;
        if (writes === 3) throw new Error('killed');
      }
      return typeof member === 'function' ? member.bind(table) : member;
    },
  });
  const stopIds = from.stops.slice(1).map(({ id }) => id);
  const move = moveStops({ ...api.deps, table: dying }, planner, from.id, { stopIds, toRouteId: to.id });
  await expect(move).rejects.toThrow('killed');
  expect(await routeIdOf(ids[0]!)).toBe(to.id);
  await api.pass(120_000);
  expect(await routeIdOf(ids[0]!)).toBe(from.id);
  expect(await routeIdOf(ids[149]!)).toBe(from.id);
  const { json } = await api.call('PATCH /v1/routes/{id}', {
    params: { id: from.id },
    body: { name: 'Mine' },
  });
  expect(json.stops).toHaveLength(151);
});
