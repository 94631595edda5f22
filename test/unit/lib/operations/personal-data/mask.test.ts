import { describe, expect, it } from 'vitest';
import { maskingOf } from '../../../../../lib/operations/personal-data/mask.ts';
import { personMatcher } from '../../../../../lib/operations/personal-data/person.ts';
import { NO_TRACES, tracesIn } from '../../../../../lib/operations/personal-data/traces.ts';

const ANN = { phone: '+14155550123', email: 'ann@lee.example', customerId: 'cus-7' };

const order = {
  id: 'ord_1',
  valueCents: 2_500,
  pickupBusinessName: 'Corner Bakery',
  pickupPhoneNumber: '+14155550100',
  dropoffFirstName: 'Ann',
  dropoffLastName: 'Lee',
  dropoffPhoneNumber: '+14155550123',
  dropoffEmail: 'ann@lee.example',
  dropoffAddress: '12 Quarry Lane, San Francisco',
  dropoffAddressNumber: '12',
  dropoffAddressFormattedStreet: 'Quarry Lane',
  dropoffAddressZip: '94110',
  dropoffLat: 37.757613,
  dropoffStartTime: '2026-03-05T09:00:00.000Z',
  orderMetadata: { customer_id: 'cus-7' },
};

describe('47 3.1: what is erased', () => {
  it('is the contact of the side that is the person; the store, amounts, times and the postcode stay', () => {
    const traces = tracesIn(order, personMatcher(ANN))!;
    const masked = maskingOf(ANN, traces).value(order);
    expect(masked).toEqual({
      ...order,
      dropoffFirstName: '[erased]',
      dropoffLastName: '[erased]',
      dropoffPhoneNumber: '[erased]',
      dropoffEmail: '[erased]',
      dropoffAddress: '[erased]',
      dropoffAddressNumber: '[erased]',
      dropoffAddressFormattedStreet: '[erased]',
      dropoffLat: 37.76,
      orderMetadata: { customer_id: '[erased]' },
    });
    // Again changes nothing.
    expect(maskingOf(ANN, traces).value(masked)).toBe(masked);
  });

  it.each([
    ['Call (415) 555-0123 first', 'Call [erased] first'],
    ['+1 415.555.0123', '[erased]'],
    ['0014155550123999', '0014155550123999'],
    ['ANN@LEE.EXAMPLE, please', '[erased], please'],
    ['joann@lee.example', 'joann@lee.example'],
    ['Ann Lee was not at home; Annabel was', '[erased] was not at home; Annabel was'],
    ['Left at 12 Quarry  Lane, San Francisco', 'Left at [erased]'],
    ['Left at 12 Quarry Lane', 'Left at [erased]'],
    [
      'https://shop.example/?for=ann%40lee.example&of=Ann%20Lee',
      'https://shop.example/?for=[erased]&of=[erased]',
    ],
    ['search=Ann+Lee&phone=%2B14155550123', 'search=[erased]&phone=%2B[erased]'],
    [
      JSON.stringify('Hello\nAnn Lee\n(415) 555-0123\nann@lee.example'),
      '"Hello\\n[erased]\\n[erased]\\n[erased]"',
    ],
    ['?next=%3Ffor%3Dann%40lee.example%26tel%3D4155550123', '?next=%3Ffor%3D[erased]%26tel%3D[erased]'],
    ['{"lat":37.757613,"of":137.757613}', '{"lat":37.76,"of":137.757613}'],
  ])('is found in texts, however it is written: %s', (text, expected) => {
    const traces = tracesIn(order, personMatcher(ANN))!;
    expect(maskingOf(ANN, traces).text(text)).toBe(expected);
  });

  it('is an id of a customer in its own fields, as a text or a number; a short one in no text', () => {
    const { value, text, isAbout } = maskingOf({ phone: null, email: null, customerId: '7' }, NO_TRACES);
    expect(value({ customer_id: 7, customerId: '7', itemsCount: 7, note: '7 boxes' })).toEqual({
      customer_id: '[erased]',
      customerId: '[erased]',
      itemsCount: 7,
      note: '7 boxes',
    });
    expect([text('sku,7'), isAbout('sku,7')]).toEqual(['sku,7', false]);
    const long = maskingOf({ phone: null, email: null, customerId: 'cus-77' }, NO_TRACES);
    expect(long.text('of cus-77')).toBe('of [erased]');
  });

  it('tells who is meant by the full name in either order, in columns and in addresses of pages', () => {
    const { isAbout } = maskingOf(ANN, tracesIn(order, personMatcher(ANN))!);
    for (const text of ['Ann Lee', 'Lee, Ann', '"Ann","Lee"', 'search=Lee%2C+Ann', 'to=Ann%20Lee'])
      expect(isAbout(text), text).toBe(true);
    for (const text of ['Ann', 'Lee', 'Ann and Lee', 'Joann Lee']) expect(isAbout(text), text).toBe(false);
  });

  it('is a position within 200 metres of the door, in fields and in texts; not the other side of an order', () => {
    const door = { ...order, dropoffLng: -122.421287 };
    const { value } = maskingOf(ANN, tracesIn(door, personMatcher(ANN))!);
    const seen = {
      position: { latitude: 37.758_9, longitude: -122.421_9 },
      beyond: { latitude: 37.759_9, longitude: -122.421_9 },
      pickupLat: 37.758_9,
      pickupLng: -122.421_9,
      text: 'https://maps.example/?q=37.7589,-122.4219 and {"lat":37.7589,"lng":-122.4219}, 37.7599, -122.4219',
    };
    expect(value(seen)).toBe(seen);
    expect(value(seen, 'near')).toEqual({
      ...seen,
      position: { latitude: 37.76, longitude: -122.42 },
      text: 'https://maps.example/?q=37.76,-122.42 and {"lat":37.76,"lng":-122.42}, 37.7599, -122.4219',
    });
  });

  it('is the recipient of what has the id of the customer in its metadata, beside packages of others', () => {
    const person = { phone: null, email: null, customerId: 'cus-7' };
    const location = {
      firstName: 'Ann',
      addressNumber: '12',
      addressZip: '94110',
      lat: 37.757613,
      lng: -122.421287,
    };
    const body = {
      packages: [
        {
          packageMetadata: { customer_id: 'cus-7' },
          dropoffLocation: location,
          pickupLocation: { firstName: 'Clerk' },
        },
        {
          packageMetadata: { customer_id: 'cus-8' },
          dropoffLocation: { firstName: 'Otto', phoneNumber: '+14155550177' },
        },
      ],
    };
    const traces = tracesIn(body, personMatcher(person))!;
    expect(traces).toMatchObject({
      texts: ['Ann'],
      phones: [],
      doors: [{ lat: 37.757613, lng: -122.421287 }],
    });
    expect(maskingOf(person, traces).value(body)).toEqual({
      packages: [
        {
          packageMetadata: { customer_id: '[erased]' },
          dropoffLocation: {
            firstName: '[erased]',
            addressNumber: '[erased]',
            addressZip: '94110',
            lat: 37.76,
            lng: -122.42,
          },
          pickupLocation: { firstName: 'Clerk' },
        },
        body.packages[1],
      ],
    });
  });

  it('is nothing of a contact that only shares a name', () => {
    const other = {
      ...order,
      dropoffPhoneNumber: '+14155550188',
      dropoffEmail: 'ann@other.example',
      orderMetadata: {},
    };
    expect(tracesIn(other, personMatcher(ANN))).toBeUndefined();
    expect(maskingOf(ANN, NO_TRACES).value(other)).toBe(other);
  });
});
