import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Assembly } from '../assembly/read-assembly.ts';

/** Where the code of functions is, by the S3 key of it in the template. */
export interface FunctionCode {
  /** Path of the module `base` (`index` of the handler `index.handler`); undefined when there is none. */
  moduleOf(key: string, base: string): string | undefined;
  /** Resolves when the code is there; rejects when it could not be built. Undefined when it is there. */
  whenBuilt(key: string): Promise<void> | undefined;
}

/** File endings of a handler's module, in the order in which Lambda tries them. */
const MODULE_ENDINGS = ['.js', '.mjs', '.cjs'];

/** Code in one folder, `<key>.mjs` for each function. */
export function codeInFolder(directory: string): FunctionCode {
  return { moduleOf: (key) => join(directory, `${key}.mjs`), whenBuilt: () => undefined };
}

/** Code in the assets of an assembly. */
export function codeInAssets(assets: Assembly['assets']): FunctionCode {
  return {
    moduleOf(key, base) {
      const directory = assets.get(key);
      if (directory === undefined) return undefined;
      return MODULE_ENDINGS.map((ending) => join(directory, base + ending)).find((path) => existsSync(path));
    },
    whenBuilt: () => undefined,
  };
}
