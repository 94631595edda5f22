/** Fields of a new store for the documentation. */
export const storeBodyExample = {
  externalId: 'bakery-7',
  name: 'Corner Bakery',
  phoneNumber: '+14155550100',
  addressComponents: {
    number: '100',
    street: 'Market Street',
    city: 'San Francisco',
    state: 'CA',
    postalCode: '94105',
    country: 'US',
    latitude: 37.7936,
    longitude: -122.3958,
  },
  operatingHours: {
    monday: { active: true, shifts: [['07:00', '18:30']] },
    saturday: { active: true, shifts: [['08:00', '13:00']] },
  },
  blackoutDates: ['2026-12-25'],
  prepTimeMinutes: 15,
};

/** A store for the documentation. */
export const storeExample = {
  id: 'store_01JD8Z6Q4T9V2N5X7C3B1M0K8H',
  externalId: 'bakery-7',
  name: 'Corner Bakery',
  firstName: null,
  lastName: null,
  phoneNumber: '+14155550100',
  email: null,
  pickupInstructions: null,
  location: { ...storeBodyExample.addressComponents, secondaryNumber: null, county: null },
  timezoneId: 'America/Los_Angeles',
  operatingHours: storeBodyExample.operatingHours,
  holidayHours: {},
  blackoutDates: ['2026-12-25'],
  prepTimeMinutes: 15,
  tags: [],
  integrationMetadata: null,
  defaultCapacity: { saturday: 40 },
  dayCapacities: {},
  version: 1,
  createdAt: '2026-03-05T01:11:51.000Z',
  updatedAt: '2026-03-05T01:11:51.000Z',
};
