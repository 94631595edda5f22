import { afterAll, beforeAll, expect, test } from 'vitest';
import { type FleetApi, KNOWN_STORE, KNOWN_ZONE, startFleetApi } from '../../../../support/fleet-api.ts';

let api: FleetApi;
beforeAll(async () => {
  api = await startFleetApi();
});
afterAll(() => api.stop());

const times = { plannedStart: '2026-03-05T15:00:00Z', plannedEnd: '2026-03-05T23:00:00Z' };
const range = { startTime: '2026-03-05T00:00:00Z', endTime: '2026-03-06T00:00:00Z' };

test('a shift keeps its place, breaks and settings, and names both ids of its store and zones', async () => {
  const made = await api.call('POST /v1/shift', {
    body: {
      name: 'Late',
      ...times,
      externalStoreLocationId: KNOWN_STORE.externalId,
      zoneIds: [KNOWN_ZONE.id],
      optimizationParams: { plannedBreaks: [{ breakDuration: 30 }], vehicleConfig: { maxstops: 20 } },
    },
  });
  expect(made).toMatchObject({
    status: 200,
    json: {
      status: 'planned',
      storeLocationId: KNOWN_STORE.id,
      externalZoneIds: [KNOWN_ZONE.externalId],
      optimizationParams: {
        plannedBreaks: [{ breakDuration: 30, timeWindow: null }],
        vehicleConfig: { maxStops: 20 },
      },
    },
  });
  const listed = await api.call('GET /v1/shifts', { query: { ...range, storeLocationId: KNOWN_STORE.id } });
  expect(listed.json).toEqual([made.json]);
});

test.each([1, null])('42 a shift says that its driver is as fast at stops as any: %s', async (factor) => {
  const optimizationParams = { serviceTimeRelativeEfficiency: factor };
  const { status, json } = await api.call('POST /v1/shift', {
    body: { name: 'Even', ...times, optimizationParams },
  });
  expect([status, json.optimizationParams.serviceTimeRelativeEfficiency]).toEqual([200, factor]);
});

test('an upsert writes all shifts or none', async () => {
  const upsert = (shifts: object[]) => api.call('POST /v1/shifts/upsert', { body: { shifts } });
  const made = await upsert([
    { name: 'A', ...times },
    { name: 'B', ...times },
  ]);
  const [a] = made.json;
  const refused = await upsert([
    { id: a.id, name: 'A2', ...times },
    { id: 'shf_none', name: 'B2', ...times },
  ]);
  expect(refused).toMatchObject({ status: 422, json: { error: { details: { unknownIds: ['shf_none'] } } } });
  const twice = await upsert([
    { id: a.id, name: 'A2', ...times },
    { id: a.id, name: 'A3', ...times },
  ]);
  expect(Object.keys(twice.json.error.details.fields)).toEqual(['shifts[1].id']);
  const { json } = await api.call('GET /v1/shift/{id}', { params: { id: a.id } });
  expect(json).toMatchObject({ name: 'A', version: 1 });
});

test.each([
  [{ plannedEnd: '2026-03-05T15:00:00Z' }, 'plannedEnd'],
  [{ plannedEnd: '2026-03-08T15:00:00Z' }, 'plannedEnd'],
  [{ zoneIds: ['zone_none'] }, 'shifts'],
  [{ courierId: 'nobody' }, 'shifts'],
  [
    { optimizationParams: { serviceTimeRelativeEfficiency: 1.2 } },
    'optimizationParams.serviceTimeRelativeEfficiency',
  ],
  [{ plannedBreakDuration: 481 }, 'plannedBreakDuration'],
  [
    { optimizationParams: { plannedBreaks: [{ breakDuration: 30 }, { breakDuration: 481 }] } },
    'optimizationParams.plannedBreaks[1].breakDuration',
  ],
])('2.4 %o is refused', async (fields, field) => {
  const { status, json } = await api.call('POST /v1/shift', { body: { name: 'Bad', ...times, ...fields } });
  expect(status).toBe(422);
  expect(Object.keys(json.error.details.fields)).toEqual([field]);
});

test('a caller that is limited to stores sees the shifts at these stores', async () => {
  const made = await api.call('POST /v1/shift', { body: { name: 'Nowhere', ...times } });
  const grant = { storeLocationIds: [KNOWN_STORE.id] };
  expect((await api.call('GET /v1/shift/{id}', { params: { id: made.json.id }, grant })).status).toBe(404);
  const listed = await api.call('GET /v1/shifts', { query: range, grant });
  expect(listed.json.map(({ name }: { name: string }) => name)).toEqual(['Late']);
});

test('9.4 the application is told when it has to be, and when it could be, updated', async () => {
  const ask = (version: string) =>
    api.call('GET /v1/fleet/app-version', { query: { platform: 'ios', version } });
  expect((await ask('1.0')).json).toMatchObject({ minimumVersion: null, updateRecommended: false });
  await api.call('PUT /v1/fleet/app-version', {
    body: { platform: 'ios', minimumVersion: '4.2', latestVersion: '4.12.0' },
  });
  expect((await ask('4.1.9')).json).toMatchObject({ updateRequired: true, updateRecommended: true });
  expect((await ask('4.9')).json).toMatchObject({ updateRequired: false, updateRecommended: true });
  expect((await ask('4.12')).json).toMatchObject({ updateRequired: false, updateRecommended: false });
});
