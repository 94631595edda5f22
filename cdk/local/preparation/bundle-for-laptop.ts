import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { BUNDLE_OPTIONS, functionEntries } from '../../build-functions.ts';
import { alwaysLate } from '../../bundles/late-modules.ts';
import { BESIDE, loadLate } from '../../bundles/load-late.ts';
import { DEMO_ENTRY } from './steps.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

const CREATE_DEMO = fileURLToPath(new URL('../create-demo.ts', import.meta.url));

/** What a CommonJS module has without asking: code that is shared by several functions has to be an ES module. */
const LIKE_COMMON_JS = `import { createRequire as requireFrom } from 'node:module';
const require = requireFrom(import.meta.url), __dirname = import.meta.dirname;`;

/**
 * Bundles every function into `directory`, as `<name>.mjs`, and returns the paths of the files. As for a deployment,
 * but what several functions have in common is a file that they share, and nothing is minified: this takes a tenth of
 * the time and of the space.
 */
export async function bundleForLaptop(directory: string): Promise<readonly string[]> {
  const { metafile } = await build({
    ...BUNDLE_OPTIONS,
    entryPoints: [
      ...[...functionEntries()].map(([out, entry]) => ({ in: entry, out })),
      ...[...alwaysLate()].map(([module, file]) => ({ in: module, out: file })),
      { in: CREATE_DEMO, out: DEMO_ENTRY },
    ],
    outdir: directory,
    outExtension: { '.js': '.mjs' },
    format: 'esm',
    splitting: true,
    minify: false,
    banner: { js: LIKE_COMMON_JS },
    plugins: [
      loadLate({ load: (module) => `require('${BESIDE}${alwaysLate().get(module)}.mjs')` }),
      ...BUNDLE_OPTIONS.plugins,
    ],
    metafile: true,
    absWorkingDir: ROOT,
  });
  return Object.keys(metafile.outputs).map((path) => join(ROOT, path));
}
