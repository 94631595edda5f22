import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** Matches the absolute path of a module of ours; throws when there is none, as a filter that matches nothing is silent. */
export function moduleFilter(module: string): RegExp {
  if (!existsSync(join(ROOT, module)))
    throw new Error(`There is no ${module}: name the file where it lies now.`);
  return new RegExp(`[\\\\/]${module.replaceAll('.', '\\.').replaceAll('/', '[\\\\/]')}$`);
}
