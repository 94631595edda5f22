import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { defineProblem, solve } from '../../../../lib/optimization/index.ts';
import { poseRun } from '../../../../lib/planning/build-problem.ts';
import {
  DEFAULT_SETTINGS,
  type OptimizationSettings,
} from '../../../../lib/planning/optimization-strategy.ts';
import { travelTables } from '../../../../lib/planning/places.ts';
import { estimatedTravel, type TravelConditions } from '../../../../lib/travel/index.ts';
import { anyOrder } from '../../../support/builders/any-order.ts';
import { type FleetApi, startFleetApi } from '../../../support/fleet-api.ts';

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

/** The run of orders with these labels, as a strategy poses it. */
async function posed(settings: Partial<OptimizationSettings>, labels: readonly string[] = ['a', 'a']) {
  const orders = labels.map((clusterLabel, index) =>
    anyOrder({
      ...WINDOWS,
      organizationId: 'org_test',
      id: `ord_${index}`,
      pickupLat: 37.7936,
      pickupLng: -122.3958,
      dropoffLat: 37.75 + index / 100,
      dropoffLng: -122.42,
      optimizationParameters: { clusterLabel },
    }),
  );
  return poseRun(api.db.deps, 'org_test', orders, { ...DEFAULT_SETTINGS, ...settings }, NOW);
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

  it('leadTimeMinutes: no vehicle of the group sets out before', async () => {
    const contractId = await api.group('vans');
    const own = {
      contractId,
      vehicleCount: 2,
      fixedCost: null,
      maxOrdersPerRoute: null,
      minOrdersPerRoute: null,
      useAllVehicles: null,
      dispatchStrategyId: null,
    };
    const shiftOf = async (leadTimeMinutes: number | null) => {
      const contractOptimizationOverrideParameters = [{ ...own, leadTimeMinutes }];
      const run = await posed({ contractIds: [contractId], contractOptimizationOverrideParameters });
      return run.input.vehicles.map(({ shift }) => shift!.from);
    };
    const [without] = await shiftOf(null);
    // Pickups begin an hour from now: vehicles could be there at once.
    expect(await shiftOf(180)).toEqual([without! + 7_200, without! + 7_200]);
  });
});
