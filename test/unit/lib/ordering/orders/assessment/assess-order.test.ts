import { describe, expect, it } from 'vitest';
import {
  type GeocodeOutcome,
  type Geocoder,
  noMapGeocoder,
} from '../../../../../../lib/engines/geocoding/index.ts';
import { assessOrder, type Order, type OrderFields } from '../../../../../../lib/ordering/orders/index.ts';
import { FixedClock } from '../../../../../../lib/platform/core/clock.ts';
import { anyOrder } from '../../../../../support/builders/any-order.ts';
import { anyStore } from '../../../../../support/builders/any-store.ts';
import { validOrder, withoutAddress } from '../../../../../support/orders-api.ts';

const NOW = '2026-03-02T09:00:00.000Z';

const STORES = [
  anyStore({
    id: 'store_near',
    firstName: 'Ned',
    lastName: 'Near',
    externalId: 'S-1',
    email: 'near@example.com',
    instructions: 'Counter 3.',
  }),
  anyStore({
    id: 'store_far',
    name: 'Far Store',
    phoneNumber: '+14155550112',
    address: {
      AddressFormattedStreet: 'Far Street',
      AddressCity: 'San Jose',
      AddressZip: '95113',
      AddressCountry: 'US',
      Lat: 37.33,
      Lng: -121.89,
    },
  }),
];

const PLACE = {
  number: '7',
  formattedStreet: 'Found Street',
  city: 'San Francisco',
  state: 'CA',
  zip: '94102',
  country: 'US',
  lat: 37.78,
  lng: -122.41,
  precision: 'house',
  score: 0.97,
} as const;

/** A geocoder that always gives the same answer and counts. */
function geocoderThat(outcome: GeocodeOutcome): Geocoder & { asked: unknown[] } {
  const asked: unknown[] = [];
  return {
    asked,
    geocode: async (query) => {
      asked.push(query);
      return outcome;
    },
  };
}

const assess = (fields: OrderFields, geocoder: Geocoder = noMapGeocoder, earlier?: Order) =>
  assessOrder(
    {
      clock: new FixedClock(NOW),
      geocoder,
      stores: {
        byId: async (_, id) => STORES.find((store) => store.id === id),
        byExternalId: async (_, externalId) => STORES.find((store) => store.externalId === externalId),
        placesTaken: async () => 0,
      },
      zones: {
        byId: async () => undefined,
        byExternalId: async () => undefined,
        byIds: async (_, ids) => ids.map(() => undefined),
        at: async () => [],
        servedBy: async () => [],
        restrictedAt: async () => ({
          storeLocationIds: new Map(),
          deliveryWindowIds: new Map(),
          providerIds: new Map(),
          tags: new Map(),
        }),
      },
      products: {
        find: async (_, names) => names.map(() => undefined),
        stocks: async () => [],
      },
      strategies: { exists: async (_, id) => id === 'opn_known' },
      windows: {
        find: async () => undefined,
        plan: async () => ({ booking: undefined, operations: [] }),
        confirm: async () => ({ booking: undefined, operations: [] }),
      },
    },
    fields,
    'org_a',
    earlier,
  );
const errorsOf = async (fields: object, geocoder?: Geocoder) =>
  (await assess({ ...validOrder, ...fields }, geocoder)).validationErrors;
const without = (...names: string[]): OrderFields =>
  Object.fromEntries(Object.entries(validOrder).filter(([name]) => !names.includes(name)));

describe('4.4 an order that breaks no rule', () => {
  it('has no validation errors', async () => {
    expect(await errorsOf({})).toEqual({});
  });
});

