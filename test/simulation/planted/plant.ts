import { readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { fileURLToPath } from 'node:url';
import { plantedBugs } from './planted-bugs.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

/** Puts a bug into the product as it is loaded from now on. None of the affected code may have been loaded before. */
export function plant(name: string): void {
  const bug = plantedBugs.find((one) => one.name === name);
  if (!bug)
    throw new Error(`There is no planted bug "${name}": ${plantedBugs.map((one) => one.name).join(', ')}.`);
  const path = `${ROOT}${bug.file}`;
  registerHooks({
    load(url, context, next) {
      if (!url.startsWith('file:') || fileURLToPath(url) !== path) return next(url, context);
      return {
        format: 'module-typescript',
        source: withBug(readFileSync(path, 'utf8'), bug),
        shortCircuit: true,
      };
    },
  });
}

/** The text of a file with a bug in it. Throws when the place of the bug is missing or occurs twice. */
export function withBug(
  text: string,
  { name, from, to }: { name: string; from: string; to: string },
): string {
  if (text.split(from).length !== 2)
    throw new Error(`The place of "${name}" is not in its file exactly once.`);
  return text.replace(from, () => to);
}
