import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

/** An application for browsers that the API serves. */
export interface WebApp {
  /** Its folder below `functions`, with `index.html`. */
  readonly folder: string;
  /** Address under which the API serves its files. */
  readonly base: string;
  /** Modules that are loaded together and become one file, by its name; a module belongs to the first that names it. */
  readonly together?: Readonly<Record<string, RegExp>>;
  /** Files that keep their names, made for these files of the build. */
  readonly fixedFiles?: (
    built: readonly string[],
    digest: string,
  ) => Promise<readonly { readonly name: string; readonly content: string | Uint8Array }[]>;
}

/** A file of an application as it is served. */
export interface WebAppFile {
  readonly name: string;
  /** Packed by gzip. */
  readonly packed: Uint8Array;
}

/**
 * Builds an application, or uses the result of an earlier build of the same sources with the same packages.
 * Parallel builds do not disturb each other: each writes into its own folder, and the first one stays.
 */
export async function buildWebApp(app: WebApp): Promise<readonly WebAppFile[]> {
  const digest = digestOfSources(app);
  const folder = join(builtOf(app), digest);
  if (!existsSync(folder)) await buildInto(app, folder, digest);
  return readdirSync(folder)
    .sort()
    .map((name) => ({ name, packed: readFileSync(join(folder, name)) }));
}

/** Where built files are stored, a folder per content of the sources. */
const builtOf = ({ folder }: WebApp) => join(ROOT, 'dist', folder);

const sourcesOf = ({ folder }: WebApp) => join(ROOT, 'functions', folder);

/** What the result depends on: sources, this file and the versions of all packages. */
function digestOfSources(app: WebApp): string {
  const hash = createHash('sha256');
  const files = readdirSync(sourcesOf(app), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
  for (const file of [...files, join(ROOT, 'package-lock.json'), fileURLToPath(import.meta.url)]) {
    hash.update(file.slice(ROOT.length)).update('\0').update(readFileSync(file)).update('\0');
  }
  return hash.digest('hex').slice(0, 16);
}

async function buildInto(app: WebApp, folder: string, digest: string): Promise<void> {
  const draft = join(builtOf(app), `draft-${process.pid}`);
  const packed = `${draft}-packed`;
  // Imported late: a build that has nothing to do needs no bundler.
  const { build } = await import('vite');
  await build({
    configFile: false,
    root: sourcesOf(app),
    base: app.base,
    logLevel: 'warn',
    // The same files in tests, which have another NODE_ENV: places in the sources would make them larger.
    oxc: { jsx: { runtime: 'automatic', importSource: 'preact', development: false } },
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
      rolldownOptions: {
        checks: { bundlerTimings: false },
        // One file packs better than ten that are loaded together.
        output: {
          codeSplitting: {
            groups: Object.entries(app.together ?? {})
              .toReversed()
              .map(([name, test], index) => ({ name, test, priority: index + 1 })),
          },
        },
      },
    },
  });
  mkdirSync(packed, { recursive: true });
  const built = readdirSync(draft);
  const fixed = (await app.fixedFiles?.(built, digest)) ?? [];
  const all = [...built.map((name) => ({ name, content: readFileSync(join(draft, name)) })), ...fixed];
  for (const { name, content } of all) {
    writeFileSync(join(packed, name), gzipSync(content, { level: 9 }));
  }
  rmSync(draft, { recursive: true });
  for (const other of readdirSync(builtOf(app)).filter((name) => !name.startsWith('draft-'))) {
    if (join(builtOf(app), other) !== folder)
      rmSync(join(builtOf(app), other), { recursive: true, force: true });
  }
  try {
    renameSync(packed, folder);
  } catch (error) {
    if (!existsSync(folder)) throw error;
    rmSync(packed, { recursive: true });
  }
}