describe('4.4.1 an address is given in one way', () => {
  it('address line and place id together are an error', async () => {
    const errors = (
      await assess({ ...withoutAddress('pickup'), pickupAddress: '1 Market St', pickupPlaceId: 'p1' })
    ).validationErrors;
    expect(Object.keys(errors)).toEqual(['pickupPlaceId']);
    expect(errors.pickupPlaceId).toContain('"p1"');
    expect(errors.pickupPlaceId).toContain('send one of them');
  });

  it.each(['pickup', 'dropoff'])('components and an address line of the %s are an error', async (side) => {
    expect(Object.keys(await errorsOf({ [`${side}Address`]: '1 Market St' }))).toEqual([`${side}Address`]);
  });

  it.each(['pickup', 'dropoff'])('components and a place id of the %s are an error', async (side) => {
    expect(Object.keys(await errorsOf({ [`${side}PlaceId`]: 'p1' }))).toEqual([`${side}PlaceId`]);
  });

  it.each(['pickup', 'dropoff'] as const)('a %s without any address is an error', async (side) => {
    const { validationErrors } = await assess(withoutAddress(side));
    expect(Object.keys(validationErrors)).toEqual([`${side}Address`]);
    expect(validationErrors[`${side}Address`]).toContain(`${side}PlaceId`);
  });

  it('blank text counts as missing', async () => {
    const { validationErrors } = await assess({ ...withoutAddress('pickup'), pickupAddress: '  ' });
    expect(Object.keys(validationErrors)).toEqual(['pickupAddress']);
  });
});

describe('4.4.2 components are complete', () => {
  it.each(['AddressFormattedStreet', 'AddressCity', 'AddressZip', 'AddressCountry', 'Lat', 'Lng'])(
    'without %s they are an error',
    async (part) => {
      const { validationErrors } = await assess(without(`dropoff${part}`));
      expect(Object.keys(validationErrors)).toEqual([`dropoff${part}`]);
    },
  );

  it('number, secondary number, county and state may be missing', async () => {
    const { validationErrors } = await assess(without('dropoffAddressNumber', 'dropoffAddressState'));
    expect(validationErrors).toEqual({});
  });

  it('they bypass the map', async () => {
    const geocoder = geocoderThat({ kind: 'unavailable' });
    expect(await errorsOf({}, geocoder)).toEqual({});
    expect(geocoder.asked).toEqual([]);
  });
});

describe('4.4.3 a store location', () => {
  it('fills in name, phone, email, instructions and address', async () => {
    const fields = without('pickupBusinessName', 'pickupPhoneNumber');
    for (const name of Object.keys(fields)) {
      if (/^pickup(Address|Lat|Lng)/.test(name)) delete fields[name as keyof OrderFields];
    }
    const order = await assess({ ...fields, pickupExternalStoreLocationId: 'S-1' });
    expect(order).toMatchObject({
      validationErrors: {},
      pickupStoreLocationId: 'store_near',
      pickupBusinessName: 'Near Store',
      pickupPhoneNumber: '+14155550111',
      pickupEmail: 'near@example.com',
      pickupInstructions: 'Counter 3.',
      pickupAddressFormattedStreet: 'Near Street',
      pickupLat: 37.76,
    });
  });

  it('41 1.6 fills in its contact, unless the request names a person', async () => {
    const place = { pickupStoreLocationId: 'store_near' };
    const unnamed = without('pickupFirstName', 'pickupLastName');
    expect(await assess({ ...unnamed, ...place })).toMatchObject({
      pickupFirstName: 'Ned',
      pickupLastName: 'Near',
    });
    const own = await assess({ ...unnamed, ...place, pickupFirstName: 'Ada' });
    expect([own.pickupFirstName, own.pickupLastName]).toEqual(['Ada', undefined]);
    const dropoff = without('dropoffFirstName', 'dropoffLastName');
    expect(await assess({ ...dropoff, dropoffStoreLocationId: 'store_near' })).toMatchObject({
      dropoffFirstName: 'Ned',
      dropoffLastName: 'Near',
    });
  });

  it('gives way to what the request sends', async () => {
    const order = await assess({
      ...validOrder,
      pickupStoreLocationId: 'store_near',
      pickupInstructions: 'Mine.',
    });
    expect(order).toMatchObject({
      pickupBusinessName: 'Corner Bakery',
      pickupInstructions: 'Mine.',
      pickupAddressFormattedStreet: 'Market Street',
      pickupEmail: 'near@example.com',
    });
  });

  it.each(['pickupStoreLocationId', 'pickupExternalStoreLocationId', 'dropoffStoreLocationId'])(
    'that does not exist is an error of %s',
    async (field) => {
      const errors = await errorsOf({ [field]: 'store_none' });
      expect(Object.keys(errors)).toEqual([field]);
      expect(errors[field]).toContain('"store_none"');
    },
  );

  it('of several the one nearest to the dropoff is taken, and unknown ones are an error', async () => {
    const ids = { pickupStoreLocationIds: ['store_far', 'store_near'] };
    expect((await assess({ ...withoutAddress('pickup'), ...ids })).pickupStoreLocationId).toBe('store_near');
    const errors = await errorsOf({ pickupStoreLocationIds: ['store_far', 'store_none'] });
    expect(Object.keys(errors)).toEqual(['pickupStoreLocationIds']);
    expect(errors.pickupStoreLocationIds).toContain('store_none');
  });

  it('given by two ids that are not the same store is an error', async () => {
    const errors = await errorsOf({
      pickupStoreLocationId: 'store_far',
      pickupExternalStoreLocationId: 'S-1',
    });
    expect(Object.keys(errors)).toEqual(['pickupExternalStoreLocationId']);
  });
});

