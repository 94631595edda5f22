import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

/** Where the console's sources are. */
const SOURCES = join(ROOT, 'functions', 'console');

/** Where its built files are stored, a folder per content of the sources. */
const BUILT = join(ROOT, 'dist', 'console');

/** Address under which the API serves it. */
const BASE = '/console/';

/** A file of the console as it is served. */
export interface ConsoleFile {
  readonly name: string;
  /** Packed by gzip. */
  readonly packed: Uint8Array;
}

/**
 * Builds the console, or uses the result of an earlier build of the same sources with the same packages.
 * Parallel builds do not disturb each other: each writes into its own folder, and the first one stays.
 */
export async function buildConsole(): Promise<readonly ConsoleFile[]> {
  const folder = join(BUILT, digestOfSources());
  if (!existsSync(folder)) await buildInto(folder);
  return readdirSync(folder)
    .sort()
    .map((name) => ({ name, packed: readFileSync(join(folder, name)) }));
}

/** What the result depends on: sources, this file and the versions of all packages. */
function digestOfSources(): string {
  const hash = createHash('sha256');
  const files = readdirSync(SOURCES, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
  for (const file of [...files, join(ROOT, 'package-lock.json'), fileURLToPath(import.meta.url)]) {
    hash.update(file.slice(ROOT.length)).update('\0').update(readFileSync(file)).update('\0');
  }
  return hash.digest('hex').slice(0, 16);
}

async function buildInto(folder: string): Promise<void> {
  const draft = join(BUILT, `draft-${process.pid}`);
  const packed = `${draft}-packed`;
  // Imported late: a build that has nothing to do needs no bundler.
  const { build } = await import('vite');
  await build({
    configFile: false,
    root: SOURCES,
    base: BASE,
    logLevel: 'warn',
    oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
    build: {
      outDir: draft,
      emptyOutDir: true,
      // Flat, because the API serves files one step below the address of the page.
      assetsDir: '',
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      target: 'es2022',
      chunkSizeWarningLimit: 1_200,
      // A slow machine is no reason for a warning at the first start.
      rolldownOptions: { checks: { bundlerTimings: false } },
    },
  });
  mkdirSync(packed, { recursive: true });
  for (const name of readdirSync(draft)) {
    writeFileSync(join(packed, name), gzipSync(readFileSync(join(draft, name)), { level: 9 }));
  }
  rmSync(draft, { recursive: true });
  for (const other of readdirSync(BUILT).filter((name) => !name.startsWith('draft-'))) {
    if (join(BUILT, other) !== folder) rmSync(join(BUILT, other), { recursive: true, force: true });
  }
  try {
    renameSync(packed, folder);
  } catch (error) {
    if (!existsSync(folder)) throw error;
    rmSync(packed, { recursive: true });
  }
}
