import { describe, expect, it } from 'vitest';
import { guessMapping } from '../../../../../../lib/operations/uploads/columns/guess-mapping.ts';

describe('4.8 CSV upload: mapping', () => {
  it('is guessed from exact names, labels and names that mean the same, each field once', () => {
    expect(
      guessMapping(
        ['externalId', 'Order ID', 'Customer name', 'Pickup street', 'Lat', 'Notes', 'Colour'],
        [],
      ),
    ).toEqual({
      externalId: 'externalId',
      'Order ID': null,
      'Customer name': 'dropoffFirstName',
      'Pickup street': 'pickupAddressFormattedStreet',
      Lat: 'dropoffLat',
      Notes: 'dropoffInstructions',
      Colour: null,
    });
    expect(guessMapping(['orderMetadata.dock'], [])).toEqual({ 'orderMetadata.dock': 'orderMetadata.dock' });
  });
});

describe('43 1.1 the id of an order', () => {
  it('is what a column holds only if its cells look like one', () => {
    expect(guessMapping(['id', 'Address'], [['ord_01', 'x']])).toMatchObject({ id: 'id' });
    expect(guessMapping(['id', 'Address'], [['1001', 'x']])).toMatchObject({ id: 'externalId' });
  });
});
