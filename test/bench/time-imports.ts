import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { TimedImport } from './imports.ts';

/**
 * Plain JavaScript, so that only the module itself is compiled. Loads it as Lambda loads an `index.cjs`, and ends at
 * once, because clients keep no process alive.
 */
const IMPORT_ONCE = `
const began = performance.now();
require(process.argv[1]);
process.stdout.write(String(performance.now() - began));
process.exit(0);
`;

/** Number of characters of a failed import's output that are shown: stack traces come last, after minified sources. */
const STDERR_SHOWN = 1_500;

/** Milliseconds that importing each module takes, by name, in `rounds` fresh processes in turns. */
export function timeImports(
  imports: readonly TimedImport[],
  rounds: number,
): ReadonlyMap<string, readonly number[]> {
  const times = new Map(imports.map(({ name }) => [name, [] as number[]]));
  for (let round = 0; round < rounds; round += 1) {
    for (const one of imports) times.get(one.name)?.push(importOnce(one));
  }
  return times;
}

/** Milliseconds of one import in a fresh process. Throws when the module cannot be loaded. */
export function importOnce({ name, moduleUrl, environment }: TimedImport): number {
  const child = spawnSync(
    process.execPath,
    ['--input-type=commonjs', '-e', IMPORT_ONCE, fileURLToPath(moduleUrl)],
    { env: environment, encoding: 'utf8' },
  );
  if (child.status !== 0) throw new Error(`Importing ${name} failed: ${child.stderr.slice(-STDERR_SHOWN)}`);
  return Number(child.stdout);
}
