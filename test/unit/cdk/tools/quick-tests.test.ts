import { expect, test } from 'vitest';
import { quickTests } from '../../../../cdk/tools/quick-tests.ts';

const besidesTheTree = (...files: string[]) =>
  quickTests(files).filter((path) => !/^test\/unit\/[^/]*$/.test(path));

test.each([
  ['lib/ordering/orders/rules/times.ts', 'test/unit/lib/ordering/'],
  ['functions/api/orders/get-order.ts', 'test/unit/functions/api/orders/'],
  ['functions/workers/fire-timer.ts', 'test/unit/functions/workers/'],
  ['functions/compose/pace-channel.ts', 'test/unit/functions/compose/'],
  ['cdk/local/clock.ts', 'test/unit/cdk/local/'],
  ['test/unit/lib/people/tenancy/judge-key.test.ts', 'test/unit/lib/people/tenancy/judge-key.test.ts'],
])('a change of %s runs %s', (file, tests) => {
  expect(besidesTheTree(file)).toEqual([tests]);
});

test('a room is tested once, however many of its files changed', () => {
  expect(besidesTheTree('lib/places/zones/zone.ts', 'lib/places/stores/store-input.ts')).toEqual([
    'test/unit/lib/places/',
  ]);
});

test.each(['README.md', 'lib/client/src/index.ts', 'lib/GLOSSARY.md', 'test/support/curl.mjs'])(
  'a change of %s runs the tests of the tree alone',
  (file) => {
    expect(besidesTheTree(file)).toEqual([]);
    expect(quickTests([file])).toContain('test/unit/boundaries.test.ts');
  },
);