describe('4.4.4 places', () => {
  const line = { ...withoutAddress('dropoff'), dropoffAddress: '7 Found St, San Francisco' };

  it('an address line is found on the map and its components are filled in', async () => {
    const geocoder = geocoderThat({ kind: 'found', place: PLACE });
    const order = await assess(line, geocoder);
    expect(order).toMatchObject({
      validationErrors: {},
      dropoffAddress: '7 Found St, San Francisco',
      dropoffAddressNumber: '7',
      dropoffAddressFormattedStreet: 'Found Street',
      dropoffAddressZip: '94102',
      dropoffLat: 37.78,
    });
    expect(geocoder.asked).toEqual([{ address: '7 Found St, San Francisco' }]);
  });

  it('a place id too', async () => {
    const geocoder = geocoderThat({ kind: 'found', place: PLACE });
    const order = await assess({ ...withoutAddress('dropoff'), dropoffPlaceId: 'p9' }, geocoder);
    expect(order).toMatchObject({ validationErrors: {}, dropoffAddressCity: 'San Francisco' });
    expect(geocoder.asked).toEqual([{ placeId: 'p9' }]);
  });

  it.each([
    ['is not on the map', { kind: 'not-found' }, 'was not found'],
    ['cannot be looked up just now', { kind: 'unavailable' }, 'could not be looked up just now'],
    ['cannot be looked up for want of a map', { kind: 'no-map' }, 'has no map'],
  ] as const)('one that %s is an error that says what to send', async (_, outcome, text) => {
    const { validationErrors } = await assess(line, geocoderThat(outcome));
    expect(Object.keys(validationErrors)).toEqual(['dropoffAddress']);
    expect(validationErrors.dropoffAddress).toContain(text);
    expect(validationErrors.dropoffAddress).toContain('"7 Found St, San Francisco"');
    expect(validationErrors.dropoffAddress).toContain('dropoffLat');
  });

  it('is looked up once, and again when it changes', async () => {
    const geocoder = geocoderThat({ kind: 'found', place: PLACE });
    const first = await assess(line, geocoder);
    const stored = { ...anyOrder(), ...first, status: 'valid' as const };
    const same = await assess({ ...line, tipAmountCents: 1 }, geocoder, stored);
    expect(same).toMatchObject({
      dropoffLat: 37.78,
      derived: first.derived,
      geocodedFrom: first.geocodedFrom,
    });
    await assess({ ...line, dropoffInstructions: 'Ring.' }, geocoder, stored);
    expect(geocoder.asked).toHaveLength(1);
    await assess({ ...line, dropoffAddress: '8 Found St' }, geocoder, stored);
    expect(geocoder.asked).toHaveLength(2);
  });

  it.each([
    ['a street', { precision: 'street' as const }, undefined],
    ['the area of a postal code', { precision: 'postcode' as const }, 'Add the street,'],
    ['a town', { precision: 'locality' as const, score: 0.8 }, 'Add the street,'],
    ['a county, state or country', { precision: 'region' as const }, 'Add the street,'],
  ])('42 7 an address that the map found only as %s', async (name, as, wayOut) => {
    const geocoder = geocoderThat({ kind: 'found', place: { ...PLACE, score: undefined, ...as } });
    const order = await assess(line, geocoder);
    expect(order.geocodedAs).toEqual({ dropoff: as });
    expect(Object.keys(order.validationErrors)).toEqual(wayOut === undefined ? [] : ['dropoffAddress']);
    if (wayOut === undefined) return;
    const message = order.validationErrors.dropoffAddress;
    expect(message).toContain(`dropoffAddress "7 Found St, San Francisco" was found only as ${name}`);
    expect(message).toContain(
      '(Found Street, San Francisco, CA, 94102, US), and orders need at least a street.',
    );
    expect(message).toContain(wayOut);
    expect(message).toContain('preferences.addressPrecision');
    // A repetition asks the map no second time, and stays an error.
    const stored = { ...anyOrder(), ...order, status: 'needs_attention' as const };
    const again = await assess({ ...line, tipAmountCents: 1 }, geocoder, stored);
    expect(again).toMatchObject({ validationErrors: order.validationErrors, geocodedAs: { dropoff: as } });
    expect(geocoder.asked).toHaveLength(1);
  });

  it('42 7 the map is never asked about a store, nor about components', async () => {
    const geocoder = geocoderThat({ kind: 'found', place: { ...PLACE, precision: 'region' } });
    const order = await assess(
      { ...withoutAddress('pickup'), pickupStoreLocationId: 'store_near' },
      geocoder,
    );
    expect(order).toMatchObject({ validationErrors: {} });
    expect(order.geocodedAs).toBeUndefined();
    expect(geocoder.asked).toEqual([]);
  });

  it('42 7 an order that was stored without a precision is looked up again when its address changes or is wrong', async () => {
    const geocoder = geocoderThat({ kind: 'found', place: PLACE });
    const { geocodedAs: _, ...first } = await assess(line, geocoder);
    const stored = { ...anyOrder(), ...first, status: 'valid' as const };
    const same = await assess({ ...line, tipAmountCents: 1 }, geocoder, stored);
    expect([same.geocodedAs, geocoder.asked.length]).toEqual([undefined, 1]);
    const changed = await assess({ ...line, dropoffInstructions: 'Ring.' }, geocoder, stored);
    expect(changed.geocodedAs).toEqual({ dropoff: { precision: 'house', score: 0.97 } });
    expect(geocoder.asked).toHaveLength(2);
  });

  it('pickup and dropoff of one place id are an error', async () => {
    const addresses = Object.keys(validOrder).filter((name) => /Address|Lat|Lng/.test(name));
    const order = await assess(
      { ...without(...addresses), pickupPlaceId: 'p1', dropoffPlaceId: 'p1' },
      geocoderThat({ kind: 'found', place: PLACE }),
    );
    expect(Object.keys(order.validationErrors)).toEqual(['dropoffPlaceId']);
  });

  it('identical components are an error', async () => {
    const pickup = Object.entries(validOrder).filter(([name]) => /^pickup(Address|Lat|Lng)/.test(name));
    const errors = await errorsOf(
      Object.fromEntries(pickup.map(([name, value]) => [name.replace('pickup', 'dropoff'), value])),
    );
    expect(Object.keys(errors)).toEqual(['dropoffAddress']);
  });

  it('two countries are an error', async () => {
    expect(Object.keys(await errorsOf({ dropoffAddressCountry: 'CA' }))).toEqual(['dropoffAddressCountry']);
    expect(await errorsOf({ dropoffAddressCountry: 'us' })).toEqual({});
  });

  it('a country that is no code and coordinates off the earth are errors', async () => {
    const errors = await errorsOf({ pickupAddressCountry: 'USA', dropoffLat: 91, dropoffLng: -181 });
    expect(Object.keys(errors).toSorted()).toEqual(
      ['dropoffAddressCountry', 'dropoffLat', 'dropoffLng', 'pickupAddressCountry'].toSorted(),
    );
  });
});

