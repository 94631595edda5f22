/**
 * The second part of `npm run bench:workflows`: usage of runs on a local cloud, and the cost of a million of them at
 * list prices; exit code 1 when the bound is exceeded. Times depend on the machine; calls and units do not.
 */
import { mkdtempDisposableSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { synthesizeLocally } from '../../cdk/local/synthesize-locally.ts';
import { dollarsOf } from './bill-of.ts';
import { measureWorkflows } from './measure-workflows.ts';
import { percentile } from './percentile.ts';
import { PRICES } from './prices.ts';
import { tableOf } from './print-table.ts';

/** Maximum cost of a million runs of six nodes without waits, and the cost aimed at, in dollars. */
const MAX_DOLLARS = 25;
const AIM_DOLLARS = 12;

using directory = mkdtempDisposableSync(join(tmpdir(), 'bench-workflows-'));
await synthesizeLocally(directory.path, { requestsPerSecond: 0 });
const measured = await measureWorkflows(directory.path);
const { latenciesMs, perRun, memoryGigabytes } = measured;
const round = (value: number, digits = 2) => Number(value.toFixed(digits));

const rows = [...perRun]
  .map(([name, usage]) => ({ name, usage, dollars: 1_000_000 * dollarsOf(usage, { memoryGigabytes }) }))
  .filter(({ dollars }) => Math.abs(dollars) >= 0.01);
const dollars = rows.reduce((sum, row) => sum + row.dollars, 0);
const transitions = rows.reduce((sum, { usage }) => sum + usage.transitions, 0);
console.log('A run of 6 nodes without waits that changes its order:\n');
console.log(
  tableOf(
    ['function', 'write units', 'read units', 'invocations', 'queue requests', '$ a million runs'],
    rows.map(({ name, usage, dollars: cost }) => [
      name,
      round(usage.writeUnits),
      round(usage.readUnits),
      round(usage.invocations),
      round(usage.queueRequests),
      round(cost),
    ]),
  ),
);
const calls = [...measured.calls].map(([name, count]) => `${round(count)} ${name}`).join(', ');
console.log(
  `\nAWS calls of run-workflows for a run: ${calls}; transitions of state machines: ${transitions}.`,
);
const isWithin = dollars <= MAX_DOLLARS && transitions <= 3;
console.log(
  `A million runs: $${dollars.toFixed(2)} at prices of ${PRICES.date}, ${PRICES.region} (bound $${MAX_DOLLARS}${isWithin ? '' : ', BROKEN'}; aim $${AIM_DOLLARS}).`,
);
const [p50, p99] = [percentile(latenciesMs, 50), percentile(latenciesMs, 99)];
console.log(
  `Event to finished run: p50 ${p50} ms, p99 ${p99} ms; ${round(measured.perSecond, 0)} runs a second in a burst.\n`,
);
console.log(
  tableOf(
    ['workflows inside the request', 'p50 ms', 'p99 ms', 'read units', 'write units'],
    measured.synchronous.map(({ workflows, milliseconds, usage }) => [
      workflows,
      round(percentile(milliseconds, 50), 1),
      round(percentile(milliseconds, 99), 1),
      round(usage.readUnits),
      round(usage.writeUnits),
    ]),
  ),
);
process.exitCode = isWithin ? 0 : 1;
