import type { Order, OrderActor, OrderCaller } from '../../../lib/ordering/orders/index.ts';

/** The actor who changes orders in tests: a key of organization `org_a` without limits. */
export const anyActor: OrderActor = { organizationId: 'org_a', storeLocationIds: null };

/** The same with the fields that writing and listing need. */
export const anyCaller: OrderCaller = { ...anyActor, keyId: 'key_test', listShards: 1 };

/** A valid stored order. Tests pass only what matters to them. */
export function anyOrder(more: Partial<Order> = {}): Order {
  return {
    organizationId: 'org_a',
    id: 'ord_01KJQ000000000000000000001',
    listShard: 0,
    createdAt: '2026-03-02T09:00:00.000Z',
    updatedAt: '2026-03-02T09:00:00.000Z',
    creationSource: 'api',
    status: 'valid',
    validationErrors: {},
    derived: [],
    geocodedFrom: {},
    deliveryMode: 'now',
    valueCents: 2_500,
    currency: 'USD',
    ...anySide('pickup'),
    ...anySide('dropoff'),
    pickupBusinessName: 'Corner Bakery',
    dropoffFirstName: 'Ada',
    ...more,
  };
}

const PLACES = {
  pickup: { street: 'Market Street', number: '100', lat: 37.7936, lng: -122.3958, phone: '+14155550100' },
  dropoff: { street: 'Valencia Street', number: '900', lat: 37.7576, lng: -122.4212, phone: '+14155550199' },
} as const;

/** Complete address components and phone number of one side. */
export function anySide(side: 'pickup' | 'dropoff'): Partial<Order> {
  const { street, number, lat, lng, phone } = PLACES[side];
  return {
    [`${side}AddressNumber`]: number,
    [`${side}AddressFormattedStreet`]: street,
    [`${side}AddressCity`]: 'San Francisco',
    [`${side}AddressState`]: 'CA',
    [`${side}AddressZip`]: '94103',
    [`${side}AddressCountry`]: 'US',
    [`${side}Lat`]: lat,
    [`${side}Lng`]: lng,
    [`${side}PhoneNumber`]: phone,
  };
}
