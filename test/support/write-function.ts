import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryDirectory } from './temporary-directory.ts';

/** Writes the code of a function for a fixture app. Returns the directory to deploy. */
export function writeFunction(source: string): string {
  const directory = temporaryDirectory('function');
  writeFileSync(join(directory, 'index.mjs'), source);
  return directory;
}
