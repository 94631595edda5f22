import { readdirSync, rmSync } from 'node:fs';
import { join, sep } from 'node:path';

/** Removes everything from a directory, at any depth, except these files. */
export function removeOthers(directory: string, wanted: readonly string[]): void {
  for (const found of readdirSync(directory, { recursive: true, encoding: 'utf8' })) {
    const path = join(directory, found);
    const isWanted = wanted.some((file) => file === path || file.startsWith(path + sep));
    if (!isWanted) rmSync(path, { recursive: true, force: true });
  }
}
