import { expect, it } from 'vitest';
import { isCountryCode, likelyCountryCode } from '../../../../lib/core/countries.ts';

it('only codes that ISO 3166 assigns are countries', () => {
  for (const code of ['US', 'GB', 'DE', 'TW', 'ZA']) expect(isCountryCode(code)).toBe(true);
  for (const code of ['XX', 'ZZ', 'UK', 'EU', 'us', 'USA', '']) expect(isCountryCode(code)).toBe(false);
});

it('the likely code is found by habit, three letters, case and English name', () => {
  expect(['UK', 'EL', 'USA', 'us', 'Germany'].map(likelyCountryCode)).toEqual(['GB', 'GR', 'US', 'US', 'DE']);
  expect(likelyCountryCode('Atlantis')).toBeUndefined();
});
