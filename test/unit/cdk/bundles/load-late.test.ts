import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { expect, test } from 'vitest';
import { BUNDLE_OPTIONS } from '../../../../cdk/build-functions.ts';
import { lateFiles, loadLate } from '../../../../cdk/bundles/load-late.ts';
import { temporaryDirectory } from '../../../support/temporary-directory.ts';

const ROOT = fileURLToPath(new URL('../../../..', import.meta.url));
const require = createRequire(import.meta.url);

test('a late module is loaded from the file beside the bundle, with the first call', async () => {
  const directory = temporaryDirectory('late');
  const { metafile } = await build({
    ...BUNDLE_OPTIONS,
    plugins: [loadLate, ...BUNDLE_OPTIONS.plugins],
    stdin: {
      contents: "export { readPhoneNumber } from './lib/platform/core/read-phone-number.ts';",
      resolveDir: ROOT,
    },
    outfile: join(directory, 'index.cjs'),
    absWorkingDir: ROOT,
    metafile: true,
  });
  const { readPhoneNumber } = require(join(directory, 'index.cjs'));
  expect(() => readPhoneNumber('+14155550100', 'US')).toThrow('read-phone-number.cjs');

  const files = await lateFiles(metafile, BUNDLE_OPTIONS);
  expect(files.map(({ file }) => file)).toEqual(['read-phone-number.cjs']);
  for (const { file, contents } of files) writeFileSync(join(directory, file), contents);
  expect(readPhoneNumber('(415) 555-0100', 'US')).toBe('+14155550100');
  expect(readFileSync(join(directory, 'index.cjs')).length).toBeLessThan(2_000);
});
