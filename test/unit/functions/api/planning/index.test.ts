import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { planningArea } from '../../../../../functions/api/planning/index.ts';
import {
  estimatedTravel,
  type Travel,
  type TravelConditions,
} from '../../../../../lib/engines/travel/index.ts';
import type { VehicleConfig } from '../../../../../lib/fleet/fleet/index.ts';
import { resequenceRoute } from '../../../../../lib/fleet/planning/index.ts';
import { calculateTiming, loadRoute, routeVehicleOf } from '../../../../../lib/fleet/routes/index.ts';
import { routeOperations } from '../../../../../lib/fleet/routes/write-route.ts';
import { type HttpHandler, serveArea } from '../../../../../lib/platform/http/index.ts';
import { defaultPreferences } from '../../../../../lib/platform/organization/preferences.ts';
import { anyGrant, httpEvent } from '../../../../support/http-event.ts';
import { DEPOT, type RoutesApi, startRoutesApi } from '../../../../support/routes-api.ts';

let api: RoutesApi;
let handler: HttpHandler;
beforeAll(async () => {
  api = await startRoutesApi();
  handler = serveArea(planningArea, () => ({ ...api.db.deps, travel: estimatedTravel() }));
});
afterAll(() => api.stop());

async function post(path: string, id: string) {
  const preferences = { organizationId: 'org_test', values: defaultPreferences() };
  const verdict = { grant: anyGrant({ preferences }) };
  const reply = await handler(httpEvent(`POST /v1/routes/{id}/${path}`, { params: { id }, verdict }));
  return { status: reply.statusCode, json: JSON.parse(reply.body) };
}

const NO_CONFIG = {
  weight: null,
  height: null,
  length: null,
  width: null,
  axleCount: null,
  trailerCount: null,
  weightUnit: null,
  lengthUnit: null,
  maxStops: null,
  maxDistance: null,
  maxDuration: null,
  speedFactor: null,
  capabilities: null,
  fixedCost: null,
  costPerUnitDistance: null,
  costPerUnitTime: null,
  vehicleProfile: null,
  minOrdersPerRoute: null,
  parkingTime: null,
};

const planner = {
  organizationId: 'org_test',
  keyId: 'key_test',
  storeLocationIds: null,
  driverGroupIds: null,
  listShards: 1,
  preferences: defaultPreferences(),
};

/** Resequences with a short search. */
const resequence = (id: string) =>
  resequenceRoute({ ...api.db.deps, travel: estimatedTravel() }, planner, id, { timeLimitMs: 150 });

type Stop = {
  readonly stopType: string;
  readonly objectIds: readonly string[];
  readonly arrivalTime: string;
};
const drops = (stops: readonly Stop[]) =>
  stops.filter(({ stopType }) => stopType === 'DROPOFF').flatMap(({ objectIds }) => objectIds);

/** Gives the route a vehicle with this configuration. */
async function drivenWith(id: string, vehicleConfig: Partial<VehicleConfig>) {
  const found = (await loadRoute(api.db.deps.table, { organizationId: 'org_test', id }))!;
  const vehicle = routeVehicleOf({
    organizationId: 'org_test',
    id: 'vhc_1',
    name: 'Own',
    enabled: true,
    courierIds: [],
    driverGroupIds: [],
    createdAt: found.route.createdAt,
    updatedAt: found.route.createdAt,
    vehicleConfig: { ...NO_CONFIG, ...vehicleConfig },
  });
  const next = { ...found, route: { ...found.route, vehicle } };
  await api.db.deps.table.write(routeOperations(found, next).operations);
  return vehicle;
}

