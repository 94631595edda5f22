import { expect, test } from 'vitest';
import { texts } from '../../../../../functions/console/texts/setup.en.ts';
import { PERMISSIONS } from '../../../../../lib/platform/access/index.ts';

test('44 6 every right of roles and keys has its words', () => {
  const { areas, single } = texts.rights;
  const named = new Set([
    ...Object.keys(areas).flatMap((area) => [`READ_${area}`, `WRITE_${area}`]),
    ...Object.keys(single).map((right) => right.toUpperCase().replace('.', '_')),
  ]);
  const asShown = PERMISSIONS.map((right) => right.toUpperCase().replace('.', '_'));
  expect(asShown.filter((right) => !named.has(right))).toEqual([]);
  expect([...named].filter((right) => !asShown.includes(right))).toEqual([]);
});
