import { expect, test } from 'vitest';
import { NAVIGATORS, navigationTo } from '../../../../../functions/driver-app/screens/navigation.ts';

const AT = { lat: 37.77, lng: -122.42 };

test('45 4 each navigator is opened at the place, and by default the one of the phone', () => {
  for (const name of NAVIGATORS) expect(navigationTo(AT, name)).toContain('37.77,-122.42');
  expect(navigationTo(AT, 'phone', 'iPhone')).toMatch(/^maps:/);
  expect(navigationTo(AT, 'phone', 'Android')).toMatch(/^geo:/);
  expect(navigationTo(AT, 'waze')).toMatch(/^https:\/\/waze\.com/);
});
