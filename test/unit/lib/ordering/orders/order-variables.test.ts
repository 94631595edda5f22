import { describe, expect, it } from 'vitest';
import { orderVariables } from '../../../../../lib/ordering/orders/index.ts';
import { anyOrder } from '../../../../support/builders/any-order.ts';

describe('an order as workflows and messages see it', () => {
  it('has the time zone of each place', () => {
    const order = anyOrder({
      dropoffAddressState: 'NY',
      dropoffAddressCity: 'New York',
      dropoffLat: 40.75,
      dropoffLng: -73.99,
    });
    expect(orderVariables(order)).toMatchObject({
      id: order.id,
      pickupTimezoneId: 'America/Los_Angeles',
      dropoffTimezoneId: 'America/New_York',
    });
  });

  it('says null where a time zone is not known', () => {
    const order = anyOrder({ pickupAddressCountry: undefined, dropoffAddressCountry: undefined });
    expect(orderVariables(order)).toMatchObject({ pickupTimezoneId: null, dropoffTimezoneId: null });
  });
});
