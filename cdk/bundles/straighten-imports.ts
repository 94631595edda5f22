import { dirname, join, relative, sep } from 'node:path';
import { namesIn, originOf } from './read-exports.ts';

/** `import { a, type B } from '../orders/index.ts';`, and the same with `export`. */
const THROUGH_INDEX = /^(import|export) \{([^}]*)\} from '(\.[^']*\/index\.ts)';/gm;

/**
 * The source of the module at `path` with imports from the modules that declare what it imports, instead of the `index.ts`
 * that passes it on. Otherwise all modules of an area would count as used together where one of them is.
 */
export function straightenImports(path: string, source: string): string {
  const directory = dirname(path);
  return source.replace(THROUGH_INDEX, (_, keyword: string, list: string, index: string) => {
    const imports = namesIn(list).map(({ name, as }) => {
      const origin = originOf(join(directory, index), name);
      const from = origin ? pathTo(directory, origin.module) : index;
      return `${keyword} { ${origin?.name ?? name} as ${as} } from '${from}';`;
    });
    return imports.join(' ');
  });
}

function pathTo(directory: string, module: string): string {
  const path = relative(directory, module).replaceAll(sep, '/');
  return path.startsWith('.') ? path : `./${path}`;
}
