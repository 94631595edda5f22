import { dirname, join } from 'node:path';
import type { Plugin } from 'esbuild';
import { alwaysLate } from './late-modules.ts';
import { functionsOf } from './read-exports.ts';

/** What stands for a late module in the code that calls it. */
const CALLS = 'calls-of-late';

/** `require('beside:name.mjs')` loads a file beside the one that requires it. */
export const BESIDE = 'beside:';

/** Which modules are late beside those that always are, and how they are loaded. */
interface LateLoading {
  /** Whether `importer` calls a module late, which exports only functions. */
  isCalledLate?(module: string, importer: string): boolean;
  /** Expression that loads a module. */
  load(module: string): string;
}

/**
 * Keeps late modules out of the code that calls them: each of their functions stays as one that loads the module, from a
 * late file, with the first call.
 */
export function loadLate({ isCalledLate = () => false, load }: LateLoading): Plugin {
  return Object.freeze({
    name: 'load-late',
    setup(bundling: Parameters<Plugin['setup']>[0]) {
      const always = alwaysLate();
      bundling.onResolve({ filter: new RegExp(`^${BESIDE}`) }, ({ path }) => ({
        path: `./${path.slice(BESIDE.length)}`,
        external: true,
      }));
      bundling.onResolve(
        { filter: /^\..*\.ts$/, namespace: 'file' },
        ({ path, importer, resolveDir, kind }) => {
          if (kind !== 'import-statement') return undefined;
          const module = join(resolveDir, path);
          const isLate =
            always.has(module) || (functionsOf(module) !== undefined && isCalledLate(module, importer));
          return isLate ? { path: module, namespace: CALLS, sideEffects: false } : undefined;
        },
      );
      bundling.onLoad({ filter: /.*/, namespace: CALLS }, ({ path }) => {
        const late = `let loaded;\nconst late = () => (loaded ??= ${load(path)});`;
        const calls = functionsOf(path)!.map(
          (name) => `export const ${name} = (...given) => late().${name}(...given);`,
        );
        return { contents: [late, ...calls].join('\n'), resolveDir: dirname(path) };
      });
    },
  });
}
