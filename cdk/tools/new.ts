/** `npm run new -- endpoint|worker|provider|action ...`: writes a new unit with its test into the tree it is run in. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { CannotScaffold } from './scaffold/plan.ts';
import { planNew } from './scaffold/plan-new.ts';

const root = join(import.meta.dirname, '../..');

try {
  const { writes, next } = await planNew(root, process.argv.slice(2));
  for (const [path, text] of writes) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
    console.log(`wrote ${path}`);
  }
  format([...writes.keys()]);
  console.log(`\nNext steps:\n${next.map((step) => `- ${step}`).join('\n')}`);
} catch (error) {
  if (!(error instanceof CannotScaffold)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}

/** Puts imports and line breaks into their places. */
function format(paths: readonly string[]): void {
  const biome = join(root, 'node_modules', '.bin', 'biome');
  const { status, stderr } = spawnSync(biome, ['check', '--write', ...paths], {
    cwd: root,
    encoding: 'utf8',
  });
  if (status !== 0) console.error(`The files were written, but the formatter reports:\n${stderr}`);
}
