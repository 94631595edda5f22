import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DemoTarget } from './api.ts';
import { memoryOf } from './memory-of.ts';
import { runDemo } from './run-demo.ts';

/** Maximum memory of the local cloud after the demo, for `--memory`. Megabytes. */
const MEMORY_LIMIT_MB = 450;

const FLAGS = ['--fast', '--memory'];

/**
 * `npm run demo`: 20 orders through a running local cloud, and 40 into routes; exit code 1 when anything is missing.
 * With `--memory` it also waits until the threads of functions have ended, and fails when the memory is not given back.
 */
async function main(): Promise<number> {
  const flags = process.argv.slice(2);
  const unknown = flags.find((flag) => !FLAGS.includes(flag));
  if (unknown !== undefined) {
    throw new Error(`Unknown argument "${unknown}". Use ${FLAGS.join(' or ')}, after "--".`);
  }
  const file = join(process.env.DATA_DIR || '.local', 'demo.json');
  let target: DemoTarget;
  try {
    target = JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    throw new Error(`There is no ${file}: start the local cloud with "npm start" first.`);
  }
  const { rows, missing } = await runDemo({
    target,
    fast: flags.includes('--fast'),
    withProviders: true,
    output: process.stdout,
    picture: join(process.env.DATA_DIR || '.local', 'routes.svg'),
  });
  console.log();
  const print = ([name, value]: readonly [string, string]) => console.log(`${name.padEnd(34)} ${value}`);
  for (const row of rows) print(row);
  for (const what of missing) console.log(`missing: ${what}`);
  if (!flags.includes('--memory')) return missing.length === 0 ? 0 : 1;
  const { words, isWithin } = await memoryOf(target.baseUrl, MEMORY_LIMIT_MB);
  print(['memory of the local cloud', words]);
  return missing.length === 0 && isWithin ? 0 : 1;
}

main().then(
  (code) => process.exit(code),
  (error: Error) => {
    console.error(error.message);
    process.exit(1);
  },
);
