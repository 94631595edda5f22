/**
 * `npm run bench:cold`: what every function loads when it starts, and the processor time that it takes relative to a bundle
 * of the DynamoDB document client alone. Exit code 1 when a function loads more bytes than its limit, or takes longer than
 * its ratio allows.
 */
import { mkdtempDisposableSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { synthesizeLocally } from '../../cdk/local/synthesize-locally.ts';
import { limitOf } from './bundles.ts';
import { documentClientImports, functionImports } from './imports.ts';
import { percentile } from './percentile.ts';
import { tableOf } from './print-table.ts';
import { timeImports } from './time-imports.ts';

const ROUNDS = 15;
const RATIO_AIM = 1.3;
/** How much the ratio of a median differs from one run to the next, even on a quiet machine. */
const RATIO_TOLERANCE = 0.1;

using directory = mkdtempDisposableSync(join(tmpdir(), 'bench-cold-'));
const assembly = join(directory.path, 'assembly');
await synthesizeLocally(assembly);
const [measure, lean] = await documentClientImports(directory.path);
const functions = await functionImports(assembly);
const costs = timeImports([measure, lean, ...functions], ROUNDS);
const timeOf = (name: string) =>
  percentile(
    costs.get(name)!.map(({ milliseconds }) => milliseconds),
    50,
  );
const rows = [measure, lean, ...functions].map(({ name }) => {
  const bytes = costs.get(name)![0]!.bytes;
  const ratio = timeOf(name) / timeOf(measure.name);
  return { name, bytes, ratio, tooLarge: bytes > limitOf(name), tooSlow: ratio > RATIO_AIM + RATIO_TOLERANCE };
});
console.log(
  tableOf(
    ['function', 'kB', 'CPU ms', 'ratio', 'notes'],
    rows.map(({ name, bytes, ratio, tooLarge }) => {
      const notes = [
        ...(tooLarge ? [`over the limit of ${Math.round(limitOf(name) / 1000)} kB`] : []),
        ...(ratio > RATIO_AIM ? [`over ${RATIO_AIM}`] : []),
      ];
      return [name, Math.round(bytes / 1000), timeOf(name).toFixed(1), ratio.toFixed(2), notes.join(', ')];
    }),
  ),
);
const within = rows.filter(({ ratio }) => ratio <= RATIO_AIM).length - 2;
console.log(`${within} of ${functions.length} functions are within ${RATIO_AIM}.`);
process.exitCode = rows.some(({ tooLarge, tooSlow }) => tooLarge || tooSlow) ? 1 : 0;
