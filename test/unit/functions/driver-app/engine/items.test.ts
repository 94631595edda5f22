import { expect, test } from 'vitest';
import { itemsOf, picked } from '../../../../../functions/driver-app/engine/items.ts';

const [bread] = itemsOf({ items: [{ id: 'itm_1', name: 'Bread', quantity: 2, sku: 'B1', barcode: '4006' }] });

test('45 5 items have a name and a quantity, whatever the order says of them', () => {
  expect(bread).toEqual({ id: 'itm_1', sku: 'B1', name: 'Bread', quantity: 2, barcodes: ['4006', 'B1'] });
  expect(itemsOf({ items: [{ description: 'Rolls', count: 6 }, {}] })).toMatchObject([
    { name: 'Rolls', quantity: 6 },
    { name: '', quantity: 1 },
  ]);
});

test('45 5 what is scanned says whether an item was found or another one was taken for it', () => {
  expect(picked(bread!, { quantity: 2, scanned: '4006' })).toEqual({
    id: 'itm_1',
    sku: 'B1',
    name: 'Bread',
    quantity: 2,
    status: 'found',
    scannedBarcode: '4006',
  });
  expect(picked(bread!, { quantity: 1, scanned: '999', weight: 0.5 })).toMatchObject({
    status: 'substituted',
    weight: 0.5,
  });
  expect(picked(bread!, { quantity: 0 })).toMatchObject({ status: 'not_found' });
});
