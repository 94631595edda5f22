import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fleetArea } from '../../../../../functions/api/fleet/index.ts';
import { planningArea } from '../../../../../functions/api/planning/index.ts';
import { estimatedTravel } from '../../../../../lib/engines/travel/index.ts';
import type { OptimizationResult } from '../../../../../lib/fleet/planning/plan-result.ts';
import { readActivity } from '../../../../../lib/platform/activities/index.ts';
import { isRefusal } from '../../../../../lib/platform/core/refusal.ts';
import { type HttpHandler, serveArea } from '../../../../../lib/platform/http/index.ts';
import { defaultPreferences } from '../../../../../lib/platform/organization/preferences.ts';
import { carryOptimization } from '../../../../support/carry-optimization.ts';
import { anyGrant, type HttpRequestOptions, httpEvent } from '../../../../support/http-event.ts';
import { memoryBucket } from '../../../../support/memory-bucket.ts';
import { type RoutesApi, startRoutesApi } from '../../../../support/routes-api.ts';

let api: RoutesApi;
let planning: HttpHandler;
let fleet: HttpHandler;
beforeAll(async () => {
  api = await startRoutesApi();
  planning = serveArea(planningArea, () => ({ ...api.db.deps, travel: estimatedTravel() }));
  const places = { storeId: async () => undefined, zoneId: async () => undefined };
  fleet = serveArea(fleetArea, () => ({ ...api.db.deps, places }));
});
afterAll(() => api.stop());

const OWNER = { organizationId: 'org_test', storeLocationIds: null, driverGroupIds: null };

async function call(serve: HttpHandler, routeKey: string, request: HttpRequestOptions) {
  const preferences = { organizationId: 'org_test', values: defaultPreferences() };
  const reply = await serve(
    httpEvent(routeKey, { verdict: { grant: anyGrant({ preferences }) }, ...request }),
  );
  return { status: reply.statusCode, json: JSON.parse(reply.body) };
}

async function made(routeKey: string, body: object) {
  const { status, json } = await call(fleet, routeKey, { body });
  if (status !== 200) throw new Error(JSON.stringify(json));
  return json;
}

/** A driver group. Returns its id. */
async function group(name: string): Promise<string> {
  const body = { externalIdentifier: name, name };
  return (await made('PUT /v1/fleet/driver-groups/upsert', body)).driverGroup.id;
}

interface Van {
  readonly id: string;
  readonly driver: string;
}

/** A vehicle with its driver, who is a member of the group. */
async function van(groupId: string, name: string, config: object = {}, more: object = {}): Promise<Van> {
  const { driver } = await made('PUT /v1/fleet/drivers/upsert', {
    ...{ externalIdentifier: `of ${name}`, firstName: 'Ana', lastName: name, phoneNumber: '+14155550117' },
    addFirstVersionContractIds: [groupId],
  });
  const { id } = await made('POST /v1/vehicle', {
    ...{ name, enabled: true, courierIds: [driver.id], vehicleConfig: config },
    ...more,
  });
  return { id, driver: driver.id };
}

/** Every test has a day of its own, on which only its own routes are. */
let days = 0;

function nextDay() {
  const at = (hour: number) => new Date(Date.UTC(2026, 3, 1 + days, hour)).toISOString();
  days += 1;
  return at;
}

/** Orders of a day, the last one with what the test is about. */
async function ordersOf(at: (hour: number) => string, count: number, special: object = {}) {
  const window = { pickupStartTime: at(10), pickupEndTime: at(17), dropoffStartTime: at(10) };
  const plain = await api.orders(count - 1, { ...window, dropoffEndTime: at(17), weight: 3 });
  const last = await api.orders(1, { ...window, dropoffEndTime: at(17), weight: 3, ...special });
  return [...plain, ...last];
}

/** Optimizes and returns the result. */
async function optimized(body: object): Promise<OptimizationResult> {
  const { status, json } = await call(planning, 'POST /v1/activities/optimization', { body });
  if (status !== 200) throw new Error(JSON.stringify(json));
  await carryOptimization(
    { ...api.db.deps, travel: estimatedTravel(), bucket: memoryBucket(), iterations: 200 },
    { organizationId: 'org_test', activityId: json.id },
  );
  const found = await readActivity(api.db.deps.table, OWNER, json.id);
  if (isRefusal(found)) throw new Error(found.message);
  expect(found.stored.value).toMatchObject({ status: 'SUCCESS' });
  return found.result as unknown as OptimizationResult;
}

const offersOf = ({ unassignedOrders }: OptimizationResult) =>
  unassignedOrders.map(({ spareVehicles }) => spareVehicles?.map(({ name }) => name));

