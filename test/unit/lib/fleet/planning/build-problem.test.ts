import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { defineProblem, solve } from '../../../../../lib/engines/optimization/index.ts';
import {
  estimatedTravel,
  type Travel,
  type TravelConditions,
} from '../../../../../lib/engines/travel/index.ts';
import { buildProblem } from '../../../../../lib/fleet/planning/build-problem.ts';
import { createOptimizationStrategy } from '../../../../../lib/fleet/planning/index.ts';
import {
  DEFAULT_SETTINGS,
  type OptimizationSettings,
} from '../../../../../lib/fleet/planning/optimization-strategy.ts';
import { travelTables } from '../../../../../lib/fleet/planning/places.ts';
import { resultOf } from '../../../../../lib/fleet/planning/plan-result.ts';
import { searchLimits } from '../../../../../lib/fleet/planning/runs/run-deps.ts';
import { isRefusal } from '../../../../../lib/platform/core/refusal.ts';
import { anyOrder } from '../../../../support/builders/any-order.ts';
import { type FleetApi, startFleetApi } from '../../../../support/fleet-api.ts';

let api: FleetApi;
beforeAll(async () => {
  api = await startFleetApi();
});
afterAll(() => api.stop());

const NOW = '2026-03-02T09:00:00.000Z';
const WINDOWS = {
  pickupStartTime: '2026-03-02T10:00:00.000Z',
  pickupEndTime: '2026-03-02T11:00:00.000Z',
  dropoffStartTime: '2026-03-02T10:00:00.000Z',
  dropoffEndTime: '2026-03-02T18:00:00.000Z',
};

const OWNER = { organizationId: 'org_test', driverGroupIds: null };

/** Parameters of a driver group with nothing set. */
const NO_PARAMETERS = {
  vehicleCount: null,
  fixedCost: null,
  maxOrdersPerRoute: null,
  minOrdersPerRoute: null,
  useAllVehicles: null,
  dispatchStrategyId: null,
  leadTimeMinutes: null,
};

/** Creates a vehicle of a driver group, with its driver as a member. */
async function van(groupId: string, name: string, vehicleConfig: object): Promise<void> {
  const driver = await api.driver(`of ${name}`, { addFirstVersionContractIds: [groupId] });
  const made = await api.call('POST /v1/vehicle', {
    body: { name, enabled: true, courierIds: [driver], vehicleConfig },
  });
  if (made.status !== 200) throw new Error(JSON.stringify(made.json));
}

/** The run of orders with these labels, as the problem that a strategy builds. */
async function posed(
  settings: Partial<OptimizationSettings>,
  labels: readonly string[] = ['a', 'a'],
  windowsOf = (_index: number) => WINDOWS,
) {
  const orders = labels.map((clusterLabel, index) =>
    anyOrder({
      ...windowsOf(index),
      organizationId: 'org_test',
      id: `ord_${index}`,
      pickupLat: 37.7936,
      pickupLng: -122.3958,
      dropoffLat: 37.75 + index / 100,
      dropoffLng: -122.42,
      optimizationParameters: { clusterLabel },
    }),
  );
  return buildProblem(api.db.deps, 'org_test', orders, { ...DEFAULT_SETTINGS, ...settings }, NOW);
}

