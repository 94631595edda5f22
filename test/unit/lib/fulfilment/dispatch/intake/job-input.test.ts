import { describe, expect, it } from 'vitest';
import { orderFieldsOf } from '../../../../../../lib/fulfilment/dispatch/intake/job-input.ts';

const components = {
  number: '100',
  street: 'Market Street',
  secondaryNumber: 'Floor 2',
  city: 'San Francisco',
  state: 'CA',
  postalCode: '94103',
  country: 'US',
};

describe('2.2 address components of a job', () => {
  it('without a point are looked up as one line, without the flat', () => {
    const fields = orderFieldsOf({ packageDeliveryMode: 'now', pickupAddressComponents: components });
    expect(fields).toMatchObject({
      pickupAddress: '100 Market Street, San Francisco, CA 94103, US',
    });
    expect(fields).not.toHaveProperty('pickupAddressCity');
  });

  it('with a point, their own or beside them, are taken as they are', () => {
    for (const point of [
      { pickupAddressComponents: { ...components, latitude: 37.78, longitude: -122.41 } },
      { pickupAddressComponents: components, pickupLatitude: 37.78, pickupLongitude: -122.41 },
    ]) {
      const fields = orderFieldsOf({ packageDeliveryMode: 'now', ...point });
      expect(fields).toMatchObject({
        pickupAddressCity: 'San Francisco',
        pickupLat: 37.78,
        pickupLng: -122.41,
      });
      expect(fields).not.toHaveProperty('pickupAddress');
    }
  });
});
