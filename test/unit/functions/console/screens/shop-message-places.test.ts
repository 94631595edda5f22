import { expect, test } from 'vitest';
import { placesOf, readSource } from '../../../../../functions/console/screens/shop-message-places.ts';

const message = { order: { 'a/b': 1, lines: [{ sku: 'rye' }, { sku: 'bun' }] }, note: null };

test('44 5 the places of a message are JSON pointers, of a list those of its first element', () => {
  expect(placesOf(message)).toEqual([
    { pointer: '/order/a~1b', text: '1' },
    { pointer: '/order/lines/0/sku', text: 'rye' },
    { pointer: '/note', text: 'null' },
  ]);
  expect(placesOf(message, 'lists')).toEqual([{ pointer: '/order/lines', text: '(2)' }]);
  expect(placesOf('not JSON yet')).toEqual([]);
});

test.each([
  ['/order/a~1b', '1'],
  ['{/order/lines/1/sku}!', 'bun!'],
  ['fixed', 'fixed'],
  ['/order/none', ''],
  ['/note', ''],
])('44 5 %s reads "%s"', (source, text) => {
  expect(readSource(message, source, 'text')).toBe(text);
});