describe('4.4.5 what a valid order needs', () => {
  it.each(['valueCents', 'pickupPhoneNumber', 'dropoffPhoneNumber', 'deliveryMode'])(
    'without %s is an error',
    async (field) => {
      const { validationErrors } = await assess(without(field));
      expect(Object.keys(validationErrors)).toEqual([field]);
    },
  );

  it.each([
    ['pickup', 'pickupBusinessName'],
    ['dropoff', 'dropoffFirstName'],
  ])('a %s without first name and business name is an error', async (side, field) => {
    const { validationErrors } = await assess(without(field));
    expect(Object.keys(validationErrors)).toEqual([`${side}FirstName`]);
  });
});

describe('4.4.6 values', () => {
  it.each([
    ['valueCents', 0],
    ['valueCents', -1],
    ['tipAmountCents', -1],
    ['maxDeliveryFeeCents', -1],
    ['itemsCount', 0],
    ['weight', 0],
    ['height', -0.5],
    ['width', 0],
    ['depth', 0],
    ['pickupFirstName', 'x'.repeat(81)],
    ['dropoffLastName', 'x'.repeat(81)],
    ['pickupBusinessName', 'x'.repeat(81)],
    ['pickupInstructions', 'x'.repeat(281)],
    ['dropoffInstructions', 'x'.repeat(281)],
    ['description', 'x'.repeat(281)],
    ['dropoffAddressFormattedStreet', 'x'.repeat(501)],
    ['pickupEmail', 'x'.repeat(501)],
    ['referenceId', 'x'.repeat(501)],
    ['tags', ['short', 'x'.repeat(101)]],
    ['tags', Array.from({ length: 101 }, String)],
    ['currency', 'dollars'],
    ['pickupPhoneNumber', '12'],
    ['dropoffPhoneNumber', 'call me'],
  ])('%s %j is an error', async (field, value) => {
    const errors = await errorsOf({ [field]: value });
    expect(Object.keys(errors)).toEqual([field]);
    expect(errors[field]).toContain(field);
  });

  it.each([
    ['pickupFirstName', '😀'.repeat(80)],
    ['description', 'x'.repeat(280)],
    ['dropoffAddressFormattedStreet', 'x'.repeat(500)],
    ['tags', Array.from({ length: 100 }, () => 'x'.repeat(100))],
    ['tipAmountCents', 0],
    ['weight', 0.1],
  ])('%s at its bound is none', async (field, value) => {
    expect(await errorsOf({ [field]: value })).toEqual({});
  });

  it('phones are stored in E.164, national ones by the country of their side', async () => {
    const order = await assess({
      ...validOrder,
      pickupPhoneNumber: '(415) 555-0100',
      dropoffPhoneNumber: '+44 20 7946 0958',
    });
    expect(order).toMatchObject({
      validationErrors: {},
      pickupPhoneNumber: '+14155550100',
      dropoffPhoneNumber: '+442079460958',
    });
  });
});

