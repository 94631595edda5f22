import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { jobBodyExample } from '../../../../../functions/api/jobs/job-schemas.ts';
import { createStore } from '../../../../../functions/api/stores/create-store.ts';
import { saveZoneRestriction, zoneEntity } from '../../../../../lib/places/zones/index.ts';
import { create } from '../../../../../lib/platform/table/index.ts';
import { type DispatchApi, startDispatchApi } from '../../../../support/dispatch-api.ts';
import { faultyProvider } from '../../../../support/faulty-provider.ts';
import { validOrder } from '../../../../support/orders-api.ts';
import { type PlacesApi, startPlacesApi } from '../../../../support/places-api.ts';

type Json = ReturnType<typeof JSON.parse>;

const times = { startTime: '2026-03-03T10:00:00Z', endTime: '2026-03-03T12:00:00Z' };
const restrict = (api: PlacesApi, body: object) => api.call('POST /v1/zone-restrictions', { body });

describe('zone restrictions in their zones', () => {
  let api: PlacesApi;
  let there: Json;
  let elsewhere: Json;
  beforeEach(async () => {
    api = await startPlacesApi({ now: '2026-03-02T09:00:00.000Z' });
    const zone = (externalId: string, zipCodes: string[]) =>
      api.must('POST /v1/zones', { body: { externalId, name: externalId, zipCodes } });
    there = await zone('there', [validOrder.dropoffAddressZip]);
    elsewhere = await zone('elsewhere', ['10001']);
  });
  afterEach(() => api.stop());

  const order = (fields: object) =>
    api.must('POST /v1/order', { body: { ...validOrder, deliveryMode: 'scheduled', ...fields } });

  it('keep stores from delivering, and the best of several is another one', async () => {
    const store = (externalId: string) =>
      api.must('POST /v1/store_locations', {
        body: Object.assign({}, createStore.bodyExample, {
          externalId,
          operatingHours: null,
          prepTimeMinutes: null,
        }),
      });
    const [one, other] = [await store('one'), await store('other')];
    const made = (await restrict(api, { name: 'Far', zoneIds: [there.id], storeLocationIds: [one.id] })).json;
    const barred = await order({ pickupStoreLocationId: one.id });
    expect(barred.validationErrors).toMatchObject({
      pickupStoreLocationId: expect.stringContaining('"Far"'),
    });
    expect(await order({ pickupStoreLocationIds: [one.id, other.id] })).toMatchObject({
      pickupStoreLocationId: other.id,
    });
    const path = { params: { id: made.id } };
    await api.must('PATCH /v1/zone-restrictions/{id}', { ...path, body: { zoneIds: [elsewhere.id] } });
    expect((await order({ pickupStoreLocationId: one.id })).validationErrors).toEqual({});
  });

  it('keep windows from being booked, and say so among the eligible ones', async () => {
    const window = await api.must('POST /v1/delivery-window', { body: times });
    await restrict(api, { name: 'Island', zoneIds: [there.id], deliveryWindowIds: [window.id] });
    const { id } = await order({ externalId: 'a' });
    const { ineligibleDeliveryWindows } = await api.must('GET /v1/eligible_delivery_windows', {
      query: { orderId: id, startTime: '2026-03-03T00:00:00Z', endTime: '2026-03-04T00:00:00Z' },
    });
    expect(ineligibleDeliveryWindows).toMatchObject([
      {
        id: window.id,
        ineligibleReason: 'RESTRICTED_IN_ZONE',
        ineligibleMessage: expect.stringContaining('Island'),
      },
    ]);
    const booked = await api.call('POST /v1/order/external-identifier/{externalId}/delivery-window/book', {
      params: { externalId: 'a' },
      body: { deliveryWindowId: window.id },
    });
    expect(booked).toMatchObject({
      status: 400,
      json: { error: { details: { reason: 'RESTRICTED_IN_ZONE' } } },
    });
  });

  it('keep orders with tags or requirements out', async () => {
    await restrict(api, { name: 'Dry county', zoneIds: [there.id], tags: ['alcohol'] });
    expect((await order({ tags: ['alcohol'] })).validationErrors).toMatchObject({
      tags: expect.stringContaining('Dry county'),
    });
    expect((await order({ requirements: ['alcohol'] })).status).toBe('needs_attention');
    expect((await order({ tags: ['bread'] })).status).toBe('valid');
  });

  it('C68 that name what there is not are refused, naming each', async () => {
    const refused = await restrict(api, {
      name: 'X',
      zoneIds: ['zone_none', there.id],
      storeLocationIds: ['store_none'],
      deliveryWindowIds: ['dw_none'],
      providerIds: ['prv_none'],
    });
    expect(refused).toMatchObject({
      status: 422,
      json: { error: { details: { unknownIds: ['zone_none', 'store_none', 'dw_none', 'prv_none'] } } },
    });
    expect((await api.must('GET /v1/zone-restrictions')).zoneRestrictions).toEqual([]);
  });
});

