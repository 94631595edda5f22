import { expect, it } from 'vitest';
import { readAddressLine } from '../../../../../../lib/fulfilment/dispatch/intake/read-address-line.ts';

it.each([
  [
    '100 Market Street, San Francisco, CA 94105, US',
    { city: 'San Francisco', state: 'CA', zip: '94105', country: 'US' },
  ],
  [
    '100 Market St, Floor 2, San Francisco, CA 94105',
    { city: 'San Francisco', state: 'CA', zip: '94105', country: 'US' },
  ],
  [
    '1 George Street, Sydney, NSW 2000, Australia',
    { city: 'Sydney', state: 'NSW', zip: '2000', country: 'AU' },
  ],
  ['Hauptstraße 5, 10115 Berlin, DE', { city: 'Berlin', zip: '10115', country: 'DE' }],
  ['10 Downing Street, London SW1A 2AA, GB', { city: 'London', zip: 'SW1A 2AA', country: 'GB' }],
  ['12 rue de la Paix, Paris, France', { city: 'Paris', country: 'FR' }],
  ['100 Market Street', {}],
  ['100 Market Street, Suite 2000', {}],
  ['', {}],
])('2.2: "%s" says where it is, as far as it can be told', (line, parts) => {
  expect(readAddressLine(line)).toEqual(parts);
});
