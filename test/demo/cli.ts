import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DemoTarget } from './api.ts';
import { memoryOf } from './memory-of.ts';
import { runDemo } from './run-demo.ts';

/** Maximum memory of the local cloud after the demo; with more the demo fails. Megabytes. */
const MEMORY_LIMIT_MB = 520;

/** `npm run demo`: 20 orders through a running local cloud, and 40 into routes; exit code 1 when anything is missing. */
async function main(): Promise<number> {
  const flags = process.argv.slice(2);
  const unknown = flags.find((flag) => flag !== '--fast');
  if (unknown !== undefined) throw new Error(`Unknown argument "${unknown}". Use --fast, after "--".`);
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
  const { words, isWithin } = await memoryOf(target.baseUrl, MEMORY_LIMIT_MB);
  for (const [name, value] of [...rows, ['memory of the local cloud', words]] as const)
    console.log(`${name.padEnd(34)} ${value}`);
  for (const what of missing) console.log(`missing: ${what}`);
  return missing.length === 0 && isWithin ? 0 : 1;
}

main().then(
  (code) => process.exit(code),
  (error: Error) => {
    console.error(error.message);
    process.exit(1);
  },
);
