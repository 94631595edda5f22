import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { TimedImport } from './imports.ts';

/**
 * Plain JavaScript, so that only the module itself is compiled. Loads it as Lambda loads an `index.cjs`, and ends at
 * once, because clients keep no process alive.
 */
const IMPORT_ONCE = `
const began = process.cpuUsage();
require(process.argv[1]);
const { user, system } = process.cpuUsage(began);
const bytes = Object.keys(require.cache).reduce((sum, file) => sum + require('node:fs').statSync(file).size, 0);
process.stdout.write(JSON.stringify({ milliseconds: (user + system) / 1000, bytes }));
process.exit(0);
`;

/** Number of characters of a failed import's output that are shown: stack traces come last, after minified sources. */
const STDERR_SHOWN = 1_500;

/** What an import takes. */
export interface ImportCost {
  /** Milliseconds of processor time, which depend less on what else runs than those of the clock. */
  readonly milliseconds: number;
  /** Size of the module and of all that it loads at once. */
  readonly bytes: number;
}

/** What importing each module takes, by name, in `rounds` fresh processes in turns. */
export function timeImports(
  imports: readonly TimedImport[],
  rounds: number,
): ReadonlyMap<string, readonly ImportCost[]> {
  const times = new Map(imports.map(({ name }) => [name, [] as ImportCost[]]));
  for (let round = 0; round < rounds; round += 1) {
    for (const one of imports) times.get(one.name)?.push(importOnce(one));
  }
  return times;
}

/** What one import in a fresh process takes. Throws when the module cannot be loaded. */
export function importOnce({ name, moduleUrl, environment }: TimedImport): ImportCost {
  const child = spawnSync(
    process.execPath,
    ['--input-type=commonjs', '-e', IMPORT_ONCE, fileURLToPath(moduleUrl)],
    { env: environment, encoding: 'utf8' },
  );
  if (child.status !== 0) throw new Error(`Importing ${name} failed: ${child.stderr.slice(-STDERR_SHOWN)}`);
  return JSON.parse(child.stdout) as ImportCost;
}
