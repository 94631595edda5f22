import { describe, expect, it } from 'vitest';
import { findField } from '../../../../../../lib/engines/workflows/fields/field-catalogue.ts';
import { locationParts, packageParts } from '../../../../../../lib/fulfilment/jobs/index.ts';
import { orderFieldEntries } from '../../../../../../lib/ordering/orders/index.ts';

const unknown = (keys: readonly string[]) => keys.filter((key) => !findField(key));

describe('2.7 the fields of workflows', () => {
  it('are all fields of an order, but candidates for a store and settings of the payment', () => {
    expect(unknown(orderFieldEntries.map(([name]) => `order.${name}`))).toEqual([
      'order.pickupStoreLocationIds',
      'order.pickupPayment',
    ]);
  });

  it('are all parts of a package and of its locations, but currency and flat', () => {
    expect(unknown(packageParts.map(({ part }) => `package.${part.name}`))).toEqual(['package.currency']);
    expect(unknown(locationParts.map(({ part }) => `package.pickupLocation.${part.name}`))).toEqual([
      'package.pickupLocation.addressSecondaryNumber',
    ]);
  });
});