describe('4.2.1 calculate-timing', () => {
  it('times every stop from the planned departure, gives the way, and clears the mark of times out of date', async () => {
    const ids = await api.orders(2);
    const route = await api.depotRoute(ids, { plannedDeparture: '2026-03-02T12:00:00Z' });
    const [start, a, b, end] = route.stops.map(({ id }: { id: string }) => id);
    await api.call('PATCH /v1/routes/{id}', {
      params: { id: route.id },
      body: { stopIds: [start, b, a, end] },
    });
    const { status, json } = await post('calculate-timing', route.id);
    expect(status).toBe(200);
    expect(json.route).toMatchObject({ timesOutOfDate: false, plannedDeparture: '2026-03-02T12:00:00.000Z' });
    expect(json.route.stops[0].departTime).toBe('2026-03-02T12:00:00.000Z');
    // 1.3 times the great circle at 32 km/h: a truck.
    const [, first] = json.route.stops;
    expect(Date.parse(first.arrivalTime)).toBe(
      Date.parse('2026-03-02T12:00:00Z') + first.durationFromPrevious * 1000,
    );
    expect(first.distanceFromPrevious / first.durationFromPrevious).toBeCloseTo(32 / 3.6, 1);
    expect(json.route.plannedCompletion).toBe(json.route.stops.at(-1).departTime);
    expect(json.mappedRoutesPolyline).toEqual([{ routeId: route.id, polyline: json.route.encodedPolyline }]);
    expect(json.route.encodedPolyline.length).toBeGreaterThan(10);
  });

  it('begins with the first pickup window when there is no departure, and waits for windows to open', async () => {
    const [a] = await api.orders(1, {
      pickupStartTime: '2026-03-02T14:00:00.000Z',
      dropoffStartTime: '2026-03-02T18:00:00.000Z',
    });
    const route = await api.route({
      stops: [
        { stopType: 'PICKUP', objectIds: [a], serviceTime: 60 },
        { stopType: 'DRIVER_BREAK', objectIds: ['lunch'], serviceTime: 1_800 },
        { stopType: 'DROPOFF', objectIds: [a], serviceTime: 120 },
      ],
    });
    const { json } = await post('calculate-timing', route.id);
    const [pickup, pause, dropoff] = json.route.stops;
    expect(pickup).toMatchObject({
      arrivalTime: '2026-03-02T14:00:00.000Z',
      departTime: '2026-03-02T14:01:00.000Z',
    });
    expect(pause).toMatchObject({ departTime: '2026-03-02T14:31:00.000Z', breakDuration: 1_800 });
    expect(dropoff.departTime).toBe('2026-03-02T18:02:00.000Z');
  });

  it('asks for roads that are open to the vehicle of the route', async () => {
    const { id } = await api.depotRoute(await api.orders(2));
    const size = { heightMeters: 3.8, weightKilograms: 7_500, axleCount: 3 };
    const vehicle = await drivenWith(id, {
      height: 150,
      weight: 16_535,
      axleCount: 3,
      lengthUnit: 'in',
      weightUnit: 'lbs',
    });
    expect(vehicle.size).toEqual({ ...size, heightMeters: 3.81 });
    const asked: TravelConditions[] = [];
    const roads = estimatedTravel();
    const travel: Travel = {
      ...roads,
      route: (...of) => {
        asked.push(of[1]);
        return roads.route(...of);
      },
    };
    await calculateTiming({ ...api.db.deps, travel }, planner, id);
    expect(asked).toMatchObject([{ profile: 'truck', truck: { ...size, heightMeters: 3.81 } }]);
  });

  it('refuses a route without stops', async () => {
    const { id } = await api.route({ name: 'Nothing' });
    expect(await post('calculate-timing', id)).toMatchObject({
      status: 400,
      json: { error: { code: 'ROUTE_HAS_NO_STOPS' } },
    });
  });
});

