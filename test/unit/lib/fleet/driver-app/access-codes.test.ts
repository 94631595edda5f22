import { expect, test } from 'vitest';
import { accessCodesIn } from '../../../../../lib/fleet/driver-app/access-codes.ts';

test.each([
  ['Gate code 4412, then left.', ['4412']],
  ['Code: #1234. Ring twice.', ['#1234']],
  ['Door code is A1234B; garage keypad 9981', ['A1234B', '9981']],
  ['Código de la puerta: 7788', ['7788']],
  ['Türcode 0815, 3. Stock', ['0815']],
  ['Digicode 48A12 au portail', ['48A12']],
  ['Press *55* at the gate', ['*55*']],
  ['Lock box 2468, code 2468', ['2468']],
])('45 4 codes of doors are found in instructions: %s', (text, codes) => {
  expect(accessCodesIn(text)).toEqual(codes);
});

test.each([
  null,
  'Ring twice.',
  'Zip code 94110',
  'Postcode 10115',
  'Building 4, floor 12',
  'Call 415-555-0123',
])('45 4 what is no code of a door is not taken for one: %s', (text) => {
  expect(accessCodesIn(text)).toEqual([]);
});
