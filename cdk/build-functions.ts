import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type BuildOptions, build, type Metafile } from 'esbuild';
import { packJson } from './pack-json.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

/** Where the bundles are: `dist/functions/<name>/index.mjs`. */
export const FUNCTIONS_DIRECTORY = join(ROOT, 'dist', 'functions');

/** Directory of one function's bundle. */
export function functionDirectory(name: string): string {
  return join(FUNCTIONS_DIRECTORY, name);
}

/** Entry files by function name: `api-<area>` for the areas, the file's name for the workers. */
export function functionEntries(): ReadonlyMap<string, string> {
  const areas = join(ROOT, 'functions', 'api');
  const workers = join(ROOT, 'functions', 'workers');
  return new Map([
    ...readdirSync(areas, { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && existsSync(join(areas, entry.name, 'index.ts')))
      .map((entry) => [`api-${entry.name}`, join(areas, entry.name, 'index.ts')] as const),
    ...readdirSync(workers)
      .filter((file) => file.endsWith('.ts') && file !== 'index.ts')
      .map((file) => [file.slice(0, -'.ts'.length), join(workers, file)] as const),
  ]);
}

/** CommonJS packages inside an ES module bundle still call `require` for Node's own modules. */
const REQUIRE_BANNER =
  "import { createRequire as __createRequire } from 'node:module'; const require = __createRequire(import.meta.url);";

/** How code becomes what Lambda runs. */
export const BUNDLE_OPTIONS = Object.freeze({
  bundle: true,
  minify: true,
  format: 'esm',
  platform: 'node',
  target: 'node24',
  mainFields: ['module', 'main'],
  alias: { '@aws-sdk/credential-provider-node': join(ROOT, 'cdk', 'lambda-credentials.ts') },
  plugins: [packJson],
  banner: { js: REQUIRE_BANNER },
  legalComments: 'none',
  logLevel: 'warning',
} satisfies BuildOptions);

/**
 * Bundles every function in one esbuild call, minified, as ES modules. Returns esbuild's account of the sizes. Files
 * that are as they should be are left alone, so that parallel builds of the same sources do not disturb each other.
 */
export async function buildFunctions(): Promise<Metafile> {
  const entries = functionEntries();
  const { metafile, outputFiles } = await build({
    entryPoints: [...entries].map(([name, entry]) => ({ in: entry, out: join(name, 'index') })),
    outdir: FUNCTIONS_DIRECTORY,
    outExtension: { '.js': '.mjs' },
    write: false,
    ...BUNDLE_OPTIONS,
    metafile: true,
  });
  mkdirSync(FUNCTIONS_DIRECTORY, { recursive: true });
  for (const found of readdirSync(FUNCTIONS_DIRECTORY)) {
    if (!entries.has(found)) rmSync(functionDirectory(found), { recursive: true, force: true });
  }
  for (const { path, contents } of outputFiles) {
    if (existsSync(path) && readFileSync(path).equals(contents)) continue;
    mkdirSync(dirname(path), { recursive: true });
    // Beside the directory of the functions: another build removes what does not belong into it.
    const draft = join(FUNCTIONS_DIRECTORY, '..', `${basename(dirname(path))}.${process.pid}`);
    writeFileSync(draft, contents);
    renameSync(draft, path);
  }
  return metafile;
}
