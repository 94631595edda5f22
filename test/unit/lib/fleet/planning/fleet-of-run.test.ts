import { expect, it } from 'vitest';
import { defineProblem } from '../../../../../lib/engines/optimization/index.ts';
import { dayClock } from '../../../../../lib/fleet/planning/clock-of-day.ts';
import { plainVehicle } from '../../../../../lib/fleet/planning/fleet-of-run.ts';

const NO_CONFIG = {
  ...{ weight: null, height: null, length: null, width: null, axleCount: null, trailerCount: null },
  ...{ weightUnit: null, lengthUnit: null, maxStops: null, maxDistance: null, maxDuration: null },
  ...{ speedFactor: null, capabilities: null, fixedCost: null, costPerUnitDistance: null },
  ...{ costPerUnitTime: null, vehicleProfile: null, minOrdersPerRoute: null, parkingTime: null },
};
const NO_PARAMETERS = {
  ...{ vehicleCount: null, fixedCost: null, maxOrdersPerRoute: null, minOrdersPerRoute: null },
  ...{ useAllVehicles: null, dispatchStrategyId: null, leadTimeMinutes: null },
};
const RANGE = { from: '2026-03-02T09:00:00.000Z', to: '2026-03-02T18:00:00.000Z' };

/** The vehicle as the solver reads it. */
function read(config: Partial<typeof NO_CONFIG | Record<string, number>>, parameters = {}) {
  const { input } = plainVehicle(
    'vhc_1',
    'Van',
    { ...NO_PARAMETERS, contractId: 'cntr_1', ...parameters },
    RANGE,
    dayClock(RANGE.from),
    { ...NO_CONFIG, ...config },
  );
  return defineProblem({
    travel: { locationCount: 0, tables: { car: { durations: [], distances: [] } } },
    dimensions: ['weight', 'volume', 'items'],
    jobs: [],
    vehicles: [input],
  }).vehicles[0]!;
}

it('7.2 settings that were stored before they had bounds do not fail a plan', () => {
  expect(read({ speedFactor: 1e9 }).speedPercent).toBe(10_000);
  expect(read({ parkingTime: 1e9 }).parkingTime).toBe(7 * 86_400);
  expect(read({ fixedCost: 1e9, costPerUnitDistance: 1e9, costPerUnitTime: 1e9 }).cost).toMatchObject({
    fixedCents: 1_000_000_000,
    centsPerKilometre: 1_000_000_000,
    centsPerHour: 1_000_000_000,
  });
});

it('7.2 the most orders of a route by the strategy also bound the fewest of a vehicle', () => {
  expect(read({ minOrdersPerRoute: 5 }, { maxOrdersPerRoute: 3 })).toMatchObject({
    minOrders: 3,
    maxOrders: 3,
  });
  expect(read({ minOrdersPerRoute: 5 }, { minOrdersPerRoute: 2 })).toMatchObject({ minOrders: 2 });
});
