import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DemoTarget } from './api.ts';
import { runDemo } from './run-demo.ts';

/** `npm run demo`: 20 orders through a running local cloud; exit code 1 when anything is missing. */
async function main(): Promise<number> {
  const flags = process.argv.slice(2);
  const unknown = flags.find((flag) => flag !== '--fast');
  if (unknown !== undefined)
    throw new Error(`Unknown argument "${unknown}"; there is --fast, written after "--".`);
  const file = join(process.env.DATA_DIR || '.local', 'demo.json');
  let target: DemoTarget;
  try {
    target = JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    throw new Error(`There is no ${file}: start the local cloud with "npm start" first.`);
  }
  const { rows, missing } = await runDemo({ target, fast: flags.includes('--fast'), output: process.stdout });
  console.log();
  for (const [name, value] of rows) console.log(`${name.padEnd(34)} ${value}`);
  for (const what of missing) console.log(`missing: ${what}`);
  return missing.length === 0 ? 0 : 1;
}

main().then(
  (code) => process.exit(code),
  (error: Error) => {
    console.error(error.message);
    process.exit(1);
  },
);