describe('a zone restriction of a provider', () => {
  let api: DispatchApi;
  beforeAll(async () => {
    api = await startDispatchApi(
      ['one', 'two'].map((name) => faultyProvider({ id: `prv_${name}`, name, priceCents: 100 }).provider),
    );
  });
  afterAll(() => api.stop());

  it('keeps it from being asked, and the quote says why', async () => {
    const actor = { type: 'key', id: 'key_test', name: 'Key' } as const;
    const origin = { organizationId: 'org_test', actor, cause: 'request:1' };
    await saveZoneRestriction(api.deps, origin, undefined, { name: 'No bikes', providerIds: ['prv_one'] });
    const { quotes, failedQuotes } = await api.must('POST /v1/order/get_quotes', { body: validOrder });
    expect(quotes.map(({ providerId }: Json) => providerId)).toEqual(['prv_two']);
    expect(failedQuotes).toEqual([expect.stringContaining('No bikes')]);
  });

  it('keeps it from a batch of which any package goes into its zone, and evaluations say so', async () => {
    const { zoneId } = await islandZone(api);
    const actor = { type: 'key', id: 'key_test', name: 'Key' } as const;
    const origin = { organizationId: 'org_test', actor, cause: 'request:2' };
    const input = { name: 'No ferry', providerIds: ['prv_two'], zoneIds: [zoneId] };
    await saveZoneRestriction(api.deps, origin, undefined, input);
    const inside = { ...jobBodyExample.dropoffAddressComponents, postalCode: '94130' };
    const batch = async (second: object) =>
      (
        await api.must('POST /v1/batch_job', {
          body: { packages: [jobBodyExample, { ...jobBodyExample, ...second }] },
        })
      ).batch;
    const near = await batch({});
    expect(near.quotes.map(({ providerId }: Json) => providerId)).toEqual(['prv_two']);
    const far = await batch({ dropoffAddressComponents: inside });
    expect(far.quotes).toEqual([]);
    expect(far.failedQuotes.map(({ errorMessage }: Json) => errorMessage)).toContainEqual(
      expect.stringContaining('No ferry'),
    );
    const evaluate = async (dropoffAddressZip: string) =>
      (
        await api.must('POST /v1/dispatch/evaluate', {
          body: {
            dropoffAddressCountry: 'US',
            dropoffAddressZip,
            quotes: [{ providerId: 'prv_two', totalPriceCents: 100 }],
          },
        })
      ).rankedProviders[0];
    expect(await evaluate('94110')).toMatchObject({ rank: 1 });
    expect(await evaluate('94130')).toMatchObject({
      rank: null,
      reason: { text: expect.stringContaining('No ferry') },
    });
  });
});

/** A zone of one postal code. */
async function islandZone({ deps }: DispatchApi): Promise<{ zoneId: string }> {
  const zoneId = 'zone_01KJQ00000000000000000ZP00';
  const at = '2026-03-02T09:00:00.000Z';
  const coverageArea = {
    id: 'cov_zip',
    cityZipcodes: [],
    zipCodes: ['94130'],
    cities: [],
    states: [],
    countries: [],
    polygons: [],
  };
  const zone = {
    coverageArea,
    storeLocationAssociations: [],
    tags: [],
    isDeleted: false,
    createdAt: at,
    updatedAt: at,
  };
  await deps.table.write([create(zoneEntity, { organizationId: 'org_test', id: zoneId, ...zone })]);
  return { zoneId };
}
