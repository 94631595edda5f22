import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { storeBodyExample } from '../../../../../../functions/api/stores/examples.ts';
import { validOrder, withoutAddress } from '../../../../../support/orders-api.ts';
import { type PlacesApi, startPlacesApi } from '../../../../../support/places-api.ts';

/** Monday, 2 March 2026, 09:00 in UTC: 01:00 in San Francisco. */
const TIMES = { pickupStartTime: '2026-03-02T18:00:00.000Z', pickupEndTime: '2026-03-02T19:00:00.000Z' };

let api: PlacesApi;
beforeEach(async () => {
  api = await startPlacesApi();
});
afterEach(() => api.stop());

type Json = ReturnType<typeof JSON.parse>;
const store = (externalId: string, latitude: number, more: object = {}): Promise<Json> =>
  api.must('POST /v1/store_locations', {
    body: {
      ...storeBodyExample,
      operatingHours: null,
      prepTimeMinutes: null,
      externalId,
      addressComponents: { ...storeBodyExample.addressComponents, latitude, longitude: -122.42 },
      ...more,
    },
  });
const order = (more: object = {}): Promise<Json> => {
  const body = { ...withoutAddress('pickup'), deliveryMode: 'scheduled', ...TIMES, ...more };
  return api.must('POST /v1/order', { body });
};
const archive = (id: string) => api.must('DELETE /v1/order/{id}', { params: { id } });
const capacity = (storeLocationId: string, maxOrders: number) =>
  api.must('POST /v1/set_store_location_day_capacity', {
    body: { storeLocationId, date: '2026-03-02', dayCapacity: { maxOrders } },
  });

/** The dropoff is at 37.7576; `near` is nearer to it than `far`. */
async function twoStores(near: object = {}): Promise<{ near: Json; far: Json; ids: object }> {
  const stores = { near: await store('near', 37.76, near), far: await store('far', 37.9) };
  return { ...stores, ids: { pickupStoreLocationIds: [stores.far.id, stores.near.id] } };
}

describe('the best of several stores', () => {
  it('is the nearest one', async () => {
    const { near, ids } = await twoStores();
    expect(await order(ids)).toMatchObject({ status: 'valid', pickupStoreLocationId: near.id });
    const byExternalIds = { pickupStoreLocationIds: ['far', 'near'] };
    expect(await order(byExternalIds)).toMatchObject({ status: 'valid', pickupStoreLocationId: near.id });
  });

  it('is open in the pickup window', async () => {
    const { far, ids } = await twoStores({ operatingHours: { tuesday: [{ start: '09:00', end: '17:00' }] } });
    expect(await order(ids)).toMatchObject({ status: 'valid', pickupStoreLocationId: far.id });
  });

  it('delivers where the order goes, when it has zones', async () => {
    const { near, far, ids } = await twoStores();
    const zone = (south: number, storeLocationIds: string[]) =>
      api.must('POST /v1/zones', {
        body: {
          polygon: [
            [south, -123],
            [south, -122],
            [south + 0.5, -122],
            [south + 0.5, -123],
          ],
          storeLocationIds,
        },
      });
    await zone(50, [near.id]);
    expect((await order(ids)).pickupStoreLocationId).toBe(far.id);
    await zone(37.5, [near.id]);
    expect((await order(ids)).pickupStoreLocationId).toBe(near.id);
  });

  it('has capacity left; an order that ends or moves gives its place back', async () => {
    const { near, far, ids } = await twoStores();
    await capacity(near.id, 1);
    const first = await order(ids);
    expect(first.pickupStoreLocationId).toBe(near.id);
    expect((await order(ids)).pickupStoreLocationId).toBe(far.id);
    const tip = await api.must('PATCH /v1/order/{id}', {
      params: { id: first.id },
      body: { tipAmountCents: 5 },
    });
    expect(tip).toMatchObject({ status: 'valid', pickupStoreLocationId: near.id });
    await archive(first.id);
    expect((await order(ids)).pickupStoreLocationId).toBe(near.id);
    const back = await api.must('PATCH /v1/order/{id}/unarchive', { params: { id: first.id } });
    expect(back).toMatchObject({ status: 'valid', pickupStoreLocationId: far.id });
  });

  it('is none when none can take the order; the order says why for each', async () => {
    const { near, far, ids } = await twoStores({ blackoutDates: ['2026-03-02'] });
    await capacity(far.id, 0);
    const made = await order(ids);
    expect(made.status).toBe('needs_attention');
    expect(made.validationErrors.pickupStoreLocationIds).toContain(`${near.id} is closed then`);
    expect(made.validationErrors.pickupStoreLocationIds).toContain(`${far.id} takes 0 orders on 2026-03-02`);
  });
});

describe('pickupZoneIds', () => {
  it('take the best of the stores that serve the zones; unknown zones are an error', async () => {
    const { near, far } = await twoStores();
    const zone = await api.must('POST /v1/zones', {
      body: { countries: ['US'], storeLocationIds: [near.id, far.id] },
    });
    expect(await order({ pickupZoneIds: [zone.id] })).toMatchObject({
      status: 'valid',
      pickupStoreLocationId: near.id,
    });
    const unknown = await order({ pickupZoneIds: [zone.id, 'zone_none'] });
    expect(unknown.validationErrors.pickupZoneIds).toContain('zone_none');
  });
});

describe('an order at one store', () => {
  it('needs attention while the store is closed, and is valid when its times move', async () => {
    const { id: pickupStoreLocationId } = await store('s', 37.76, {
      operatingHours: { monday: [{ start: '08:00', end: '12:00' }] },
    });
    const late = { pickupStartTime: '2026-03-02T22:00:00Z', pickupEndTime: '2026-03-02T23:00:00Z' };
    const closed = await order({ pickupStoreLocationId, ...late });
    expect(closed.validationErrors.pickupStoreLocationId).toContain('opens at 2026-03-09T15:00:00.000Z');
    const moved = await api.must('PATCH /v1/order/{id}', { params: { id: closed.id }, body: TIMES });
    expect(moved).toMatchObject({ status: 'valid', validationErrors: {} });
  });

  it('that has no capacity left needs attention, but for the order that has the place', async () => {
    const { id: pickupStoreLocationId } = await store('s', 37.76);
    await capacity(pickupStoreLocationId, 1);
    const first = await order({ pickupStoreLocationId });
    const second = await order({ pickupStoreLocationId });
    expect([first.status, second.status]).toEqual(['valid', 'needs_attention']);
    expect(second.validationErrors.pickupStoreLocationId).toContain('takes 1 orders on 2026-03-02');
    const day = await api.must('GET /v1/store_locations/{id}/capacity', {
      params: { id: pickupStoreLocationId },
      query: { date: '2026-03-02' },
    });
    expect(day).toMatchObject({ maxOrders: 1, taken: 1, remaining: 0 });
  });

  it('starts when the store has it ready', async () => {
    const { id: pickupStoreLocationId } = await store('s', 37.76, { prepTimeMinutes: 45 });
    const now = { ...validOrder, pickupStoreLocationId };
    expect(await api.must('POST /v1/order', { body: now })).toMatchObject({
      status: 'valid',
      pickupStartTime: '2026-03-02T09:45:00.000Z',
    });
  });
});
