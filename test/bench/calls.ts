/**
 * `npm run bench:calls`: DynamoDB calls and capacity units of every operation; exit code 1 when a bound is exceeded.
 */
import { mkdtempDisposableSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { synthesizeLocally } from '../../cdk/local/synthesize-locally.ts';
import { measureCalls } from './measure-calls.ts';
import { measureContention } from './measure-contention.ts';
import { BATCH_OF_TEN } from './operations.ts';
import { tableOf } from './print-table.ts';

using directory = mkdtempDisposableSync(join(tmpdir(), 'bench-calls-'));
await synthesizeLocally(directory.path, { requestsPerSecond: 0 });
const measured = await measureCalls(directory.path);
console.log(
  tableOf(
    ['operation', 'function', 'reads', 'writes', 'read units', 'write units', 'bound', 'calls'],
    measured.map((row) => [
      row.operation,
      row.functionName,
      row.reads,
      row.writes,
      row.readUnits,
      row.writeUnits,
      row.bound ? `${row.bound.reads} + ${row.bound.writes}${row.isWithinBound ? '' : ' BROKEN'}` : '',
      row.operations.join(', '),
    ]),
  ),
);
const unitsOf = (names: readonly string[]) =>
  measured
    .filter(({ operation }) => names.includes(operation))
    .reduce((sum, { readUnits, writeUnits }) => sum + readUnits + writeUnits, 0);
const alone = unitsOf(['get quotes of an order', 'dispatch an order']);
const together = unitsOf([BATCH_OF_TEN]) / 10;
console.log(
  `\nUnits of an order on its own: ${alone}; of a package in a batch of 10: ${together.toFixed(1)}.`,
);
const contention = await measureContention();
console.log(
  `\n${contention.upserts} upserts of one external id at once, each in an instance of its own: ` +
    `${contention.reads} reads and ${contention.writes} writes (${contention.lostRaces} lost a race), ` +
    `${contention.refused} requests refused.`,
);
const isBatchDear = together > alone;
const broken = measured.filter(({ isWithinBound }) => !isWithinBound);
if (isBatchDear) console.log('A package in a batch costs more than an order on its own.');
console.log(broken.length === 0 ? '\nEvery bound holds.' : `\n${broken.length} bounds are broken.`);
process.exitCode = broken.length === 0 && !isBatchDear && contention.refused === 0 ? 0 : 1;
