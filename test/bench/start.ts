/**
 * `npm run bench:start`: the first start after installation, a start with built functions, and a warm one, beside what
 * they cannot do without, all in one run. Times depend on the machine, ratios hardly. Removes `dist`.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempDisposableSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startDynamoDb } from '../../cdk/local/dynamodb/index.ts';
import { spawnCloud } from '../support/spawn-cloud.ts';
import { tableOf } from './print-table.ts';

const DIST = fileURLToPath(new URL('../../dist', import.meta.url));
/** Warm starts; the fastest counts, because the machine only ever adds to it. */
const WARM_STARTS = 3;

using directory = mkdtempDisposableSync(join(tmpdir(), 'bench-start-'));

async function seconds(run: () => unknown): Promise<number> {
  const startedAt = performance.now();
  await run();
  return (performance.now() - startedAt) / 1_000;
}

/** From the command to the address. */
async function start(dataDirectory: string): Promise<number> {
  const cloud = spawnCloud(dataDirectory);
  const took = await seconds(() => cloud.ready);
  cloud.kill('SIGTERM');
  await cloud.ended;
  return took;
}

async function fastest(run: () => Promise<number>): Promise<number> {
  const all: number[] = [];
  for (let index = 0; index < WARM_STARTS; index += 1) all.push(await run());
  return Math.min(...all);
}

const node = (code: string) => execFileSync(process.execPath, ['--input-type=module', '--eval', code]);
const loadBefore = loadavg()[0]!;

rmSync(DIST, { recursive: true, force: true });
const first = await start(join(directory.path, 'first'));
const built = await start(join(directory.path, 'built'));
const warm = await fastest(() => start(join(directory.path, 'built')));
const nodeAlone = await fastest(() => seconds(() => node('')));
const withCdk = await fastest(() => seconds(() => node("await import('aws-cdk-lib')")));
const table = await fastest(() =>
  seconds(async () => {
    const server = await startDynamoDb({ directory: join(directory.path, 'table') });
    await server.stop();
  }),
);
const base = withCdk + table;

console.log(
  tableOf(
    ['what', 'seconds', 'ratio to a warm start'],
    [
      ['first start: builds functions, documents and console', first],
      ['start without earlier data: synthesizes', built],
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
