import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { plantedBugs } from './planted-bugs.ts';

const CLI = fileURLToPath(new URL('../cli.ts', import.meta.url));

/**
 * Searches for every planted bug in this many seeds, and prints the table of the README. False when one was not found.
 */
export async function findPlantedBugs(seeds: number): Promise<boolean> {
  let areAllFound = true;
  console.log('| Bug | What is wrong | Seeds | Broken |');
  console.log('| --- | --- | ---: | --- |');
  for (const { name, sentence } of plantedBugs) {
    const run = spawnSync(
      process.execPath,
      [CLI, '--plant', name, '--seeds', String(seeds), '--until-broken'],
      { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 },
    );
    const [, seed, invariant] = /^seed (\d+): ([\w-]+|The simulation failed)/m.exec(run.stdout) ?? [];
    if (seed === undefined) areAllFound = false;
    console.log(
      `| \`${name}\` | ${sentence} | ${seed ?? `not in ${seeds}`} | ${invariant ?? run.stderr.split('\n')[0] ?? ''} |`,
    );
  }
  return areAllFound;
}