describe('2.2 the due amount', () => {
  it.each([
    [2_501, 2_500],
    [-1, 2_500],
  ])('%i of a value of %i is an error', async (dueAmountCents, valueCents) => {
    const errors = await errorsOf({ dueAmountCents, valueCents });
    expect(Object.keys(errors)).toEqual(['dueAmountCents']);
    expect(errors.dueAmountCents).toContain(String(dueAmountCents));
  });

  it.each([0, 1, 2_500, undefined])('%s is none', async (dueAmountCents) => {
    expect(await errorsOf({ dueAmountCents })).toEqual({});
  });

  it('without a value is an error', async () => {
    const { validationErrors } = await assess({ ...without('valueCents'), dueAmountCents: 1 });
    expect(Object.keys(validationErrors).toSorted()).toEqual(['dueAmountCents', 'valueCents']);
  });
});

describe('4.4.7 value sets', () => {
  it.each([
    ['deliveryMode', 'later', 'now, scheduled'],
    ['minimumVehicleSize', 'tank', 'cargobike'],
    ['requirements', ['alcohol', 'a unicorn'], 'photo_proof_of_delivery'],
  ])('%s %j is an error that lists what there is', async (field, value, listed) => {
    const errors = await errorsOf({ [field]: value });
    expect(Object.keys(errors)).toEqual([field]);
    expect(errors[field]).toContain(listed);
  });

  it('requirements may be free when they say so', async () => {
    expect(await errorsOf({ requirements: ['custom:gloves', 'preferred:two people'] })).toEqual({});
    expect(Object.keys(await errorsOf({ items: [{ requirements: ['gloves'] }] }))).toEqual(['items']);
  });

  it('cargo_bike is stored as cargobike (A14)', async () => {
    expect((await assess({ ...validOrder, minimumVehicleSize: 'cargo_bike' })).minimumVehicleSize).toBe(
      'cargobike',
    );
  });
});

