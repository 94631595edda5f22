import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type BuildOptions, build, type Metafile, type Plugin } from 'esbuild';
import { type BundleFile, INDEX, joinChunks, LOADS_CHUNK } from './join-chunks.ts';
import { areOfOneArea, lateFileOf } from './late-modules.ts';
import { loadLate } from './load-late.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** The options of every bundle; their plugins come last. */
type Options = BuildOptions & { readonly plugins: Plugin[] };

/** The modules of a function, by their absolute paths, that are loaded when it starts. */
export type StartModules = ReadonlySet<string>;

/**
 * What each function, given by name and entry, has to load when it starts: whatever it does in other areas of lib can wait
 * until it does it. Also esbuild's account of that build.
 */
export async function findStartModules(
  entries: ReadonlyMap<string, string>,
  options: Options,
): Promise<{ readonly starts: ReadonlyMap<string, StartModules>; readonly metafile: Metafile }> {
  const { metafile } = await build({
    ...options,
    minify: false,
    absWorkingDir: ROOT,
    entryPoints: Object.fromEntries(entries),
    outdir: ROOT,
    write: false,
    metafile: true,
    plugins: [
      loadLate({
        isCalledLate: (module, importer) =>
          lateFileOf(module) !== undefined && !areOfOneArea(module, importer),
        load: () => 'undefined',
      }),
      ...options.plugins,
    ],
  });
  const starts = new Map(
    Object.entries(metafile.outputs).map(([output, { inputs }]) => {
      const needed = Object.entries(inputs).filter(([, { bytesInOutput }]) => bytesInOutput > 0);
      return [
        output.slice(0, -'.js'.length),
        new Set(needed.map(([input]) => resolve(ROOT, input))),
      ] as const;
    }),
  );
  return { starts, metafile };
}

/**
 * Bundles a function: `index` is what it loads when it starts, the other files are what it loads when it first calls a
 * function in them. Each module is in one file only, so that its state and its classes are the same everywhere.
 */
export async function splitFunction(
  entry: string,
  start: StartModules,
  options: Options,
): Promise<readonly BundleFile[]> {
  const { metafile, outputFiles } = await build({
    ...options,
    minify: false,
    minifySyntax: true,
    format: 'esm',
    splitting: true,
    absWorkingDir: ROOT,
    entryPoints: { index: entry },
    outdir: ROOT,
    write: false,
    metafile: true,
    plugins: [
      loadLate({
        isCalledLate: (module, importer) =>
          start.has(importer) && !start.has(module) && lateFileOf(module) !== undefined,
        load: (module) => `${LOADS_CHUNK}(import(${JSON.stringify(module)}))`,
      }),
      ...options.plugins,
    ],
  });
  const chunks = outputFiles.map(({ path, text }) => {
    const { entryPoint, exports } = metafile.outputs[path.slice(ROOT.length)]!;
    const module = entryPoint && resolve(ROOT, entryPoint);
    return { path, text, exports, begins: module === entry ? INDEX : module && lateFileOf(module) };
  });
  return joinChunks(chunks, options);
}
