import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { searchGazetteer } from '../../../../../lib/engines/geocoding/index.ts';
import {
  defaultPreferences,
  type Preferences,
} from '../../../../../lib/platform/organization/preferences.ts';
import {
  type OrdersApi,
  startOrdersApi,
  validOrder,
  withoutAddress,
} from '../../../../support/orders-api.ts';

let api: OrdersApi;
beforeAll(async () => {
  api = await startOrdersApi({ geocoder: { geocode: async (query) => searchGazetteer(query) } });
});
afterAll(() => api.stop());

/** A key of an organization with these preferences. */
const preferring = (changes: Partial<Preferences>) => ({
  grant: { preferences: { organizationId: 'org_test', values: { ...defaultPreferences(), ...changes } } },
});
const create = (preferences: Partial<Preferences>, fields: object = {}) =>
  api.call('POST /v1/order', { ...preferring(preferences), body: { ...validOrder, ...fields } });

describe('preferences of the organization', () => {
  it('cap the distance from pickup to dropoff in miles (contract 4.4.4)', async () => {
    const near = await create({ maxDistanceMiles: 3 });
    expect(near.json).toMatchObject({ status: 'valid', validationErrors: {} });
    const far = await create({ maxDistanceMiles: 2 });
    expect(far.json.status).toBe('needs_attention');
    expect(far.json.validationErrors.dropoffAddress).toMatch(/2\.8 miles from the pickup.* is 2 miles/);
  });

  it('42 7 say how exactly the map must find addresses, and a changed setting holds from the next change on', async () => {
    const body = { ...withoutAddress('dropoff'), dropoffAddress: 'Valencia St, San Francisco' };
    const send = (preferences: Partial<Preferences>, id?: string, fields: object = {}) =>
      id === undefined
        ? api.call('POST /v1/order', { ...preferring(preferences), body })
        : api.call('PATCH /v1/order/{id}', { ...preferring(preferences), params: { id }, body: fields });
    const street = await send({});
    expect(street.json).toMatchObject({
      status: 'valid',
      dropoffGeocodePrecision: 'street',
      dropoffGeocodeScore: 1,
      pickupGeocodePrecision: null,
      pickupGeocodeScore: null,
    });
    const tightened = await send({ addressPrecision: 'house' }, street.json.id, { description: 'Later' });
    expect(tightened.json).toMatchObject({ status: 'needs_attention', dropoffGeocodePrecision: 'street' });
    expect(tightened.json.validationErrors.dropoffAddress).toMatch(
      /only as a street .*Add street and house number/,
    );
    const numbered = await send({ addressPrecision: 'house' }, street.json.id, {
      dropoffAddress: '900 Valencia St, San Francisco',
    });
    expect(numbered.json).toMatchObject({ status: 'valid', dropoffGeocodePrecision: 'house' });
    const loose = await send({ addressPrecision: 'region' }, street.json.id, { dropoffAddress: 'Germany' });
    expect(loose.json.dropoffGeocodePrecision).toBe('region');
    expect(loose.json.validationErrors.dropoffAddress ?? '').not.toContain('precision');
  });

  it('give orders without a strategy or a currency those of the organization, which a change keeps', async () => {
    const preferences = { defaultDispatchStrategyId: 'opn_default', currency: 'EUR' };
    const { currency: _, ...order } = validOrder;
    const { json } = await api.call('POST /v1/order', { ...preferring(preferences), body: order });
    expect(json).toMatchObject({ dispatchStrategyId: 'opn_default', currency: 'EUR', status: 'valid' });
    const changed = await api.call('PATCH /v1/order/{id}', {
      ...preferring(preferences),
      params: { id: json.id },
      body: { description: 'Changed' },
    });
    expect(changed.json).toMatchObject({ dispatchStrategyId: 'opn_default', currency: 'EUR' });
    const own = await create(preferences, { dispatchStrategyId: 'opn_known' });
    expect(own.json).toMatchObject({ dispatchStrategyId: 'opn_known', currency: 'USD' });
  });

  it('make the stores of unknown external ids from the pickups of orders (contract 4.4.3)', async () => {
    const fields = { pickupExternalStoreLocationId: 'bakery-7' };
    const unknown = await create({}, fields);
    expect(unknown.json.validationErrors).toHaveProperty('pickupExternalStoreLocationId');
    const made = await create({ createUnknownStores: true }, fields);
    expect(made.json).toMatchObject({
      validationErrors: {},
      pickupStoreLocationId: expect.stringMatching(/^store_/),
    });
    const again = await create({ createUnknownStores: true }, fields);
    expect(again.json.pickupStoreLocationId).toBe(made.json.pickupStoreLocationId);
  });

  it('say why a store could not be made', async () => {
    const { json } = await create(
      { createUnknownStores: true },
      { pickupExternalStoreLocationId: 'nowhere', pickupPhoneNumber: '123' },
    );
    expect(json.validationErrors.pickupExternalStoreLocationId).toMatch(/could not be created/);
  });

  it('ask why an order is archived, and the reason stays with the order (4.8.1)', async () => {
    const { json: order } = await create({});
    const archive = (body?: object, query = {}) =>
      api.call('DELETE /v1/order/{id}', {
        ...preferring({ archiveReasonRequired: true }),
        params: { id: order.id },
        query,
        ...(body ? { body } : {}),
      });
    const refused = await archive();
    expect(refused.status).toBe(422);
    expect(refused.json.error.details.fields).toHaveProperty('reason');
    expect((await archive({ reason: 'Ordered twice' })).json).toMatchObject({
      status: 'archived',
      archiveReason: 'Ordered twice',
    });
    const back = await api.call('PATCH /v1/order/{id}/unarchive', { params: { id: order.id } });
    expect(back.json).toMatchObject({ status: 'valid', archiveReason: null });
    expect((await archive(undefined, { reason: 'Again' })).json.archiveReason).toBe('Again');
  });
});

it('an order is not changed or archived over a newer version (C49)', async () => {
  const { id, version } = await api.make();
  expect(version).toBe(1);
  const patch = (description: string) =>
    api.call('PATCH /v1/order/{id}', {
      params: { id },
      body: { description },
      headers: { 'if-match': '1' },
    });
  expect((await patch('First')).json.version).toBe(2);
  const stale = await patch('Second');
  expect([stale.status, stale.json.error.details]).toEqual([409, { version: 2 }]);
  const archived = await api.call('DELETE /v1/order/{id}', { params: { id }, headers: { 'if-match': '1' } });
  expect(archived.status).toBe(409);
});
