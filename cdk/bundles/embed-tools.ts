import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import type { Plugin } from 'esbuild';
import { FACE_MODEL_FILES } from '../../lib/engines/photos/index.ts';
import { moduleFilter } from './module-filter.ts';

/** The highest level is 11: a tenth smaller, but it takes twenty times as long. */
const QUALITY = 9;

/**
 * Puts data created or read at build time, packed, into the files that load it late: the catalogue of tools as JSON
 * instead of every area's API document, the programs of threads, the sandbox's interpreter, and the
 * network that finds faces.
 */
export const embedTools: Plugin = Object.freeze({
  name: 'embed-tools',
  setup(build: Parameters<Plugin['setup']>[0]) {
    build.onLoad({ filter: moduleFilter('functions/compose/tool-catalogue.ts') }, async () => {
      // Imported late: callers that only need the directory of the bundles do not need the catalogue.
      const { toolCatalogue } = await import('../../functions/compose/tool-catalogue.ts');
      const text = packed(Buffer.from(JSON.stringify(toolCatalogue())));
      return {
        loader: 'js',
        contents: `${UNPACK}
let catalogue;
export const toolCatalogue = () => (catalogue ??= JSON.parse(unpack('${text}').toString('utf8')));`,
      };
    });
    for (const { starter, thread, name } of THREADS) {
      build.onLoad({ filter: starter }, async ({ path }) => {
        const { outputFiles } = await build.esbuild.build({
          entryPoints: [join(dirname(path), thread)],
          bundle: true,
          minify: true,
          // A program in a text is read as CommonJS, which has no top-level await.
          format: 'esm',
          platform: 'node',
          target: 'node24',
          write: false,
        });
        const text = packed(Buffer.from(outputFiles[0]!.contents));
        return {
          loader: 'js',
          contents: `import { Worker } from 'node:worker_threads';
${UNPACK}
let program;
export const ${name} = (workerData) => {
  program ??= new URL('data:text/javascript;base64,' + unpack('${text}').toString('base64'));
  return new Worker(program, { workerData, env: {} });
};`,
        };
      });
    }
    build.onLoad({ filter: moduleFilter('lib/engines/sandbox/quickjs-binary.ts') }, () => {
      const path = createRequire(import.meta.url).resolve('quickjs-wasi/quickjs.wasm');
      const text = packed(readFileSync(path));
      return {
        loader: 'js',
        contents: `${UNPACK}\nexport const quickjsBinary = () => new Uint8Array(unpack('${text}'));`,
      };
    });
    build.onLoad({ filter: moduleFilter('lib/engines/photos/face-model-file.ts') }, () => {
      const resolve = createRequire(import.meta.url).resolve;
      const texts = FACE_MODEL_FILES.map((name) => {
        const bytes = readFileSync(resolve(`@vladmandic/face-api/model/${name}`));
        return `${JSON.stringify(name)}: '${packed(bytes)}'`;
      });
      return {
        loader: 'js',
        contents: `${UNPACK}\nconst files = { ${texts.join(', ')} };\nexport const faceModelFile = (name) => new Uint8Array(unpack(files[name]));`,
      };
    });
  },
});

/** Files that start a thread: the program next to each, and the function that starts it. */
const THREADS = [
  {
    starter: moduleFilter('lib/engines/sandbox/start-thread.ts'),
    thread: 'sandbox-thread.ts',
    name: 'startThread',
  },
  {
    starter: moduleFilter('lib/fleet/planning/solver/start-solver.ts'),
    thread: 'solver-thread.ts',
    name: 'startSolver',
  },
] as const;

const UNPACK = `import { brotliDecompressSync } from 'node:zlib';
const unpack = (text) => brotliDecompressSync(Buffer.from(text, 'base64'));`;

function packed(bytes: Uint8Array): string {
  const params = { [constants.BROTLI_PARAM_QUALITY]: QUALITY, [constants.BROTLI_PARAM_LGWIN]: 24 };
  return brotliCompressSync(bytes, { params }).toString('base64');
}
