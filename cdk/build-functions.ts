import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { BuildOptions } from 'esbuild';
import { CONSOLE_FOLDER, DOCS_FOLDER, DRIVER_APP_FOLDER } from '../functions/compose/packed-folders.ts';
import { buildConsole } from './build-console.ts';
import { buildDocs } from './build-docs.ts';
import { buildDriverApp } from './build-driver-app.ts';
import { builtFiles, digestOfSources, writeBuildRecord } from './bundles/build-record.ts';
import { deferSchemas } from './bundles/defer-schemas.ts';
import { embedTools } from './bundles/embed-tools.ts';
import { bundleEventRoutes } from './bundles/event-routes.ts';
import { leaveOut, requireLeftOut } from './bundles/leave-out.ts';
import { leaveOutTexts } from './bundles/leave-out-texts.ts';
import { loadedOnce } from './bundles/loaded-once.ts';
import { noProfileFiles } from './bundles/no-profile-files.ts';
import { API_DOCUMENT_FILE, packApiDocument, packedApiDocument } from './bundles/pack-api-document.ts';
import { bundleParameterSchemas } from './bundles/parameter-schemas.ts';
import { removeOthers } from './bundles/remove-others.ts';
import { findStartModules, functionSplitter } from './bundles/split-function.ts';
import { trimPackageInfo } from './bundles/trim-package-info.ts';
import { trimPhonePlans } from './bundles/trim-phone-plans.ts';

// esbuild, which takes this over, tidies its memory less often: a quarter less work of the processors.
process.env.GOGC ??= '400';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

/** Where the bundles are: `dist/functions/<name>/index.cjs`. */
export const FUNCTIONS_DIRECTORY = join(ROOT, 'dist', 'functions');

/** Directory of one function's bundle. */
export function functionDirectory(name: string): string {
  return join(FUNCTIONS_DIRECTORY, name);
}

/** The function that serves the API document and its page. */
const SERVES_DOCUMENT = 'api-meta';

/** The function that serves the console and the driver's app. */
const SERVES_CONSOLE = 'api-console';

/** File of one function's bundle. */
export function functionFile(name: string): string {
  return join(functionDirectory(name), 'index.cjs');
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

/**
 * How code is bundled for Lambda. CommonJS, because an ES module that imports one of Node's own modules makes
 * Node read every property of it, `process.stdin` and `fs.promises` included: 5 to 10 ms of each cold start.
 */
export const BUNDLE_OPTIONS = Object.freeze({
  bundle: true,
  minify: true,
  format: 'cjs',
  platform: 'node',
  target: 'node24',
  mainFields: ['module', 'main'],
  alias: {
    '@aws-sdk/credential-provider-node': join(ROOT, 'cdk', 'bundles', 'lambda-credentials.ts'),
    '@aws-sdk/endpoint-cache': join(ROOT, 'cdk', 'bundles', 'endpoint-cache.ts'),
    '@stablelib/base64': join(ROOT, 'cdk', 'bundles', 'node-base64.ts'),
    'fast-sha256': join(ROOT, 'cdk', 'bundles', 'node-sha256.ts'),
  },
  plugins: [
    bundleEventRoutes,
    bundleParameterSchemas,
    deferSchemas,
    embedTools,
    leaveOut,
    leaveOutTexts,
    noProfileFiles,
    packApiDocument,
    trimPackageInfo,
    trimPhonePlans,
  ].map(loadedOnce),
  legalComments: 'none',
  logLevel: 'warning',
} satisfies BuildOptions);

/** The files that the last build wrote. */
const RECORD = join(ROOT, 'dist', 'functions.json');

/**
 * Bundles every function, or reuses the bundles of an earlier build of the same sources: bundling takes a minute,
 * comparing a second.
 */
export async function buildFunctions(): Promise<void> {
  const digest = digestOfSources();
  const built = builtFiles(RECORD, digest);
  if (built) removeOthers(FUNCTIONS_DIRECTORY, built);
  else writeBuildRecord(RECORD, digest, await bundleFunctions());
}

/** How many functions are bundled at the same time: more would wait for the two processors. */
const BUNDLED_AT_ONCE = 2;

/** The code of every function, by path. */
async function bundleCode(): Promise<readonly { readonly path: string; readonly contents: Uint8Array }[]> {
  const entries = functionEntries();
  const { starts, metafile } = await findStartModules(entries, BUNDLE_OPTIONS);
  requireLeftOut(metafile);
  const files: { readonly path: string; readonly contents: Uint8Array }[] = [];
  const waiting = entries.entries();
  const bundleInTurn = async () => {
    const splitter = await functionSplitter(BUNDLE_OPTIONS);
    for (const [name, entry] of waiting) {
      for (const file of await splitter.split(entry, starts.get(name)!)) {
        files.push({ path: join(functionDirectory(name), `${file.name}.cjs`), contents: file.contents });
      }
    }
    await splitter.close();
  };
  await Promise.all(Array.from({ length: BUNDLED_AT_ONCE }, bundleInTurn));
  return files;
}

/**
 * Bundles every function, minified. Returns the paths of the files. Files that are already correct
 * are not touched, so that parallel builds of the same sources do not disturb each other.
 */
async function bundleFunctions(): Promise<readonly string[]> {
  const bundling = bundleCode();
  const document = {
    path: join(functionDirectory(SERVES_DOCUMENT), API_DOCUMENT_FILE),
    contents: await packedApiDocument(),
  };
  const consoleFiles = (await buildConsole()).map(({ name, packed }) => ({
    path: join(functionDirectory(SERVES_CONSOLE), CONSOLE_FOLDER, name),
    contents: packed,
  }));
  const driverFiles = (await buildDriverApp()).map(({ name, packed }) => ({
    path: join(functionDirectory(SERVES_CONSOLE), DRIVER_APP_FOLDER, name),
    contents: packed,
  }));
  const docsFiles = (await buildDocs()).map(({ name, packed }) => ({
    path: join(functionDirectory(SERVES_DOCUMENT), DOCS_FOLDER, name),
    contents: packed,
  }));
  const files = [...(await bundling), document, ...consoleFiles, ...driverFiles, ...docsFiles];
  mkdirSync(FUNCTIONS_DIRECTORY, { recursive: true });
  // Other files there would be deployed, and Lambda prefers the index.mjs of an earlier build to an index.cjs.
  const paths = files.map(({ path }) => path);
  removeOthers(FUNCTIONS_DIRECTORY, paths);
  for (const { path, contents } of files) {
    if (existsSync(path) && readFileSync(path).equals(contents)) continue;
    mkdirSync(dirname(path), { recursive: true });
    // Beside the directory of the functions, because another build removes foreign files from it.
    const draft = join(FUNCTIONS_DIRECTORY, '..', `${basename(dirname(path))}.${process.pid}`);
    writeFileSync(draft, contents);
    renameSync(draft, path);
  }
  return paths;
}
