import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Writes the code of a function for a fixture app; returns the directory to deploy. */
export function writeFunction(source: string): string {
  const directory = mkdtempSync(join(tmpdir(), 'function-'));
  mkdirSync(directory, { recursive: true });
  writeFileSync(join(directory, 'index.mjs'), source);
  return directory;
}
