/** `npm run bench:calls`: DynamoDB calls and capacity units of every operation; exit code 1 when a bound is broken. */
import { mkdtempDisposableSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { synthesizeLocally } from '../../cdk/local/synthesize-locally.ts';
import { measureCalls } from './measure-calls.ts';
import { tableOf } from './print-table.ts';

using directory = mkdtempDisposableSync(join(tmpdir(), 'bench-calls-'));
await synthesizeLocally(directory.path);
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
const broken = measured.filter(({ isWithinBound }) => !isWithinBound);
console.log(broken.length === 0 ? '\nEvery bound holds.' : `\n${broken.length} bounds are broken.`);
process.exitCode = broken.length === 0 ? 0 : 1;
