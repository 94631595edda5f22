/**
 * `npm run bench:cold`: size of every function's bundle, and the time to load it relative to a bundle of the DynamoDB
 * document client alone. Exit code 1 when a bundle exceeds its limit; times are for information only.
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
const BYTES_AIM = 400_000;
const RATIO_AIM = 1.3;

using directory = mkdtempDisposableSync(join(tmpdir(), 'bench-cold-'));
const assembly = join(directory.path, 'assembly');
await synthesizeLocally(assembly);
const [measure, lean] = await documentClientImports(directory.path);
const functions = await functionImports(assembly);
const times = timeImports([measure, lean, ...functions], ROUNDS);
const timeOf = (name: string) => percentile(times.get(name) ?? [], 50);
const alone = timeOf(measure.name);
const kilobytes = (bytes: number) => Math.round(bytes / 1000);
console.log(
  tableOf(
    ['function', 'kB', 'import ms', 'ratio', 'notes'],
    [measure, lean, ...functions].map(({ name, bytes }) => {
      const ratio = timeOf(name) / alone;
      const notes = [
        ...(bytes > limitOf(name)
          ? [`over the limit of ${kilobytes(limitOf(name))} kB`]
          : bytes > BYTES_AIM
            ? [`over ${kilobytes(BYTES_AIM)} kB`]
            : []),
        ...(ratio > RATIO_AIM ? [`over ${RATIO_AIM}`] : []),
      ];
      return [name, kilobytes(bytes), timeOf(name).toFixed(1), ratio.toFixed(2), notes.join(', ')];
    }),
  ),
);
const tooLarge = functions.filter(({ name, bytes }) => bytes > limitOf(name));
process.exitCode = tooLarge.length === 0 ? 0 : 1;
