const outline = [
  [37.79, -122.42],
  [37.79, -122.39],
  [37.76, -122.39],
  [37.76, -122.42],
];

/** Fields of a new zone for the documentation. */
export const zoneBodyExample = { externalId: 'downtown', name: 'Downtown', polygon: outline, tags: ['bike'] };

/** A zone restriction for the documentation. */
export const restrictionExample = {
  id: 'zres_01JD8Z6Q4T9V2N5X7C3B1M0K8H',
  externalId: 'no-alcohol',
  name: 'No alcohol',
  isActive: true,
  restrictionMetadata: { category: 'alcohol' },
  zoneIds: [],
  storeLocationIds: [],
  deliveryWindowIds: [],
  providerIds: [],
  tags: ['alcohol'],
  version: 1,
  createdAt: '2026-03-05T01:11:51.000Z',
  updatedAt: '2026-03-05T01:11:51.000Z',
};

/** Fields of a new restriction for the documentation. */
export const restrictionBodyExample = {
  externalId: 'no-alcohol',
  name: 'No alcohol',
  restrictionMetadata: { category: 'alcohol' },
  tags: ['alcohol'],
};

/** A zone for the documentation. */
export const zoneExample = {
  id: 'zone_01JD8Z6Q4T9V2N5X7C3B1M0K8H',
  externalId: 'downtown',
  name: 'Downtown',
  portalUrl: null,
  coverageArea: {
    id: 'cov_01JD8Z6Q4T9V2N5X7C3B1M0K8H',
    cityZipcodes: [],
    zipCodes: [],
    cities: [],
    states: [],
    countries: [],
    polygons: [
      {
        id: 'cov_01JD8Z6Q4T9V2N5X7C3B1M0K8H_1',
        polygonData: [...outline, [37.79, -122.42]],
        holes: [],
      },
    ],
  },
  storeLocations: [],
  storeLocationAssociations: [],
  zoneRestrictions: [],
  tags: ['bike'],
  zoneMetadata: null,
  isDeleted: false,
  version: 1,
  createdAt: '2026-03-05T01:11:51.000Z',
  updatedAt: '2026-03-05T01:11:51.000Z',
};
