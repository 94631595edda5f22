import type { ConsoleWorld } from './browser.ts';

/** The bakery's store, made once. */
export async function bakeryStore(world: ConsoleWorld): Promise<{ readonly id: string }> {
  return world.call('POST', '/v1/store_locations/upsert', {
    externalId: 'mission',
    name: 'Corner Bakery Mission',
    phoneNumber: '+14155550100',
    addressComponents: {
      number: '2900',
      street: '24th Street',
      city: 'San Francisco',
      state: 'CA',
      postalCode: '94110',
      country: 'US',
      latitude: 37.7527,
      longitude: -122.4103,
    },
    timezoneId: 'America/Los_Angeles',
  });
}

/** Creates valid orders `<name>-1`, `<name>-2`, ... from a store, due in a few hours. Returns their ids. */
export async function bakeryOrders(
  world: ConsoleWorld,
  storeId: string,
  count: number,
  name = 'bread',
): Promise<readonly string[]> {
  const hour = 3_600_000;
  const now = Date.now();
  const orders = Array.from({ length: count }, (_, index) => ({
    externalId: `${name}-${index + 1}`,
    pickupStoreLocationId: storeId,
    dropoffFirstName: ['Ada', 'Ben', 'Chloe', 'Dev'][index % 4],
    dropoffLastName: ['Moss', 'Ortiz', 'Park'][index % 3],
    dropoffPhoneNumber: '+14155550123',
    dropoffAddressNumber: String(100 + index),
    dropoffAddressFormattedStreet: `${100 + index} Valencia St`,
    dropoffAddressCity: 'San Francisco',
    dropoffAddressState: 'CA',
    dropoffAddressZip: '94110',
    dropoffAddressCountry: 'US',
    dropoffLat: 37.74 + ((index * 37) % 60) / 1000,
    dropoffLng: -122.47 + ((index * 53) % 90) / 1000,
    deliveryMode: 'scheduled',
    pickupStartTime: new Date(now + hour).toISOString(),
    pickupEndTime: new Date(now + 2 * hour).toISOString(),
    dropoffStartTime: new Date(now + 2 * hour).toISOString(),
    dropoffEndTime: new Date(now + 4 * hour).toISOString(),
    description: 'Bread',
    itemsCount: 2,
    valueCents: 1_850 + index * 100,
  }));
  const reply = await world.call<{ results: readonly { id: string | null }[] }>(
    'POST',
    '/v2/orders/upsert/bulk',
    { orders },
  );
  return reply.results.map(({ id }) => id ?? '');
}

/** A zone around the bakery's customers: its corners by latitude and longitude, the first once more at the end. */
export const MISSION = [
  [37.74, -122.43],
  [37.74, -122.4],
  [37.77, -122.4],
  [37.77, -122.43],
  [37.74, -122.43],
];
