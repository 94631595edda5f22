/**
 * `npm run bench:load`: requests per second and latencies of creating and reading orders, on a local cloud of its own
 * in a temporary directory. Every acknowledged order is read back. Exit code 1 when one is lost, or when the local
 * cloud uses too much memory afterwards.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempDisposableSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createOrder } from '../../functions/api/orders/create-order.ts';
import { memoryOf } from '../demo/memory-of.ts';
import { spawnCloud } from '../support/spawn-cloud.ts';
import type { LoadOrder, LoadResult } from './load-client.ts';
import { percentile } from './percentile.ts';
import { tableOf } from './print-table.ts';

const CLIENT = fileURLToPath(new URL('load-client.ts', import.meta.url));
const CONNECTIONS = 16;
const WARM_UP = 100;
const REQUESTS = 2_000;

/** Maximum duration of one load. Milliseconds. */
const LIMIT_MS = 45_000;

/** Maximum memory of the local cloud after the load. Megabytes. */
const MEMORY_LIMIT_MB = 600;

const { externalId: _, ...order } = createOrder.bodyExample as Readonly<Record<string, unknown>>;
const creates = (count: number) =>
  Array.from({ length: count }, () => ({ method: 'POST', path: '/v1/order', body: order }));
const reads = (ids: readonly string[]) => ids.map((id) => ({ method: 'GET', path: `/v1/order/${id}` }));

using directory = mkdtempDisposableSync(join(tmpdir(), 'bench-load-'));
const cloud = spawnCloud(directory.path);
try {
  const { baseUrl, apiKey } = await cloud.ready;
  const load = (requests: LoadOrder['requests']) =>
    loadWith({ baseUrl, apiKey, connections: CONNECTIONS, limitMs: LIMIT_MS, requests });
  await load(reads((await load(creates(WARM_UP))).ids));
  const created = await load(creates(REQUESTS));
  const read = await load(reads(created.ids));
  console.log(
    `${CONNECTIONS} connections; the load and the local cloud in a process each, on the loopback\n`,
  );
  console.log(
    tableOf(
      ['operation', 'answered', 'requests/s', 'p50 ms', 'p90 ms', 'p99 ms', 'error rate'],
      [row('create an order', created), row('read an order', read)],
    ),
  );
  const found = new Set(read.ids);
  const unanswered = created.ids.filter((id) => !found.has(id));
  const late = new Set((await load(reads(unanswered))).ids);
  const lost = unanswered.filter((id) => !late.has(id));
  console.log(
    `\n${created.ids.length} orders were acknowledged; lost: ${lost.length === 0 ? 'none' : lost.length}.`,
  );
  const memory = await memoryOf(baseUrl, MEMORY_LIMIT_MB);
  console.log(`Memory of the local cloud: ${memory.words}.`);
  process.exitCode = lost.length === 0 && memory.isWithin ? 0 : 1;
} finally {
  cloud.kill('SIGTERM');
  await cloud.ended;
}

/** Runs one load in a fresh process. */
async function loadWith(load: LoadOrder): Promise<LoadResult> {
  const client = fork(CLIENT);
  client.send(load);
  const [result] = (await once(client, 'message')) as [LoadResult];
  return result;
}

function row(operation: string, { seconds, latencies, failures }: LoadResult): (string | number)[] {
  const failed = Object.entries(failures);
  const errors = failed.reduce((sum, [, count]) => sum + count, 0);
  const share = (100 * errors) / Math.max(1, errors + latencies.length);
  const statuses = failed.map(([status, count]) => `${count} x ${status}`).join(', ');
  return [
    operation,
    latencies.length,
    Math.round(latencies.length / seconds),
    ...[50, 90, 99].map((percent) => Number(percentile(latencies, percent).toFixed(1))),
    `${share.toFixed(2)} %${statuses && ` (${statuses})`}`,
  ];
}
