import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

/** Every test of a source, as a path below test/unit. Tests directly in that folder are about the tree itself. */
const tests = readdirSync('test/unit', { recursive: true, encoding: 'utf8' }).filter((path) =>
  /\/.*\.test\.ts$/.test(path),
);

/**
 * The source that a test's path names: lib/a/b.test.ts and lib/a/b.crashes.test.ts both test lib/a/b.ts. A test of a
 * whole folder tests its index.ts.
 */
const sourceOf = (path: string) => path.replace(/\.[^/]*$/, '');

test('each test lies where its source lies, and is named after it', () => {
  expect(tests.length).toBeGreaterThan(300);
  const sources = (path: string) => ['.ts', '.tsx'].map((ending) => sourceOf(path) + ending);
  expect(tests.filter((path) => !sources(path).some((source) => existsSync(source)))).toEqual([]);
});

test('what no source in the same place is named after would be found', () => {
  expect(sourceOf(join('lib', 'platform', 'timers', 'index.test.ts'))).toBe('lib/platform/timers/index');
  expect(sourceOf('lib/platform/table/table.write-conflicts.test.ts')).toBe('lib/platform/table/table');
  expect(sourceOf('lib/reactions/automations/index.model.deep.test.ts')).toBe(
    'lib/reactions/automations/index',
  );
  expect(existsSync(`${sourceOf('lib/platform/timers/timers.test.ts')}.ts`)).toBe(false);
});
