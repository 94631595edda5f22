import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { jobBodyExample } from '../../../../../functions/api/jobs/job-schemas.ts';
import { anyStore, storeOperations } from '../../../../support/builders/any-store.ts';
import { type DispatchApi, startDispatchApi } from '../../../../support/dispatch-api.ts';
import { faultyProvider } from '../../../../support/faulty-provider.ts';

let api: DispatchApi;
const store = anyStore({ organizationId: 'org_test', externalId: 'mission' });
const other = anyStore({
  organizationId: 'org_test',
  id: 'store_01KJQ000000000000000000002',
  externalId: 'kolkata',
  timeZoneId: 'Asia/Kolkata',
  address: {
    AddressFormattedStreet: 'Park Street',
    AddressCity: 'Kolkata',
    AddressZip: '700016',
    AddressCountry: 'IN',
    Lat: 22.5535,
    Lng: 88.3512,
  },
});
beforeEach(async () => {
  api = await startDispatchApi([faultyProvider({ id: 'prv_one', name: 'One', priceCents: 100 }).provider]);
  await api.deps.table.write([...storeOperations(store), ...storeOperations(other)]);
});
afterEach(() => api.stop());

const create = (fields: object) => api.call('POST /v1/jobs', { body: { ...jobBodyExample, ...fields } });
const packageOf = async (fields: object) => {
  const { status, json } = await create(fields);
  expect([status, json.error]).toEqual([200, undefined]);
  return json.jobConfigurations[0].package;
};
const local = {
  packageDeliveryMode: 'scheduled',
  packagePickupStartTime: '2026-07-02T12:00:00',
  inputDatetimesLocalizedToPickupTz: true,
  pickupAddressComponents: null,
};
const inIndia = {
  ...jobBodyExample.dropoffAddressComponents,
  ...{ city: 'Kolkata', state: 'WB', country: 'IN', postalCode: '700019', latitude: 22.53, longitude: 88.36 },
};

describe('2.2 times local to the pickup', () => {
  it('follow an address line with its point', async () => {
    const place = {
      pickupAddress: '1 Main St, San Francisco, CA 94105, US',
      pickupLatitude: 37.79,
      pickupLongitude: -122.39,
    };
    expect(await packageOf({ ...local, ...place })).toMatchObject({
      pickupStartTime: '2026-07-02T19:00:00.000Z',
    });
  });

  it('follow the store of the pickup, also in a zone of half an hour', async () => {
    expect(await packageOf({ ...local, pickupStoreLocationId: store.id })).toMatchObject({
      pickupStartTime: '2026-07-02T19:00:00.000Z',
    });
    const abroad = {
      pickupStoreLocationId: other.id,
      ...{ dropoffAddressComponents: inIndia, dropoffPhoneNumber: '+919830012345', currency: 'INR' },
    };
    expect(await packageOf({ ...local, ...abroad })).toMatchObject({
      pickupStartTime: '2026-07-02T06:30:00.000Z',
    });
  });

  it('7 are refused while the pickup is not known', async () => {
    const place = { pickupAddress: 'Corner', pickupLatitude: 0, pickupLongitude: 0 };
    const { status, json } = await create({ ...local, ...place });
    expect([status, json.error.code, json.error.details.field]).toEqual([
      400,
      'INVALID_TIME_CONSTRAINT',
      'packagePickupStartTime',
    ]);
  });
});

describe('2.2 the place of a side', () => {
  const parts = jobBodyExample.dropoffAddressComponents;
  it.each([
    [{ dropoffLatitude: 37.7576 }, 'dropoffLongitude'],
    [{ dropoffLongitude: -122.4212 }, 'dropoffLatitude'],
    [{ dropoffAddressComponents: { ...parts, longitude: null } }, 'dropoffAddressComponents.longitude'],
    [{ dropoffLatitude: 37.8, dropoffLongitude: -122.4212 }, 'dropoffLatitude'],
    [{ dropoffLatitude: 37.7576, dropoffLongitude: -122.5 }, 'dropoffLongitude'],
    [
      {
        dropoffAddressComponents: null,
        dropoffStoreLocationId: store.id,
        dropoffExternalStoreLocationId: 'kolkata',
      },
      'dropoffExternalStoreLocationId',
    ],
  ])('7 is refused when it contradicts itself: %j', async (fields, field) => {
    const { status, json } = await create(fields);
    expect([status, json.error.code, json.error.details.field]).toEqual([400, 'INVALID_ADDRESS', field]);
  });

  it('may be said twice when both are the same', async () => {
    const item = await packageOf({ dropoffLatitude: 37.7576, dropoffLongitude: -122.4212 });
    expect(item.dropoffLocation).toMatchObject({ lat: 37.7576, lng: -122.4212 });
    const ids = { dropoffStoreLocationId: store.id, dropoffExternalStoreLocationId: 'mission' };
    expect(await packageOf({ dropoffAddressComponents: null, ...ids })).toMatchObject({
      dropoffStoreLocationId: store.id,
      dropoffLocation: { addressFormattedStreet: 'Near Street' },
    });
  });

  it('4.7 moves to the store that a change names by its external id', async () => {
    const { json } = await create({});
    const changed = await api.must('PATCH /v1/jobs/{id}', {
      params: { id: json.id },
      body: { dropoffExternalStoreLocationId: 'mission' },
    });
    expect(changed.jobConfigurations[0].package).toMatchObject({
      dropoffStoreLocationId: store.id,
      dropoffLocation: { addressFormattedStreet: 'Near Street', firstName: 'Ada' },
    });
  });
});