describe('44 2 another vehicle for an order that an optimization left out', () => {
  it('offers vehicles that are free, are there and can take it; with one of them, the order is planned and saved', async () => {
    const at = nextDay();
    const [own, other] = [await group('own'), await group('other')];
    await van(own, 'full', { maxStops: 2 });
    const spare = await van(other, 'spare');
    await van(other, 'small', { weight: 1 });
    await van(other, 'parked', {}, { enabled: false });
    await made('POST /v1/vehicle', { name: 'of nobody', enabled: true });
    const driving = await van(other, 'driving');
    const orders = await ordersOf(at, 3);
    const route = await api.depotRoute(await ordersOf(at, 1), {
      plannedDeparture: at(10),
      driverGroupId: other,
      courierId: driving.driver,
      vehicleId: driving.id,
    });
    expect(route.plannedDeparture).toBe(at(10));
    const first = await optimized({ orderIds: orders, contractIds: [own] });
    expect(first.unassignedOrders).toHaveLength(1);
    const [left] = first.unassignedOrders;
    expect(left?.spareVehicles).toEqual([
      {
        vehicleId: spare.id,
        name: 'spare',
        driverGroupId: other,
        courierId: spare.driver,
        driverName: 'Ana spare',
      },
    ]);
    const again = await optimized({
      ...first.plannedWith,
      orderIds: orders,
      spareVehicleIds: [spare.id],
      save: true,
    });
    expect(again.unassignedOrders).toEqual([]);
    expect(again.plannedWith).toMatchObject({ contractIds: [own], spareVehicleIds: [spare.id] });
    const planned = again.routes.find(({ vehicleId }) => vehicleId === spare.id);
    expect(planned).toMatchObject({ driverGroupId: other, courierId: spare.driver, shiftId: null });
    expect(await api.get(planned!.id!)).toMatchObject({
      vehicle: { id: spare.id },
      courier: { id: spare.driver },
    });
    // The plan that is saved already is planned again with the same vehicle and its driver.
    const third = await optimized({
      ...again.plannedWith,
      orderIds: orders,
      routeIds: again.routes.map(({ id }) => id!),
      moveCents: 0,
    });
    expect(third.unassignedOrders).toEqual([]);
  });

  it('offers no vehicle that could not take the order either, and says so by an empty list', async () => {
    const at = nextDay();
    const [own, other] = [await group('own-2'), await group('other-2')];
    await van(own, 'full-2', { maxStops: 2 });
    await van(other, 'warm', { weight: 900 });
    await van(other, 'near', { maxDistance: 1, capabilities: ['cold'], weight: 900 });
    const cold = { weight: 700, requirements: ['custom:cold'] };
    const orders = await ordersOf(at, 3, cold);
    const result = await optimized({ orderIds: orders, contractIds: [own] });
    const left = result.unassignedOrders.find(({ orderId }) => orderId === orders[2]);
    expect(left?.spareVehicles?.filter(({ name }) => ['warm', 'near'].includes(name))).toEqual([]);
    const fits = await van(other, 'fits', { capabilities: ['cold'], weight: 900 });
    const next = await optimized({ orderIds: orders, contractIds: [own] });
    const found = next.unassignedOrders.find(({ orderId }) => orderId === orders[2]);
    expect(found?.spareVehicles?.map(({ vehicleId }) => vehicleId)).toEqual([fits.id]);
    const impossible = await ordersOf(at, 3, {
      dropoffLat: 38.6,
      dropoffLng: -121.4,
      dropoffEndTime: at(10),
    });
    const late = await optimized({ orderIds: impossible, contractIds: [own] });
    expect(offersOf(late)).toEqual([[]]);
  });

  it('a vehicle of the own group without a shift comes first; the shift of its driver decides its hours, and two have two drivers', async () => {
    const at = nextDay();
    const [own, other] = [await group('own-3'), await group('other-3')];
    const full = await van(own, 'full-3', { maxStops: 2 });
    const late = await van(own, 'late');
    await van(other, 'another');
    const shift = (courierId: string, vehicleId: string | null, from: number, to: number) => ({
      ...{ name: 'Shift', courierId, vehicleId, plannedStart: at(from), plannedEnd: at(to) },
    });
    const { driver } = await made('PUT /v1/fleet/drivers/upsert', {
      ...{ externalIdentifier: 'second', firstName: 'Bo', lastName: 'Second', phoneNumber: '+14155550118' },
      addFirstVersionContractIds: [other],
    });
    await made('POST /v1/shifts/upsert', {
      shifts: [shift(full.driver, full.id, 9, 18), shift(driver.id, null, 13, 16)],
    });
    const shared = await made('POST /v1/vehicle', {
      ...{ name: 'shared', enabled: true, courierIds: [late.driver, driver.id] },
    });
    const orders = await ordersOf(at, 3);
    const { unassignedOrders } = await optimized({ orderIds: orders, contractIds: [own] });
    expect(unassignedOrders[0]?.spareVehicles?.map(({ name, driverName }) => [name, driverName])).toEqual(
      expect.arrayContaining([
        ['late', 'Ana late'],
        ['shared', 'Bo Second'],
      ]),
    );
    expect(unassignedOrders[0]?.spareVehicles?.[0]?.driverGroupId).toBe(own);
    const { routes } = await optimized({
      ...{ orderIds: orders, contractIds: [own], spareVehicleIds: [shared.id] },
    });
    const of = routes.find(({ vehicleId }) => vehicleId === shared.id);
    expect(of?.courierId).toBe(driver.id);
    expect(of!.stops[0]!.arrivalTime >= at(13) && of!.stops.at(-1)!.arrivalTime <= at(16)).toBe(true);
  });

  it('refuses vehicles that the organization does not have, or that are disabled', async () => {
    const at = nextDay();
    const other = await group('other-4');
    const off = await van(other, 'off', {}, { enabled: false });
    const orderIds = await ordersOf(at, 2);
    for (const id of [off.id, 'vhc_none']) {
      const body = { orderIds, spareVehicleIds: [id] };
      const { status, json } = await call(planning, 'POST /v1/activities/optimization', { body });
      expect(status).toBe(422);
      expect(json.error.message).toContain(
        `\`spareVehicleIds\` has ${id}: no enabled vehicle of the organization.`,
      );
    }
  });
});