describe('7.2 fields of optimization strategies', () => {
  it('softClusterLabel: false keeps the orders of a label on one route, or leaves them out', async () => {
    const soft = await posed({});
    expect(soft.input.jobs.map(({ sequenceGroup }) => sequenceGroup)).toEqual([undefined, undefined]);
    const run = await posed({ softClusterLabel: false }, ['a', 'b', 'a', 'b']);
    const tables = await travelTables(estimatedTravel(), run.points, run.input.vehicles, {});
    const vehicles = run.input.vehicles.map((vehicle) => ({ ...vehicle, maxOrders: 3 }));
    const travel = { locationCount: run.points.length, tables };
    const { routes, unassigned } = await solve(defineProblem({ ...run.input, vehicles, travel }), {
      iterations: 200,
    });
    expect(unassigned).toEqual([]);
    const labelOf = (id: string) => run.input.jobs.find((job) => job.id === id)!.clusterLabel;
    for (const { visits } of routes) expect(new Set(visits.map(({ job }) => labelOf(job))).size).toBe(1);
    expect(routes).toHaveLength(2);
  });

  it('defaultTrafficSource and trafficTimeOffsetWeeks: the traffic of departure, of weeks before, or none', async () => {
    expect((await posed({})).trafficAt).toBe('2026-03-02T10:00:00.000Z');
    expect((await posed({ trafficTimeOffsetWeeks: 2 })).trafficAt).toBe('2026-02-16T10:00:00.000Z');
    const run = await posed({ defaultTrafficSource: 'none' });
    expect(run).toMatchObject({ trafficAt: null, departAt: '2026-03-02T10:00:00.000Z' });
    const asked: TravelConditions[] = [];
    const roads = estimatedTravel();
    const spy = {
      ...roads,
      matrix: (...of: Parameters<typeof roads.matrix>) => {
        asked.push(of[1]);
        return roads.matrix(...of);
      },
    };
    await travelTables(spy, run.points, run.input.vehicles, {});
    expect(asked.map(({ departAt }) => departAt)).toEqual([undefined]);
  });

  it.each([
    ['all_vehicle_types', [4, 4]],
    ['same_vehicle_type', [2, 6]],
  ] as const)('balanceRoutes: %s', async (balanceRoutes, expected) => {
    const groupId = await api.group(`balanced-${balanceRoutes}`);
    await van(groupId, `small ${balanceRoutes}`, { weight: 100 });
    await van(groupId, `large ${balanceRoutes}`, { weight: 300 });
    const settings = { contractIds: [groupId], balanceRoutes };
    const run = await posed(settings, Array<string>(8).fill(''));
    // All at one place and free of charge: only balance is left to decide.
    const vehicles = run.input.vehicles.map((vehicle) => ({ ...vehicle, cost: {} }));
    const jobs = run.input.jobs.map(({ clusterLabel: _, ...job }) => job);
    const zeros = new Int32Array(run.points.length ** 2);
    const travel = {
      locationCount: run.points.length,
      tables: { car: { durations: zeros, distances: zeros } },
    };
    const problem = defineProblem({ ...run.input, jobs, vehicles, travel });
    const { routes } = await solve(problem, { iterations: 2_000 });
    const bySize = (id: string) => vehicles.find((vehicle) => vehicle.id === id)!.capacity![0]!;
    const sorted = routes.toSorted((a, b) => bySize(a.vehicle) - bySize(b.vehicle));
    expect(sorted.map(({ visits }) => visits.length)).toEqual(expected);
  });

  it('useAllVehicles for some of the driver groups only is refused: a run cannot do both', async () => {
    const [one, other] = [await api.group('uses-all'), await api.group('uses-some')];
    const of = (contractId: string, useAllVehicles: boolean) => ({
      ...NO_PARAMETERS,
      contractId,
      useAllVehicles,
    });
    const make = (parameters: readonly ReturnType<typeof of>[]) =>
      createOptimizationStrategy(api.db.deps, OWNER, `opn_${parameters.length}`, {
        label: 'All',
        settings: {
          contractIds: [one, other],
          contractOptimizationOverrideParameters: [...parameters],
        },
      });
    const refused = await make([of(one, true)]);
    expect(isRefusal(refused) && refused.message).toContain('for all of `contractIds`, or for none');
    expect(isRefusal(await make([of(one, true), of(other, true)]))).toBe(false);
    const both = { contractIds: [one, other] };
    const posing = (parameters: ReturnType<typeof of>[]) =>
      posed({ ...both, contractOptimizationOverrideParameters: parameters });
    expect((await posing([of(one, true), of(other, true)])).input.fleetUse).toBe('all');
    expect((await posing([])).input.fleetUse).toBe('as-needed');
  });

  it('trucks drive on roads that are open to the largest of them; cars ask for any', async () => {
    const groupId = await api.group('trucks');
    await van(groupId, 'high', { height: 4, length: 8, vehicleProfile: 'truck', axleCount: 2 });
    await van(groupId, 'long', { height: 3, length: 12, vehicleProfile: 'truck', trailerCount: 1 });
    await van(groupId, 'car', { height: 9, vehicleProfile: 'car' });
    const run = await posed({ contractIds: [groupId] });
    const largest = { heightMeters: 4, lengthMeters: 12, axleCount: 2, trailerCount: 1 };
    expect(run.truck).toEqual(largest);
    const asked: TravelConditions[] = [];
    const roads = estimatedTravel();
    const spy: Travel = {
      ...roads,
      matrix: (...of) => {
        asked.push(of[1]);
        return roads.matrix(...of);
      },
    };
    await travelTables(spy, run.points, run.input.vehicles, { truck: run.truck ?? undefined });
    expect(asked).toHaveLength(2);
    expect(asked).toContainEqual({ profile: 'truck', truck: largest });
    expect(asked).toContainEqual({ profile: 'car' });
  });

  it('leadTimeMinutes: no vehicle of the group sets out before', async () => {
    const contractId = await api.group('vans');
    const own = { ...NO_PARAMETERS, contractId, vehicleCount: 2 };
    const shiftOf = async (leadTimeMinutes: number | null) => {
      const contractOptimizationOverrideParameters = [{ ...own, leadTimeMinutes }];
      const run = await posed({ contractIds: [contractId], contractOptimizationOverrideParameters });
      return run.input.vehicles.map(({ shift }) => shift!.from);
    };
    const [without] = await shiftOf(null);
    // Pickups begin an hour from now, although vehicles could be there at once.
    expect(await shiftOf(180)).toEqual([without! + 7_200, without! + 7_200]);
  });

  it('contractOptimizationOverrideParameters: vehicles, their cost and the orders of a route', async () => {
    const contractId = await api.group('overridden');
    const own = {
      ...NO_PARAMETERS,
      contractId,
      vehicleCount: 3,
      fixedCost: 12.5,
      maxOrdersPerRoute: 7,
      minOrdersPerRoute: 2,
    };
    const run = await posed({ contractIds: [contractId], contractOptimizationOverrideParameters: [own] });
    expect(run.input.vehicles).toMatchObject(
      Array.from({ length: 3 }, () => ({ maxOrders: 7, minOrders: 2, cost: { fixedCents: 1_250 } })),
    );
  });

  it('shiftContractId: shifts of the group in the planned time are the vehicles, and nothing else of it', async () => {
    const groupId = await api.group('on shift');
    await van(groupId, 'parked', {});
    expect((await posed({ contractIds: [groupId] })).input.vehicles).toHaveLength(1);
    const none = await posed({ shiftContractId: groupId });
    expect(none.input.vehicles).toEqual([]);
    const travel = { locationCount: none.points.length, tables: {} };
    const { unassigned } = await solve(defineProblem({ ...none.input, travel }), { iterations: 1 });
    expect(unassigned.map(({ reasons }) => reasons[0]?.code)).toEqual(['NO_VEHICLE', 'NO_VEHICLE']);
    const courierId = await api.driver('at work', { addFirstVersionContractIds: [groupId] });
    const made = await api.call('POST /v1/shift', {
      body: {
        name: 'Day',
        courierId,
        plannedStart: '2026-03-02T10:00:00.000Z',
        plannedEnd: '2026-03-02T16:00:00.000Z',
        plannedBreakDuration: 30,
        optimizationParams: { departureDelay: 10 },
      },
    });
    expect(made.status).toBe(200);
    const { input } = await posed({ shiftContractId: groupId });
    expect(input.vehicles).toHaveLength(1);
    expect(input.vehicles[0]).toMatchObject({
      departureDelay: 600,
      breaks: [{ kind: 'window', duration: 1_800 }],
      shift: { to: input.vehicles[0]!.shift!.from + 6 * 3_600 },
    });
  });

  it('41 2.4 plannedBreaks: a plan has the break in its window, in times or in minutes after the start of the shift', async () => {
    const groupId = await api.group('takes a break');
    const courierId = await api.driver('hungry', { addFirstVersionContractIds: [groupId] });
    const breakOf = async (
      day: string,
      timeWindow: readonly [number, number] | readonly [string, string],
    ) => {
      const made = await api.call('POST /v1/shift', {
        body: {
          name: 'Day',
          courierId,
          plannedStart: `${day}T10:00:00.000Z`,
          plannedEnd: `${day}T16:00:00.000Z`,
          optimizationParams: { plannedBreaks: [{ breakDuration: 30, timeWindow }] },
        },
      });
      expect(made.status).toBe(200);
      const run = await posed({ shiftContractId: groupId }, ['a', 'b'], (index) => ({
        pickupStartTime: `${day}T10:00:00.000Z`,
        pickupEndTime: `${day}T11:00:00.000Z`,
        // One before the break and one after it: the route is under way in between.
        dropoffStartTime: `${day}T${index === 0 ? 11 : 15}:00:00.000Z`,
        dropoffEndTime: `${day}T${index === 0 ? 12 : 16}:00:00.000Z`,
      }));
      const tables = await travelTables(estimatedTravel(), run.points, run.input.vehicles, {});
      const travel = { locationCount: run.points.length, tables };
      const solution = await solve(defineProblem({ ...run.input, travel }), { iterations: 50 });
      const { routes } = resultOf(run, { ...solution, cost: solution.costs.total }, true);
      expect(routes[0]!.metrics.orders).toBe(2);
      const pause = routes[0]!.stops.find(({ stopType }) => stopType === 'DRIVER_BREAK')!;
      return [pause.arrivalTime, pause.departTime];
    };
    const first = ['2026-03-02T13:00:00.000Z', '2026-03-02T13:30:00.000Z'];
    expect(await breakOf('2026-03-02', [180, 210])).toEqual(first);
    const second = ['2026-03-03T14:00:00.000Z', '2026-03-03T14:30:00.000Z'];
    expect(await breakOf('2026-03-03', ['2026-03-03T14:00:00Z', '2026-03-03T14:30:00Z'])).toEqual(second);
  });

  it.each(['car', 'truck', 'bicycle', 'flying_distance'])(
    '42 2 a planned break begins and ends within its window: %s',
    async (vehicleProfile) => {
      const groupId = await api.group(`resting-${vehicleProfile}`);
      const courierId = await api.driver(`resting ${vehicleProfile}`, {
        addFirstVersionContractIds: [groupId],
      });
      const [from, to] = ['2026-03-02T12:30:00.000Z', '2026-03-02T13:20:00.000Z'];
      const made = await api.call('POST /v1/shift', {
        body: {
          name: 'Day',
          courierId,
          plannedStart: '2026-03-02T11:00:00.000Z',
          plannedEnd: '2026-03-02T20:00:00.000Z',
          optimizationParams: {
            plannedBreaks: [{ breakDuration: 30, timeWindow: [from, to] }],
            vehicleConfig: { vehicleProfile },
          },
        },
      });
      expect(made.status).toBe(200);
      const settings = { shiftContractId: groupId, dropoffServiceTimeSeconds: 1_500 };
      const run = await posed(settings, Array<string>(6).fill('a'));
      const tables = await travelTables(estimatedTravel(), run.points, run.input.vehicles, {});
      const travel = { locationCount: run.points.length, tables };
      const solution = await solve(defineProblem({ ...run.input, travel }), { iterations: 300 });
      expect(solution.unassigned).toEqual([]);
      const { routes } = resultOf(run, { ...solution, cost: solution.costs.total }, true);
      const { stops } = routes[0]!;
      const at = stops.findIndex(({ stopType }) => stopType === 'DRIVER_BREAK');
      const pause = stops[at]!;
      expect(pause.arrivalTime >= from && pause.departTime <= to).toBe(true);
      expect(Date.parse(pause.departTime) - Date.parse(pause.arrivalTime)).toBe(1_800_000);
      expect(stops[at + 1]!.arrivalTime >= pause.departTime).toBe(true);
      expect(pause.breakRule).toEqual({ kind: 'window', from, to });
    },
  );

  it('42 4 allowReloads: one van loads again where it has to, with loading time, and the plan shows the reloads', async () => {
    const groupId = await api.group('reloading');
    await van(groupId, 'small van', { weight: 20, weightUnit: 'kg' });
    const orders = Array.from({ length: 9 }, (_, index) =>
      anyOrder({
        ...WINDOWS,
        pickupEndTime: WINDOWS.dropoffEndTime,
        organizationId: 'org_test',
        id: `ord_${index}`,
        pickupLat: 37.7936,
        pickupLng: -122.3958,
        dropoffLat: 37.75 + index / 200,
        dropoffLng: -122.42,
        weight: 5,
      }),
    );
    const planned = async (allowReloads: boolean | null) => {
      const settings = {
        ...DEFAULT_SETTINGS,
        contractIds: [groupId],
        allowReloads,
        loadingSecondsPerOrder: 60,
      };
      const run = await buildProblem(api.db.deps, 'org_test', orders, settings, NOW);
      const tables = await travelTables(estimatedTravel(), run.points, run.input.vehicles, {});
      const travel = { locationCount: run.points.length, tables };
      const solution = await solve(defineProblem({ ...run.input, travel }), { iterations: 400 });
      return resultOf(run, { ...solution, cost: solution.costs.total }, true);
    };
    expect((await planned(null)).unassignedOrders).toHaveLength(5);
    const { routes, unassignedOrders } = await planned(true);
    expect(unassignedOrders).toEqual([]);
    expect(routes).toHaveLength(1);
    const { stops } = routes[0]!;
    const loads = stops.filter(({ stopType }) => stopType === 'PICKUP');
    expect(loads.map(({ metadata }) => metadata)).toEqual([undefined, { reload: true }, { reload: true }]);
    for (const { serviceTime, objectIds, location } of loads) {
      expect(serviceTime).toBe(60 * objectIds.length);
      expect(location).toEqual({ lat: 37.7936, lng: -122.3958 });
    }
    let carried = 0;
    for (const { stopType, objectIds } of stops) {
      if (stopType === 'PICKUP') carried += 5 * objectIds.length;
      expect(carried).toBeLessThanOrEqual(20);
      if (stopType === 'DROPOFF') carried -= 5 * objectIds.length;
    }
    expect(carried).toBe(0);
  });

  it('42 5 an order with several windows is planned into one of them, an optional one is left out for its price', async () => {
    const order = (index: number, more: object) =>
      anyOrder({
        ...WINDOWS,
        organizationId: 'org_test',
        id: `ord_${index}`,
        pickupLat: 37.7936,
        pickupLng: -122.3958,
        dropoffLat: 37.75,
        dropoffLng: -122.42,
        ...more,
      });
    const orders = [
      order(0, {
        dropoffEndTime: '2026-03-02T10:00:01.000Z',
        dropoffOtherWindows: [
          '2026-03-02T15:00:00Z/2026-03-02T16:00:00Z',
          '2026-03-02T12:00:00Z/2026-03-02T13:00:00Z',
        ],
      }),
      order(1, {}),
      order(2, { dropoffLat: 38.4, optimizationParameters: { leaveOutCents: 500 } }),
    ];
    const run = await buildProblem(api.db.deps, 'org_test', orders, DEFAULT_SETTINGS, NOW);
    const tables = await travelTables(estimatedTravel(), run.points, run.input.vehicles, {});
    const travel = { locationCount: run.points.length, tables };
    const solution = await solve(defineProblem({ ...run.input, travel }), { iterations: 200 });
    const { routes, unassignedOrders } = resultOf(run, { ...solution, cost: solution.costs.total }, true);
    expect(unassignedOrders).toEqual([
      {
        orderId: 'ord_2',
        reasons: [
          {
            code: 'PRICE',
            messageCode: 'PRICE',
            message: 'Leaving it out is cheaper than delivering it.',
            remedySteps: [{ code: 'REMOVE_LEAVE_OUT_PRICE', values: {} }],
            remedy: 'Remove its price of leaving out.',
            target: { type: 'order', id: 'ord_2' },
            edits: [
              {
                operation: 'updateOrder',
                id: 'ord_2',
                name: expect.any(String),
                field: 'optimizationParameters.leaveOutCents',
                from: 500,
                to: null,
              },
            ],
          },
        ],
      },
    ]);
    const visit = solution.routes.flatMap(({ visits }) => visits).find(({ job }) => job === 'ord_0')!;
    const served = Date.parse(run.departAt) + (visit.start - 86_400) * 1_000;
    expect(served).toBe(Date.parse('2026-03-02T12:00:00Z'));
    expect(routes).toHaveLength(1);
  });

  it('service times: at a pickup, at a dropoff, for each further piece, and where a route loads at its start', async () => {
    const services = async (settings: Partial<OptimizationSettings>, more: object) => {
      const order = (index: number) =>
        anyOrder({
          ...WINDOWS,
          organizationId: 'org_test',
          id: `ord_${index}`,
          pickupLat: 37.7936,
          pickupLng: -122.3958,
          dropoffLat: 37.75 + index / 100,
          dropoffLng: -122.42,
          itemsCount: 3,
        });
      const orders = [order(0), { ...order(1), ...more }];
      const run = await buildProblem(
        api.db.deps,
        'org_test',
        orders,
        { ...DEFAULT_SETTINGS, ...settings },
        NOW,
      );
      const job = run.input.jobs[1]!;
      return {
        pickup: job.kind === 'pair' ? job.pickup.service : undefined,
        dropoff: job.kind === 'pair' ? job.delivery.service : job.kind === 'delivery' ? job.stop.service : 0,
        loading: run.input.vehicles[0]!.departureDelay,
      };
    };
    const set = {
      pickupServiceTimeSeconds: 300,
      dropoffServiceTimeSeconds: 60,
      incrementalServiceTimeSeconds: 10,
    };
    const elsewhere = { pickupLat: 37.78 };
    expect(await services({}, elsewhere)).toEqual({ pickup: 120, dropoff: 180, loading: undefined });
    expect(await services(set, elsewhere)).toEqual({ pickup: 300, dropoff: 80, loading: 300 });
    expect(await services(set, {})).toEqual({ pickup: undefined, dropoff: 80, loading: 300 });
    const run = await posed(set);
    const tables = await travelTables(estimatedTravel(), run.points, run.input.vehicles, {});
    const travel = { locationCount: run.points.length, tables };
    const solution = await solve(defineProblem({ ...run.input, travel }), { iterations: 50 });
    const { routes } = resultOf(run, { ...solution, cost: solution.costs.total }, true);
    const [start, first] = routes[0]!.stops;
    expect(Date.parse(start!.departTime) - Date.parse(start!.arrivalTime)).toBe(300_000);
    expect(Date.parse(first!.arrivalTime) - Date.parse(start!.departTime)).toBe(
      first!.durationFromPrevious * 1_000,
    );
  });

  it('softCapabilities: a capability that is only preferred is no condition', async () => {
    const order = anyOrder({
      ...WINDOWS,
      organizationId: 'org_test',
      id: 'ord_cold',
      pickupLat: 37.7936,
      pickupLng: -122.3958,
      dropoffLat: 37.75,
      dropoffLng: -122.42,
      requirements: ['custom:cold', 'custom:tail_lift'],
    });
    const of = async (softCapabilities: string[]) => {
      const settings = { ...DEFAULT_SETTINGS, softCapabilities };
      const { requires, prefers } = (await buildProblem(api.db.deps, 'org_test', [order], settings, NOW))
        .input.jobs[0]!;
      return { requires, prefers: prefers?.map(({ capability }) => capability) };
    };
    expect(await of([])).toEqual({ requires: ['cold', 'tail_lift'], prefers: [] });
    expect(await of(['cold'])).toEqual({ requires: ['tail_lift'], prefers: ['cold'] });
  });

  it('searchLevel and clusteringLevel: how long is searched, and what a further route of a label costs', async () => {
    const whole = (level: number) => searchLimits({}, { orders: 200, level }).timeLimitMs;
    expect([whole(1), whole(5)]).toEqual([10_000, 50_000]);
    const penalty = async (clusteringLevel: number | null) =>
      (await posed({ clusteringLevel })).input.clusterPenaltyCents;
    expect([await penalty(null), await penalty(0), await penalty(5)]).toEqual([1_000, 0, 5_000]);
  });
});
