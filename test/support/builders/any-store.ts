import {
  type StoreLocation,
  storeExternalIdEntity,
  storeLocationEntity,
} from '../../../lib/places/stores/index.ts';
import { create, type Operation } from '../../../lib/platform/table/index.ts';

/** A store in San Francisco that is always open. Tests pass only what matters to them. */
export function anyStore(more: Partial<StoreLocation> = {}): StoreLocation {
  return {
    organizationId: 'org_a',
    id: 'store_01KJQ000000000000000000001',
    isDeleted: false,
    name: 'Near Store',
    phoneNumber: '+14155550111',
    address: {
      AddressNumber: '1',
      AddressFormattedStreet: 'Near Street',
      AddressCity: 'San Francisco',
      AddressState: 'CA',
      AddressZip: '94110',
      AddressCountry: 'US',
      Lat: 37.76,
      Lng: -122.42,
    },
    timeZoneId: 'America/Los_Angeles',
    holidayHours: {},
    blackoutDates: [],
    tags: [],
    defaultCapacity: {},
    dayCapacities: {},
    createdAt: '2026-03-01T09:00:00.000Z',
    updatedAt: '2026-03-01T09:00:00.000Z',
    ...more,
  };
}

/** The writes that put a store into the table. */
export function storeOperations(store: StoreLocation): readonly Operation[] {
  const { organizationId, externalId, id: storeLocationId } = store;
  return [
    create(storeLocationEntity, store),
    ...(externalId === undefined
      ? []
      : [create(storeExternalIdEntity, { organizationId, externalId, storeLocationId })]),
  ];
}
