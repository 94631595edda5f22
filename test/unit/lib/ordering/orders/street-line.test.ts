import { expect, it } from 'vitest';
import { streetLine } from '../../../../../lib/ordering/orders/street-line.ts';

it.each([
  ['900', 'Valencia St', '900 Valencia St'],
  ['900', '900 Valencia St', '900 Valencia St'],
  ['5', 'Hauptstraße 5', 'Hauptstraße 5'],
  ['2', '12th Street', '2 12th Street'],
  [undefined, 'Valencia St', 'Valencia St'],
  ['900', undefined, '900'],
  [undefined, undefined, undefined],
])('the house number %s is once in the line of %s', (number, street, line) => {
  expect(streetLine(number, street)).toBe(line);
});
