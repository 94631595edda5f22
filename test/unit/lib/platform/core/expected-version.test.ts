import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inventoryBodyExample, productBodyExample } from '../../../../../functions/api/catalogue/examples.ts';
import { storeBodyExample } from '../../../../../functions/api/stores/examples.ts';
import { validOrder } from '../../../../support/orders-api.ts';
import { type PlacesApi, startPlacesApi } from '../../../../support/places-api.ts';

type Json = ReturnType<typeof JSON.parse>;

/** Body of a change of one row, from the fields of the row besides its key. */
type Write = (row: object) => Promise<object> | object;

describe('C49 every change can be based on a version', () => {
  let api: PlacesApi;
  let store: Json;
  let deliveryWindow: Json;
  beforeAll(async () => {
    api = await startPlacesApi();
    store = await api.must('POST /v1/store_locations', { body: storeBodyExample });
    await api.must('POST /v1/products', { body: { products: [productBodyExample] } });
    deliveryWindow = await api.must('POST /v1/delivery-window', { body: windowTimes });
  });
  afterAll(() => api.stop());

  const { externalId } = storeBodyExample;
  const shift = { name: 'Late', plannedStart: '2026-03-05T15:00:00Z', plannedEnd: '2026-03-05T23:00:00Z' };
  const windowTimes = { startTime: '2026-03-06T10:00:00Z', endTime: '2026-03-06T12:00:00Z' };
  const template = {
    type: 'DELIVERY_WINDOW',
    externalId: 't1',
    deliveryWindowTemplatePayload: { startTimeLocal: '10:00', endTimeLocal: '12:00' },
    createInstancesUpToValue: 1,
    createInstancesUpToUnit: 'DAYS',
  };
  const named =
    (list: string, key: object): Write =>
    (row) => ({ [list]: [{ ...key, ...row }] });

  it.each<[string, Write]>([
    ['POST /v1/store_locations/upsert/bulk', named('storeLocations', { externalId, prepTimeMinutes: 5 })],
    ['POST /v1/zones/upsert', named('zones', { externalId: 'z1', zipCodes: ['94105'] })],
    ['POST /v1/zone-restrictions/upsert', named('zoneRestrictions', { externalId: 'r1', name: 'No wine' })],
    ['POST /v1/products', named('products', productBodyExample)],
    ['POST /v1/inventory', named('inventory', inventoryBodyExample)],
    ['POST /v1/delivery-windows/upsert', (row) => named('deliveryWindows', { id: deliveryWindow.id })(row)],
    ['POST /v1/templates/upsert', named('templates', template)],
  ])('%s: by row or by If-Match, the present one is in the refusal', async (routeKey, write) => {
    const call = async (row: object, ifMatch?: string) =>
      api.call(routeKey, {
        body: await write(row),
        ...(ifMatch === undefined ? {} : { headers: { 'if-match': ifMatch } }),
      });
    const rowOf = ({ json }: { json: Json }) =>
      (Array.isArray(json) ? json : Object.values<Json>(json)[0])[0];
    const present = rowOf(await call({})).version;
    for (const stale of [await call({ version: present + 7 }), await call({}, String(present + 7))]) {
      expect(stale).toMatchObject({
        status: 409,
        json: { error: { code: 'CONFLICT', details: { version: present } } },
      });
    }
    expect((await call({ version: present }, String(present + 7))).status).toBe(200);
  });

  it('POST /v1/shifts/upsert: every row, not the first alone', async () => {
    const upsert = (shifts: object[], headers = {}) =>
      api.call('POST /v1/shifts/upsert', { body: { shifts }, headers });
    const { json } = await upsert([shift, shift]);
    const rows = (last: object) => [
      { ...shift, id: json[0].id },
      { ...shift, id: json[1].id, name: 'Later', ...last },
    ];
    expect((await upsert(rows({ version: 4 }))).json.error).toMatchObject({ details: { version: 1 } });
    expect((await upsert(rows({}), { 'if-match': '4' })).status).toBe(409);
    expect((await upsert(rows({ version: 1 }))).status).toBe(200);
  });

  it.each([
    ['POST /v1/store_locations/upsert', { externalId, prepTimeMinutes: 5 }, {}],
    [
      'POST /v1/store_locations/external-identifier/{externalIdentifier}',
      { prepTimeMinutes: 5 },
      { externalIdentifier: externalId },
    ],
    ['POST /v1/set_store_location_default_capacity', { defaultCapacity: {} }, {}],
    ['POST /v1/set_store_location_day_capacity', { date: '2026-03-09', dayCapacity: { maxOrders: 3 } }, {}],
  ])('%s takes If-Match', async (routeKey, body, params) => {
    const call = (ifMatch: number) =>
      api.call(routeKey, {
        params,
        body: { storeLocationId: store.id, ...body },
        headers: { 'if-match': `"${ifMatch}"` },
      });
    const path = { params: { id: store.id } };
    const { version } = await api.must('GET /v1/store_locations/{id}', path);
    expect((await call(version + 1)).json.error).toMatchObject({ details: { version } });
    expect((await call(version)).json.version).toBe(version + 1);
  });

  it('bookings are based on the version of their order', async () => {
    const window = await api.must('POST /v1/delivery-window', {
      body: { ...windowTimes, maximumCapacity: 1 },
    });
    const order = await api.must('POST /v1/order', {
      body: { ...validOrder, deliveryMode: 'scheduled', externalId: 'o1' },
    });
    const step = (name: string, ifMatch: number, body?: object) =>
      api.call(`POST /v1/order/external-identifier/{externalId}/delivery-window/${name}`, {
        params: { externalId: 'o1' },
        headers: { 'if-match': String(ifMatch) },
        ...(body ? { body } : {}),
      });
    const { version } = order;
    const book = { deliveryWindowId: window.id };
    expect((await step('book', version + 1, book)).json.error).toMatchObject({ details: { version } });
    expect((await step('book', version, book)).status).toBe(200);
    expect((await step('confirm', version)).status).toBe(409);
    expect((await step('revoke', version + 1)).json.deliveryWindowStatus).toBeNull();
  });
});
