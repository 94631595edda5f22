/**
 * `npm run bench:cold`: size of every function's bundle, and the time to import it as a ratio to a bundle of the
 * DynamoDB document client alone. Exit code 1 when a bundle is over its limit; times are for reading only.
 */
import { mkdtempDisposableSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { synthesizeLocally } from '../../cdk/local/synthesize-locally.ts';
import { BUNDLE_AIM, BUNDLE_LIMIT, bundles } from './bundles.ts';
import { baselineImport, functionImports } from './imports.ts';
import { percentile } from './percentile.ts';
import { tableOf } from './print-table.ts';
import { timeImports } from './time-imports.ts';

const ROUNDS = 15;
const RATIO_AIM = 1.3;

using directory = mkdtempDisposableSync(join(tmpdir(), 'bench-cold-'));
const assembly = join(directory.path, 'assembly');
await synthesizeLocally(assembly);
const baseline = await baselineImport(directory.path);
const functions = await functionImports(assembly);
const times = timeImports([baseline, ...functions], ROUNDS);
const timeOf = (name: string) => percentile(times.get(name) ?? [], 50);
const alone = timeOf(baseline.name);
const sizes = new Map(bundles().map(({ name, bytes }) => [name, bytes]));
const kilobytes = (bytes: number) => Math.round(bytes / 1000);
console.log(
  tableOf(
    ['function', 'kB', 'import ms', 'ratio', 'notes'],
    [
      [baseline.name, kilobytes(baseline.bytes), timeOf(baseline.name).toFixed(1), '1.00', 'the measure'],
      ...functions.map(({ name }) => {
        const bytes = sizes.get(name) ?? 0;
        const ratio = timeOf(name) / alone;
        const notes = [
          ...(bytes > BUNDLE_LIMIT
            ? ['over the limit of 600 kB']
            : bytes > BUNDLE_AIM
              ? ['over 400 kB']
              : []),
          ...(ratio > RATIO_AIM ? [`over ${RATIO_AIM}`] : []),
        ];
        return [name, kilobytes(bytes), timeOf(name).toFixed(1), ratio.toFixed(2), notes.join(', ')];
      }),
    ],
  ),
);
const tooLarge = [...sizes].filter(([, bytes]) => bytes > BUNDLE_LIMIT);
process.exitCode = tooLarge.length === 0 ? 0 : 1;
