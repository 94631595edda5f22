import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, type Metafile, type OutputFile } from 'esbuild';

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

/**
 * Bundles every function in one esbuild call, minified, as ES modules. Returns esbuild's account of the sizes.
 * Several processes may build and read at once: each file is whole at any time.
 */
export async function buildFunctions(): Promise<Metafile> {
  const entries = functionEntries();
  const { metafile, outputFiles } = await build({
    write: false,
    entryPoints: [...entries].map(([name, entry]) => ({ in: entry, out: join(name, 'index') })),
    outdir: FUNCTIONS_DIRECTORY,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    minify: true,
    format: 'esm',
    platform: 'node',
    target: 'node24',
    mainFields: ['module', 'main'],
    alias: { '@aws-sdk/credential-provider-node': join(ROOT, 'cdk', 'lambda-credentials.ts') },
    banner: { js: REQUIRE_BANNER },
    metafile: true,
    legalComments: 'none',
    logLevel: 'warning',
  });
  for (const file of outputFiles) replaceFile(file);
  for (const name of readdirSync(FUNCTIONS_DIRECTORY)) {
    if (!entries.has(name)) rmSync(functionDirectory(name), { recursive: true, force: true });
  }
  return metafile;
}

function replaceFile({ path, contents }: OutputFile): void {
  if (existsSync(path) && readFileSync(path).equals(contents)) return;
  mkdirSync(dirname(path), { recursive: true });
  // Beside the directory of the functions, where nobody looks for one.
  const unfinished = join(FUNCTIONS_DIRECTORY, '..', `${basename(dirname(path))}.${process.pid}.new`);
  writeFileSync(unfinished, contents);
  renameSync(unfinished, path);
}
