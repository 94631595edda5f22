import { afterAll, beforeAll, expect, it } from 'vitest';
import { fleetArea } from '../../../../../functions/api/fleet/index.ts';
import type { FleetDeps } from '../../../../../lib/fleet/fleet/index.ts';
import { routeEntity } from '../../../../../lib/fleet/routes/index.ts';
import { storeLocationEntity } from '../../../../../lib/places/stores/index.ts';
import { serveArea } from '../../../../../lib/platform/http/index.ts';
import { create, replace } from '../../../../../lib/platform/table/index.ts';
import { readJson } from '../../../../support/api-call.ts';
import { anyStore } from '../../../../support/builders/any-store.ts';
import { anyGrant, httpEvent } from '../../../../support/http-event.ts';
import { type RoutesApi, startRoutesApi } from '../../../../support/routes-api.ts';

/** A driver, or a route with its driver, as far as it is looked at. */
interface Shown {
  readonly id: string;
  readonly phoneNumber?: string | null;
  readonly courier?: { readonly phoneNumber: string | null };
}

const PHONE = '+14155550117';
const NORTH = 'store_north';
const SOUTH = 'store_south';

let routes: RoutesApi;
let fleet: ReturnType<typeof serveArea>;
beforeAll(async () => {
  routes = await startRoutesApi();
  const places = { storeId: async () => undefined, zoneId: async () => undefined };
  fleet = serveArea(fleetArea, (): FleetDeps => ({ ...routes.db.deps, places }));
  const stores = [NORTH, SOUTH].map((id) => anyStore({ organizationId: 'org_test', id }));
  await routes.db.deps.table.write(stores.map((store) => create(storeLocationEntity, store)));
});
afterAll(() => routes.stop());

async function callFleet(
  routeKey: string,
  request: object = {},
  storeLocationIds: readonly string[] | null = null,
) {
  const verdict = { grant: anyGrant({ storeLocationIds }) };
  const { statusCode: status, body, headers } = await fleet(httpEvent(routeKey, { verdict, ...request }));
  return { status, json: readJson(body, headers['content-type']) };
}

/** A driver with a dispatched route of an order that is picked up at the store. Returns the ids of both. */
async function driverAt(store: string, name: string) {
  const { json } = await callFleet('POST /v1/courier', {
    body: { firstName: name, lastName: 'Hopper', phoneNumber: PHONE },
  });
  const group = await callFleet('PUT /v1/fleet/driver-groups/upsert', {
    body: { externalIdentifier: name, driverIds: [json.id] },
  });
  const [orderId = ''] = await routes.orders(1, { pickupStoreLocationId: store });
  const route = await routes.depotRoute([orderId], {
    driverGroupId: group.json.driverGroup.id,
    courierId: json.id,
  });
  const { table } = routes.db.deps;
  const stored = await table.get(routeEntity, { organizationId: 'org_test', id: route.id });
  const sent = { ...stored!.value, isDispatched: true, jobId: 'job_1', status: 'ASSIGNED' as const };
  await table.write([replace(routeEntity, stored!, sent)]);
  return { courierId: String(json.id), routeId: String(route.id), stops: route.stops as { id: string }[] };
}

/** What the store of the north is told: the driver by id and in the list, and on the route and among running ones. */
async function numbersSeenBy(store: string, { courierId, routeId }: { courierId: string; routeId: string }) {
  const limited = { grant: { storeLocationIds: [store] } };
  const read = await callFleet('GET /v1/courier/{id}', { params: { id: courierId } }, [store]);
  const list = await callFleet('GET /v1/couriers', {}, [store]);
  const route = await routes.call('GET /v1/routes/{id}', { params: { id: routeId }, ...limited });
  const running = await routes.call('GET /v1/execute/routes', limited);
  const mine = (all: readonly Shown[], mineId: string) => all.filter(({ id }) => id === mineId);
  return {
    read: read.status === 200 ? read.json.phoneNumber : read.status,
    list: mine(list.json, courierId).map(({ phoneNumber }) => phoneNumber),
    route: route.status === 200 ? route.json.courier.phoneNumber : route.status,
    running: mine(running.json.results, routeId).map(({ courier }) => courier?.phoneNumber),
  };
}

async function complete(routeId: string, stopId: string): Promise<void> {
  const params = { id: routeId, stopId };
  const reply = await routes.call('PATCH /v1/fleet/routes/{id}/stops/{stopId}', {
    params,
    body: { status: 'COMPLETED' },
  });
  if (reply.status !== 200) throw new Error(JSON.stringify(reply.json));
}

/** Ends a route, as the end of its last delivery would: these orders have no job. */
async function endRoute(routeId: string): Promise<void> {
  const { table } = routes.db.deps;
  const stored = await table.get(routeEntity, { organizationId: 'org_test', id: routeId });
  await table.write([replace(routeEntity, stored!, { ...stored!.value, status: 'COMPLETED' })]);
}

it("49.2.2 a store reads a driver's phone number while the driver's route is on the road, and only then", async () => {
  const driver = await driverAt(NORTH, 'Grace');
  const seen = () => numbersSeenBy(NORTH, driver);
  expect(await seen()).toEqual({ read: null, list: [null], route: null, running: [null] });
  const [start, drop] = driver.stops.map(({ id }) => id) as [string, string];
  await complete(driver.routeId, start);
  expect(await seen()).toEqual({ read: PHONE, list: [PHONE], route: PHONE, running: [PHONE] });
  await complete(driver.routeId, drop);
  await endRoute(driver.routeId);
  expect(await seen()).toEqual({ read: null, list: [null], route: null, running: [null] });
});

it('49.2.2 a driver on the road for another store is unknown; without a limit every number is read', async () => {
  const driver = await driverAt(SOUTH, 'Ada');
  expect(await numbersSeenBy(NORTH, driver)).toEqual({ read: 404, list: [], route: 403, running: [] });
  const { json } = await callFleet('GET /v1/courier/{id}', { params: { id: driver.courierId } });
  expect(json.phoneNumber).toBe(PHONE);
  expect((await routes.get(driver.routeId)).courier.phoneNumber).toBe(PHONE);
});
