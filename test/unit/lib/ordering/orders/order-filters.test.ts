import { expect, it } from 'vitest';
import { orderRowSchema } from '../../../../../lib/ordering/orders/index.ts';
import { matchesFilters } from '../../../../../lib/ordering/orders/order-filters.ts';
import { anyOrder } from '../../../../support/builders/any-order.ts';

const found = (search: string) =>
  matchesFilters(
    orderRowSchema.parse(anyOrder({ pickupPhoneNumber: '+14155550100', dropoffPhoneNumber: '+14155550123' })),
    { startDate: '2000-01-01T00:00:00.000Z', endDate: '2100-01-01T00:00:00.000Z', search },
  );

it.each(['+14155550123', '415-555-0123', '(415) 555 0100', '0123'])(
  '44 4 a search finds an order by the phone number %s, however it is written',
  (search) => {
    expect(found(search)).toBe(true);
  },
);

it.each(['123', '+1415555 0199', 'call 415-555-0123'])('44 4 and not by %s', (search) => {
  expect(found(search)).toBe(false);
});