describe('3.2.6 resequence', () => {
  it('keeps every stop, its name and id, and shortens the way', async () => {
    const ids = await api.orders(6);
    const zigzag = [ids[0]!, ids[5]!, ids[1]!, ids[4]!, ids[2]!, ids[3]!];
    const route = await api.depotRoute(zigzag, { name: 'Zigzag', plannedDeparture: '2026-03-02T12:00:00Z' });
    const before = (await post('calculate-timing', route.id)).json.route;
    const done = await resequence(route.id);
    if (!('route' in done)) throw new Error(done.message);
    const after = await api.get(route.id);
    expect(after).toMatchObject({ name: 'Zigzag', timesOutOfDate: false });
    expect(drops(after.stops).toSorted()).toEqual(ids.toSorted());
    expect(after.stops.map(({ id }: { id: string }) => id).toSorted()).toEqual(
      route.stops.map(({ id }: { id: string }) => id).toSorted(),
    );
    expect(after.metrics.distance).toBeLessThanOrEqual(before.metrics.distance);
    expect(after.stops.at(-1).stopType).toBe('ROUTE_END');
    expect(done.violations).toEqual([]);
  });

  it('relaxes dropoff windows and tells what is late; health shows it', async () => {
    const ids = await api.orders(2, { dropoffEndTime: '2026-03-02T12:00:30.000Z' });
    const route = await api.depotRoute(ids, { plannedDeparture: '2026-03-02T12:00:00Z' });
    const done = await resequence(route.id);
    if (!('route' in done)) throw new Error(done.message);
    expect(done.violations.map(({ type, unit }) => [type, unit])).toEqual([
      ['late', 's'],
      ['late', 's'],
    ]);
    expect((await api.get(route.id)).health.counts.late).toBe(2);
  });

  it("drives as the route's own vehicle does, and tells of a day that is longer or farther than it may be", async () => {
    const route = await api.depotRoute(await api.orders(3), { plannedDeparture: '2026-03-02T12:00:00Z' });
    await drivenWith(route.id, {
      vehicleProfile: 'bicycle',
      speedFactor: 0.5,
      parkingTime: 0.25,
      maxDistance: 1,
      maxDuration: 0.1,
    });
    const asked: TravelConditions[] = [];
    const roads = estimatedTravel();
    const travel: Travel = {
      ...roads,
      matrix: (...of) => {
        asked.push(of[1]);
        return roads.matrix(...of);
      },
    };
    const done = await resequenceRoute({ ...api.db.deps, travel }, planner, route.id, { timeLimitMs: 150 });
    if (!('route' in done)) throw new Error(done.message);
    expect(asked.map(({ profile }) => profile)).toEqual(['bike']);
    expect(done.violations.map(({ type, unit }) => [type, unit])).toEqual([
      ['distance_limit', 'm'],
      ['duration_limit', 's'],
    ]);
    const { stops } = await api.get(route.id);
    const [first] = stops.filter(({ stopType }: Stop) => stopType === 'DROPOFF');
    const bike = await roads.matrix([DEPOT, first.location], { profile: 'bike' });
    // Half the speed, and a quarter of an hour to park.
    expect(first.durationFromPrevious).toBeGreaterThanOrEqual(2 * bike.seconds[1]!);
  });

  it('2.4 sequence priorities count among the orders of their group only', async () => {
    const near = { dropoffLat: DEPOT.lat - 0.01, dropoffLng: DEPOT.lng };
    const far = { dropoffLat: DEPOT.lat - 0.05, dropoffLng: DEPOT.lng };
    const wanting = (sequencePriority: number, sequenceGroup: string, place: object) =>
      api.orders(1, { ...place, optimizationParameters: { sequencePriority, sequenceGroup } });
    const [late] = await wanting(9, 'a', near);
    const [early] = await wanting(1, 'b', far);
    const [last] = await wanting(9, 'b', { ...far, dropoffLat: DEPOT.lat - 0.06 });
    const route = await api.route({
      stops: [
        { stopType: 'ROUTE_START', location: DEPOT },
        ...[early, late, last].map((id) => ({ stopType: 'DROPOFF', objectIds: [id] })),
      ],
    });
    await resequence(route.id);
    // In group b the far one comes first; the one of group a is on the way there.
    expect(drops((await api.get(route.id)).stops)).toEqual([late, early, last]);
  });

  it('keeps pickups before their dropoffs, and a shared pickup whole', async () => {
    const ids = await api.orders(3, {
      pickupEndTime: '2026-03-02T20:00:00.000Z',
      dropoffEndTime: '2026-03-02T20:00:00.000Z',
    });
    const route = await api.route({
      stops: [
        { stopType: 'PICKUP', objectIds: ids, location: DEPOT, serviceTime: 300 },
        ...ids.map((id) => ({ stopType: 'DROPOFF', objectIds: [id] })),
      ],
    });
    await resequence(route.id);
    const { stops, validationErrors } = await api.get(route.id);
    expect(validationErrors).toEqual({});
    expect(
      stops
        .filter(({ stopType }: Stop) => stopType === 'PICKUP')
        .flatMap(({ objectIds }: Stop) => objectIds)
        .toSorted(),
    ).toEqual(ids.toSorted());
  });

  it('42 3 six stops stay six: what is too heavy together is a violation, not a second way to the shop', async () => {
    const ids = await api.orders(5, { weight: 10 });
    const route = await api.route({
      plannedDeparture: '2026-03-02T12:00:00Z',
      stops: [
        { stopType: 'PICKUP', objectIds: ids, location: DEPOT, serviceTime: 300 },
        ...ids.map((id) => ({ stopType: 'DROPOFF', objectIds: [id] })),
      ],
    });
    await drivenWith(route.id, { weight: 25, weightUnit: 'kg' });
    const done = await resequence(route.id);
    if (!('route' in done)) throw new Error(done.message);
    const { stops, health } = await api.get(route.id);
    expect(stops.map(({ id }: { id: string }) => id).toSorted()).toEqual(
      route.stops.map(({ id }: { id: string }) => id).toSorted(),
    );
    expect(stops[0]).toMatchObject({ stopType: 'PICKUP', objectIds: expect.arrayContaining([...ids]) });
    expect(done.violations).toContainEqual(
      expect.objectContaining({ type: 'over_capacity', name: 'weight', amount: 25, unit: 'kg' }),
    );
    expect(health.counts.overCapacity).toBe(1);
  });

  it.each(['car', 'truck', 'bicycle', 'flying_distance'] as const)(
    '42 2 a break stays within its window and the times after it include it: %s',
    async (vehicleProfile) => {
      const ids = await api.orders(6);
      const route = await api.route({
        plannedDeparture: '2026-03-02T12:00:00Z',
        stops: [
          { stopType: 'ROUTE_START', location: DEPOT },
          { stopType: 'DRIVER_BREAK', objectIds: ['lunch'], serviceTime: 1_800 },
          ...ids.map((id) => ({ stopType: 'DROPOFF', objectIds: [id], serviceTime: 900 })),
          { stopType: 'ROUTE_END', location: DEPOT },
        ],
      });
      await drivenWith(route.id, { vehicleProfile });
      const found = (await loadRoute(api.db.deps.table, { organizationId: 'org_test', id: route.id }))!;
      const breakRule = {
        kind: 'window' as const,
        from: '2026-03-02T12:30:00.000Z',
        to: '2026-03-02T13:15:00.000Z',
      };
      const next = {
        ...found,
        stops: found.stops.map((stop) => (stop.stopType === 'DRIVER_BREAK' ? { ...stop, breakRule } : stop)),
      };
      await api.db.deps.table.write(routeOperations(found, next).operations);
      for (const change of [
        () => resequence(route.id),
        () => post('calculate-timing', route.id),
        () => resequence(route.id),
      ]) {
        await change();
        const { stops }: { stops: (Stop & { departTime: string })[] } = await api.get(route.id);
        const at = stops.findIndex(({ stopType }) => stopType === 'DRIVER_BREAK');
        expect(stops[at]!.arrivalTime >= breakRule.from).toBe(true);
        expect(stops[at]!.departTime <= breakRule.to).toBe(true);
        expect(stops[at + 1]!.arrivalTime >= stops[at]!.departTime).toBe(true);
        expect(stops).toHaveLength(9);
      }
    },
  );

  it('a pickup window that cannot be kept leaves the route unchanged', async () => {
    const [a] = await api.orders(1, { pickupEndTime: '2026-03-02T09:00:00.000Z' });
    const route = await api.route({
      plannedDeparture: '2026-03-02T12:00:00Z',
      stops: [
        { stopType: 'PICKUP', objectIds: [a] },
        { stopType: 'DROPOFF', objectIds: [a] },
      ],
    });
    expect(await resequence(route.id)).toMatchObject({
      kind: { code: 'NO_ELIGIBLE_ROUTES' },
      details: { orderIds: [a] },
    });
    expect((await api.get(route.id)).version).toBe(1);
  });

  it('a route without orders is refused', async () => {
    const { id } = await api.depotRoute([]);
    expect(await post('resequence', id)).toMatchObject({
      status: 400,
      json: { error: { code: 'ROUTE_HAS_NO_STOPS' } },
    });
  });
});
