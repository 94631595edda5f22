import { afterAll, beforeAll, expect, test } from 'vitest';
import { createStore } from '../../../../../functions/api/stores/create-store.ts';
import { defaultPreferences } from '../../../../../lib/platform/organization/preferences.ts';
import { validOrder } from '../../../../support/orders-api.ts';
import { type PlacesApi, startPlacesApi } from '../../../../support/places-api.ts';

let api: PlacesApi;
beforeAll(async () => {
  api = await startPlacesApi({ now: '2026-03-02T09:00:00.000Z' });
});
afterAll(() => api.stop());

const times = { startTime: '2026-03-03T10:00:00Z', endTime: '2026-03-03T12:00:00Z' };

test('a window of a zone takes orders that are brought there, and keeps the zone from being deleted', async () => {
  const zip = validOrder.dropoffAddressZip;
  const zoneOf = (externalId: string, zipCodes: string[]) =>
    api.must('POST /v1/zones', { body: { externalId, name: externalId, zipCodes } });
  const here = await zoneOf('here', [zip]);
  await zoneOf('elsewhere', ['10001']);
  const near = await api.must('POST /v1/delivery-window', { body: { ...times, zoneExternalId: 'here' } });
  const far = await api.must('POST /v1/delivery-window', { body: { ...times, zoneExternalId: 'elsewhere' } });
  expect(near).toMatchObject({ zoneId: here.id, zoneExternalId: 'here' });
  await api.must('POST /v1/order', {
    body: { ...validOrder, deliveryMode: 'scheduled', externalId: 'to-zone' },
  });
  const { eligibleDeliveryWindows, ineligibleDeliveryWindows } = await api.must(
    'GET /v1/eligible_delivery_windows',
    {
      query: {
        externalOrderId: 'to-zone',
        startTime: '2026-03-03T00:00:00Z',
        endTime: '2026-03-04T00:00:00Z',
      },
    },
  );
  expect(eligibleDeliveryWindows.map(({ id }: { id: string }) => id)).toEqual([near.id]);
  expect(ineligibleDeliveryWindows).toMatchObject([{ id: far.id, ineligibleReason: 'OUTSIDE_ZONE' }]);
  expect(await api.call('DELETE /v1/zones/{id}', { params: { id: here.id } })).toMatchObject({
    status: 409,
    json: { error: { details: { usedBy: [{ type: 'delivery_window', id: near.id }] } } },
  });
});

test('unknown places refuse every window, naming each', async () => {
  const refused = await api.call('POST /v1/delivery-windows', {
    body: {
      deliveryWindows: [
        { ...times, storeLocationId: 'store_none' },
        { ...times, zoneId: 'zone_none' },
      ],
    },
  });
  expect(refused).toMatchObject({
    status: 422,
    json: { error: { details: { unknownIds: ['store_none', 'zone_none'] } } },
  });
});

test('a shift that is not over keeps its store from being deleted', async () => {
  const store = await api.must('POST /v1/store_locations', { body: createStore.bodyExample });
  const shift = await api.must('POST /v1/shift', {
    body: {
      name: 'Late',
      plannedStart: '2026-03-03T10:00:00Z',
      plannedEnd: '2026-03-03T12:00:00Z',
      storeLocationId: store.id,
    },
  });
  expect(await api.call('DELETE /v1/store_locations/{id}', { params: { id: store.id } })).toMatchObject({
    status: 409,
    json: { error: { details: { usedBy: [{ type: 'shift', id: shift.id }] } } },
  });
});

test('a window that names no time zone takes that of its store, else that of the organization', async () => {
  const store = await api.must('POST /v1/store_locations', {
    body: Object.assign({}, createStore.bodyExample, { externalId: 'zoned', timezoneId: 'America/New_York' }),
  });
  const berlin = {
    preferences: {
      organizationId: 'org_test',
      values: { ...defaultPreferences(), timeZone: 'Europe/Berlin' },
    },
  };
  const local = { startTimeLocal: '2026-03-03T10:00:00', endTimeLocal: '2026-03-03T12:00:00' };
  expect(await api.must('POST /v1/delivery-window', { body: local, grant: berlin })).toMatchObject({
    timezoneId: 'Europe/Berlin',
    startTime: '2026-03-03T09:00:00.000Z',
  });
  expect(
    await api.must('POST /v1/delivery-window', { body: { ...local, storeLocationId: store.id } }),
  ).toMatchObject({ timezoneId: 'America/New_York', startTime: '2026-03-03T15:00:00.000Z' });
});
