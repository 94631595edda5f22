import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { BUNDLE_OPTIONS } from '../../../../cdk/build-functions.ts';
import { findStartModules, splitFunction } from '../../../../cdk/bundles/split-function.ts';
import { temporaryDirectory } from '../../../support/temporary-directory.ts';

const ROOT = fileURLToPath(new URL('../../../..', import.meta.url));
const require = createRequire(import.meta.url);

/** A function whose code is `source`; `lib` in it stands for that folder. Returns where its files are, and their names. */
async function bundled(source: string) {
  const directory = temporaryDirectory('split');
  const entry = join(directory, 'entry.ts');
  writeFileSync(entry, source.replaceAll("'lib/", `'${relative(directory, ROOT)}/lib/`));
  const { starts } = await findStartModules(new Map([['one', entry]]), BUNDLE_OPTIONS);
  const files = await splitFunction(entry, starts.get('one')!, BUNDLE_OPTIONS);
  for (const { name, contents } of files) writeFileSync(join(directory, `${name}.cjs`), contents);
  return { directory, names: files.map(({ name }) => name).sort(), entry: join(directory, 'index.cjs') };
}

test('a module that is always late is loaded with the first call, from a file of its own', async () => {
  const { directory, names, entry } = await bundled(`
    import { readPhoneNumber } from 'lib/platform/core/read-phone-number.ts';
    export const handler = (number: string) => readPhoneNumber(number, 'US');`);
  expect(names).toEqual(['index', 'read-phone-number']);
  expect(readFileSync(entry).length).toBeLessThan(4_000);
  const { handler } = require(entry);
  expect(handler('(415) 555-0100')).toBe('+14155550100');

  rmSync(join(directory, 'read-phone-number.cjs'));
  delete require.cache[entry];
  delete require.cache[join(directory, 'read-phone-number.cjs')];
  expect(() => require(entry).handler('(415) 555-0100')).toThrow('read-phone-number.cjs');
});

test('what an area does is in the file of the area, what is needed at the start is not', async () => {
  const { names, entry } = await bundled(`
    import { TravelFailure } from 'lib/engines/travel/travel.ts';
    import { travelOfEnvironment } from 'lib/engines/travel/travel-of-environment.ts';
    export const handler = () => travelOfEnvironment();
    export const failure = new TravelFailure('no road');`);
  expect(names).toContain('engines-travel');
  const index = readFileSync(entry, 'utf8');
  expect(index).toContain('no road');
  expect(index.length).toBeLessThan(4_000);
});
