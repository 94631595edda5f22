import { afterAll, beforeAll, expect, test } from 'vitest';
import { type FleetApi, startFleetApi } from '../../../../support/fleet-api.ts';

let api: FleetApi;
beforeAll(async () => {
  api = await startFleetApi();
});
afterAll(() => api.stop());

const times = { plannedStart: '2026-03-05T15:00:00Z', plannedEnd: '2026-03-05T23:00:00Z' };

test.each([
  ['maxStops', 0],
  ['maxDistance', 0],
  ['maxDuration', 0],
  ['speedFactor', 0],
  ['speedFactor', 100.5],
  ['fixedCost', 10_000_001],
  ['parkingTime', 169],
])(
  '7.2 a vehicle and a shift with a setting that no plan can keep are refused: %s of %s',
  async (name, value) => {
    const vehicleConfig = { [name]: value };
    const vehicle = await api.call('POST /v1/vehicle', {
      body: { name: 'Van', enabled: true, vehicleConfig },
    });
    expect([vehicle.status, Object.keys(vehicle.json.error.details.fields)]).toEqual([
      422,
      [`vehicleConfig.${name}`],
    ]);
    const optimizationParams = { vehicleConfig };
    const shift = await api.call('POST /v1/shift', { body: { name: 'Day', ...times, optimizationParams } });
    expect([shift.status, Object.keys(shift.json.error.details.fields)]).toEqual([
      422,
      [`optimizationParams.vehicleConfig.${name}`],
    ]);
  },
);

test('7.2 null is no limit and the speed of the profile; the least and the most are taken', async () => {
  const made = async (vehicleConfig: object) => {
    const { status, json } = await api.call('POST /v1/vehicle', {
      body: { name: 'Van', enabled: true, vehicleConfig },
    });
    expect(status).toBe(200);
    return json.vehicleConfig;
  };
  const none = { maxStops: null, maxDistance: null, maxDuration: null, speedFactor: null };
  expect(await made(none)).toMatchObject(none);
  const least = { maxStops: 1, maxDistance: 1, maxDuration: 1, speedFactor: 0.01, weight: 0, fixedCost: 0 };
  expect(await made(least)).toMatchObject(least);
  const most = { speedFactor: 100, fixedCost: 10_000_000, parkingTime: 168 };
  expect(await made(most)).toMatchObject(most);
});

test.each([{ breakDuration: 0 }, { breakDuration: 30, maxWorkingTime: 0 }])(
  '2.4 a break of no length, or due at once, is refused: %j',
  async (planned) => {
    const optimizationParams = { plannedBreaks: [planned] };
    const refused = await api.call('POST /v1/shift', { body: { name: 'Day', ...times, optimizationParams } });
    expect(refused.status).toBe(422);
  },
);
