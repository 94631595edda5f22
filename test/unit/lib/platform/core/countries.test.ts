import { expect, it } from 'vitest';
import {
  countryFault,
  isCountryCode,
  likelyCountryCode,
} from '../../../../../lib/platform/core/countries.ts';

it('only codes that ISO 3166 assigns are countries', () => {
  for (const code of ['US', 'GB', 'DE', 'TW', 'ZA']) expect(isCountryCode(code)).toBe(true);
  for (const code of ['XX', 'ZZ', 'UK', 'EU', 'us', 'USA', '']) expect(isCountryCode(code)).toBe(false);
});

it('the likely code is found by habit, three letters, case and English name', () => {
  expect(['UK', 'EL', 'USA', 'us', 'Germany'].map(likelyCountryCode)).toEqual(['GB', 'GR', 'US', 'US', 'DE']);
  expect(likelyCountryCode('Atlantis')).toBeUndefined();
});

it('a country that is none is explained with the likely code', () => {
  expect(countryFault('country', ' gb ')).toBeUndefined();
  expect(countryFault('country', 'UK')).toBe('country is "UK", which is not an ISO 3166 code. Send GB.');
  expect(countryFault('country', 'XX')).toContain('Send the code of two letters');
});
