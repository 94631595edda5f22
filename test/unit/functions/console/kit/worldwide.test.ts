import { expect, it } from 'vitest';
import { countries, currencies, timeZones } from '../../../../../functions/console/kit/worldwide.ts';

const codes = (options: readonly (readonly [string, string])[]) => options.map(([code]) => code);

it('44 5 countries are those of ISO 3166, by name, without former ones and groups of countries', () => {
  const all = countries();
  expect(all.length).toBeGreaterThan(240);
  expect(all.length).toBeLessThan(255);
  expect(all).toContainEqual(['GB', 'United Kingdom']);
  expect(codes(all)).toEqual(expect.arrayContaining(['US', 'DE', 'ES', 'TW', 'XK']));
  expect(codes(all).filter((code) => ['UK', 'EU', 'DD', 'SU', 'UN', 'ZZ'].includes(code))).toEqual([]);
  expect(new Set(all.map(([, name]) => name)).size).toBe(all.length);
});

it('44 5 currencies have their names, and UTC is a time zone', () => {
  expect(currencies()).toContainEqual(['EUR', 'EUR, Euro']);
  expect(codes(timeZones())).toEqual(expect.arrayContaining(['UTC', 'America/New_York']));
});
