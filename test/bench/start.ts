/**
 * `npm run bench:start`: the last step of an installation, the first start after it and without it, one in a new
 * directory, and a warm one, beside what they cannot do without, all in one run. Times depend on the machine, ratios
 * hardly. Removes `dist`.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempDisposableSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ASSEMBLY_FOLDER } from '../../cdk/local/clear-data-directory.ts';
import { startDynamoDb } from '../../cdk/local/dynamodb/index.ts';
import { recordOf, type Step } from '../../cdk/local/preparation/steps.ts';
import { spawnCloud } from '../support/spawn-cloud.ts';
import { tableOf } from './print-table.ts';

const DIST = fileURLToPath(new URL('../../dist', import.meta.url));
/** Of everything but the first start; the fastest counts, because the machine only ever adds to it. */
const REPETITIONS = 3;

using place = mkdtempDisposableSync(join(tmpdir(), 'bench-start-'));

async function seconds(run: () => unknown): Promise<number> {
  const startedAt = performance.now();
  await run();
  return (performance.now() - startedAt) / 1_000;
}

/** From the command to the address. Ends it once `until` is made, as a killed step is made again. */
async function start(dataDirectory: string, until: Step = 'console'): Promise<number> {
  const cloud = spawnCloud(dataDirectory, { requestsPerSecond: '' });
  const took = await seconds(() => cloud.ready);
  await made(dataDirectory, until);
  cloud.kill('SIGTERM');
  await cloud.ended;
  return took;
}

async function made(dataDirectory: string, step: Step): Promise<void> {
  while (!existsSync(recordOf(join(dataDirectory, ASSEMBLY_FOLDER), step))) {
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

async function fastest(run: (index: number) => Promise<number>): Promise<number> {
  const all: number[] = [];
  for (let index = 0; index < REPETITIONS; index += 1) all.push(await run(index));
  return Math.min(...all);
}

/** The environment of somebody who installs at a terminal. */
function withoutCi(): NodeJS.ProcessEnv {
  const { CI: _ci, ...others } = process.env;
  return others;
}

const node = (code: string) => execFileSync(process.execPath, ['--input-type=module', '--eval', code]);
const loadBefore = loadavg()[0]!;

rmSync(DIST, { recursive: true, force: true });
const unprepared = await start(join(place.path, 'unprepared'));
rmSync(DIST, { recursive: true, force: true });
const preparing = await seconds(() =>
  execFileSync('npm', ['run', '--silent', 'prepare'], { env: withoutCi() }),
);
const directory = join(place.path, 'data');
const beforeFirst = performance.now();
const first = await start(directory);
const withAll = (performance.now() - beforeFirst) / 1_000;
const again = await fastest((index) => start(join(place.path, `again-${index}`)));
const warm = await fastest(() => start(directory));
const nodeAlone = await fastest(() => seconds(() => node('')));
const withCdk = await fastest(() => seconds(() => node("await import('aws-cdk-lib')")));
const table = await fastest(() =>
  seconds(async () => {
    const server = await startDynamoDb({ directory: join(place.path, 'table') });
    await server.stop();
  }),
);
const base = withCdk + table;

console.log(
  tableOf(
    ['what', 'seconds', 'ratio to a warm start'],
    [
      ['the last step of an installation', preparing],
      ['first start', first],
      ['first start when that step was left out', unprepared],
      ['first start, until everything is built', withAll],
      ['start in a new directory', again],
      ['warm start', warm],
      ['Node alone', nodeAlone],
      ['Node that imports the CDK', withCdk],
      ['starting and ending the table', table],
    ].map(([what, took]) => [String(what), Number(took).toFixed(2), (Number(took) / warm).toFixed(2)]),
  ),
);
console.log(
  `\nFirst to warm: ${(first / warm).toFixed(1)} (aim 3). Warm to CDK, Node and table: ${(warm / base).toFixed(1)} (aim 1.2). ` +
    `Load of the machine: ${loadBefore.toFixed(1)} before, ${loadavg()[0]!.toFixed(1)} after.`,
);
