import { expect, it } from 'vitest';
import { readItems } from '../../../../../../lib/operations/uploads/rows/read-items.ts';

it.each([
  [
    'Cola 12x, Chips 6x',
    [
      ['Cola', 12],
      ['Chips', 6],
    ],
  ],
  [
    '12 x Cola; 6 Chips',
    [
      ['Cola', 12],
      ['Chips', 6],
    ],
  ],
  [
    '2x Pizza | Salad (3)',
    [
      ['Pizza', 2],
      ['Salad', 3],
    ],
  ],
  ['Windows 11', [['Windows 11', 1]]],
  ['Water x24', [['Water', 24]]],
  [
    'name:Mug|sku:M-1|quantity:2|total:9.00; name:Plate|quantity:1',
    [
      ['Mug', 2],
      ['Plate', 1],
    ],
  ],
])('43 1.6 items in words: %j', (text, items) => {
  expect(readItems(text).map(({ description, count }) => [description, count])).toEqual(items);
});
