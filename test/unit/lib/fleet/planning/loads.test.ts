import { afterAll, beforeAll, expect, it } from 'vitest';
import { defineProblem, solve } from '../../../../../lib/engines/optimization/index.ts';
import { estimatedTravel } from '../../../../../lib/engines/travel/index.ts';
import { buildProblem } from '../../../../../lib/fleet/planning/build-problem.ts';
import { capacityUnits, loadOf } from '../../../../../lib/fleet/planning/loads.ts';
import { DEFAULT_SETTINGS } from '../../../../../lib/fleet/planning/optimization-strategy.ts';
import { travelTables } from '../../../../../lib/fleet/planning/places.ts';
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

/** The stops of each route when orders with these fields are planned for a van, or for plain vans. */
async function planned(orders: readonly object[], vehicleConfig?: object) {
  const contractIds: string[] = [];
  if (vehicleConfig) {
    const externalIdentifier = JSON.stringify([orders, vehicleConfig]).slice(0, 255);
    const group = await api.call('PUT /v1/fleet/driver-groups/upsert', { body: { externalIdentifier } });
    const { id } = group.json.driverGroup;
    const driver = await api.driver(`of ${id}`, { addFirstVersionContractIds: [id] });
    const body = { name: 'Van', enabled: true, courierIds: [driver], vehicleConfig };
    expect(await api.call('POST /v1/vehicle', { body })).toMatchObject({ status: 200 });
    contractIds.push(id);
  }
  const placed = orders.map((fields, index) =>
    anyOrder({
      ...WINDOWS,
      organizationId: 'org_test',
      id: `ord_${index}`,
      pickupLat: 37.7936,
      pickupLng: -122.3958,
      dropoffLat: 37.75 + index / 100,
      dropoffLng: -122.42,
      ...fields,
    }),
  );
  const run = await buildProblem(api.db.deps, 'org_test', placed, { ...DEFAULT_SETTINGS, contractIds }, NOW);
  const tables = await travelTables(estimatedTravel(), run.points, run.input.vehicles, {});
  const travel = { locationCount: run.points.length, tables };
  const { routes, unassigned } = await solve(defineProblem({ ...run.input, travel }), { iterations: 200 });
  return { routes: routes.map(({ visits }) => visits.length), left: unassigned.map(({ job }) => job) };
}

it('7.2 a van with the room of sixteen cubic metres, entered in metres, is planned with that room', async () => {
  const van = { height: 2, length: 4, width: 2 };
  const cubicMetre = { height: 100, width: 100, depth: 100 };
  expect(await planned([cubicMetre, cubicMetre], van)).toEqual({ routes: [2], left: [] });
  const sevenCubicMetres = { height: 200, width: 175, depth: 200 };
  const { routes, left } = await planned([sevenCubicMetres, sevenCubicMetres, sevenCubicMetres], van);
  expect([routes, left.length]).toEqual([[2], 1]);
});

it('7.2 a vehicle without limits takes orders of any size: large, heavy, or of many pieces', async () => {
  const two = (fields: object) => planned([fields, fields], {});
  const all = { routes: [2], left: [] };
  expect(await two({ height: 120, width: 120, depth: 120 })).toEqual(all);
  expect(await two({ weight: 2_000_000 })).toEqual(all);
  expect(await two({ itemsCount: 700_000 })).toEqual(all);
  expect(await two({ itemsCount: 3_000_000 })).toEqual(all);
});

it('7.2 limits of a vehicle beyond those of the planner are none', async () => {
  const vast = { weight: 900_000_000, maxDistance: 900_000_000, maxDuration: 900_000_000 };
  const room = { height: 900_000_000, width: 900_000_000, length: 900_000_000 };
  expect(await planned([{}, {}], { ...vast, ...room })).toEqual({ routes: [2], left: [] });
});

it('7.2 an order whose window ends in the far future or whose work takes years does not fail a plan', async () => {
  expect(await planned([{ dropoffEndTime: '2099-01-01T00:00:00.000Z' }, {}], {})).toMatchObject({ left: [] });
  const endless = { optimizationParameters: { dropoffDoorstepTimeSeconds: 900_000_000 } };
  expect(await planned([endless, {}], {})).toEqual({ routes: [1], left: ['ord_0'] });
});

it('7.2 loads and capacities are whole units of the solver', () => {
  expect(loadOf({ weight: 1.2345, volume: 10.4, items: 3 })).toEqual([1_235, 10, 3_000]);
  expect(capacityUnits({ weight: 1.2349, volume: null })).toEqual([1_234, 1_000_000_000, 1_000_000_000]);
  expect(capacityUnits({ weight: 0 })[0]).toBe(0);
});
