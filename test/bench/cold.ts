/**
 * `npm run bench:cold`: what every function loads when it starts, and the processor time that it takes relative to a bundle
 * of the DynamoDB document client alone, then the time to the answer of first requests. Exit code 1 when a function loads
 * more bytes than its limit, or when fewer functions than before meet the aim.
 */
import { mkdtempDisposableSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { synthesizeLocally } from '../../cdk/local/synthesize-locally.ts';
import { limitOf } from './bundles.ts';
import { FIRST_REQUESTS, timeFirstRequest } from './first-requests.ts';
import { documentClientImports, functionImports } from './imports.ts';
import { percentile } from './percentile.ts';
import { tableOf } from './print-table.ts';
import { timeImports } from './time-imports.ts';

const ROUNDS = 15;
const RATIO_AIM = 1.3;
/** How many functions meet the aim: all 103, less what differs from one run to the next. */
const WITHIN_AIM = 100;

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
  return { name, bytes, ratio };
});
console.log(
  tableOf(
    ['function', 'kB', 'CPU ms', 'ratio', 'notes'],
    rows.map(({ name, bytes, ratio }) => {
      const notes = [
        ...(bytes > limitOf(name) ? [`over the limit of ${Math.round(limitOf(name) / 1000)} kB`] : []),
        ...(ratio > RATIO_AIM ? [`over ${RATIO_AIM}`] : []),
      ];
      return [name, Math.round(bytes / 1000), timeOf(name).toFixed(1), ratio.toFixed(2), notes.join(', ')];
    }),
  ),
);
const ofFunctions = rows.filter(({ name }) => functions.some((one) => one.name === name));
const within = ofFunctions.filter(({ ratio }) => ratio <= RATIO_AIM).length;
console.log(`${within} of ${functions.length} functions meet the aim of ${RATIO_AIM}.`);
for (const request of FIRST_REQUESTS) {
  const one = functions.find(({ name }) => name === request.name)!;
  const times = await timeFirstRequest(request, one, ROUNDS);
  console.log(
    `First request of ${request.name}, to ${request.what}: ${percentile(times, 50).toFixed(1)} ms.`,
  );
}
const isLarge = ofFunctions.some(({ name, bytes }) => bytes > limitOf(name));
process.exitCode = isLarge || within < WITHIN_AIM ? 1 : 0;