describe('4.4.7 times', () => {
  const at = (time: string) => `2026-03-02T${time}:00.000Z`;

  it.each(['pickupStartTime', 'pickupEndTime', 'dropoffStartTime', 'dropoffEndTime'])(
    '%s that cannot be read, or that is past, is an error',
    async (field) => {
      for (const value of ['tomorrow', '2026-02-31T10:00:00Z', at('08:00')]) {
        const errors = await errorsOf({ [field]: value });
        expect(Object.keys(errors)).toEqual([field]);
        expect(errors[field]).toContain(value);
      }
    },
  );

  it('of up to five minutes ago are none, for clocks differ', async () => {
    expect(await errorsOf({ pickupStartTime: at('08:55') })).toEqual({});
    const older = await errorsOf({ pickupStartTime: '2026-03-02T08:54:59.999Z' });
    expect(Object.keys(older)).toEqual(['pickupStartTime']);
  });

  it.each(['pickup', 'dropoff'])(
    'a %s window that does not end after it starts is an error',
    async (side) => {
      const errors = await errorsOf({ [`${side}StartTime`]: at('11:00'), [`${side}EndTime`]: at('11:00') });
      expect(Object.keys(errors)).toEqual([`${side}EndTime`]);
    },
  );

  it('a dropoff before the pickup is an error', async () => {
    const errors = await errorsOf({
      pickupStartTime: at('11:00'),
      dropoffStartTime: at('10:00'),
      dropoffEndTime: at('10:30'),
    });
    expect(Object.keys(errors)).toEqual(['dropoffStartTime', 'dropoffEndTime']);
  });

  it('with a dropoff only, the pickup is earlier by the drive', async () => {
    const order = await assess({ ...validOrder, dropoffStartTime: at('12:00'), dropoffEndTime: at('13:00') });
    const drive = Date.parse(at('12:00')) - Date.parse(order.pickupStartTime ?? '');
    expect(drive / 60_000).toBeGreaterThan(8);
    expect(drive / 60_000).toBeLessThan(30);
    expect(Date.parse(at('13:00')) - Date.parse(order.pickupEndTime ?? '')).toBe(drive);
    expect(order).toMatchObject({ validationErrors: {}, derived: ['pickupEndTime', 'pickupStartTime'] });
  });

  it('never before the present, and anew when the dropoff moves', async () => {
    const soon = await assess({ ...validOrder, dropoffStartTime: at('09:02') });
    expect(soon).toMatchObject({ validationErrors: {}, pickupStartTime: NOW });
    const stored = { ...anyOrder(), ...soon, status: 'valid' as const };
    const later = await assess({ ...validOrder, dropoffStartTime: at('15:00') }, noMapGeocoder, stored);
    expect(later.pickupStartTime?.slice(0, 13)).toBe('2026-03-02T14');
  });
});

describe('what an order names has to exist', () => {
  it.each([
    ['dispatchStrategyId', 'opn_none'],
    ['deliveryWindowId', 'dw_none'],
    ['pickupZoneIds', ['zone_none']],
  ])('an unknown %s is an error', async (field, value) => {
    const errors = await errorsOf({ [field]: value });
    expect(Object.keys(errors)).toEqual([field]);
    expect(errors[field]).toContain('none');
  });

  it('a known strategy is none', async () => {
    expect(await errorsOf({ dispatchStrategyId: 'opn_known' })).toEqual({});
  });
});
