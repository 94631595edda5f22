import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readRunFile } from '../../cdk/local/run-file.ts';
import { localTable, tenancyOnTable } from '../../cdk/local/tenancy-on-table.ts';
import { toInstant } from '../../lib/core/clock.ts';
import { makeMessage } from '../../lib/webhooks/index.ts';
import { type SpawnedCloud, spawnCloud } from '../support/spawn-cloud.ts';

const MESSAGES = 20;

let directory: string;
let receiver: Server;
const spawned: SpawnedCloud[] = [];
/** Attempts by message. */
const attempts = new Map<string, number>();
const delivered = new Set<string>();

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'data-'));
  receiver = createServer((request, response) => {
    request.resume();
    const id = String(request.headers['webhook-id']);
    const attempt = (attempts.get(id) ?? 0) + 1;
    attempts.set(id, attempt);
    // Every message fails once, so that all of them wait for a timer at some time.
    if (attempt > 1) delivered.add(id);
    response.writeHead(attempt > 1 ? 200 : 500).end();
  });
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
});
afterAll(async () => {
  for (const one of spawned) {
    one.kill('SIGKILL');
    await one.ended;
  }
  receiver?.close();
  rmSync(directory, { recursive: true, force: true });
});

function start(): SpawnedCloud {
  const one = spawnCloud(directory);
  spawned.push(one);
  return one;
}

test('what was under way when the local cloud was killed comes to its end after a restart', async () => {
  const first = start();
  const { baseUrl, apiKey, organizationId } = await first.ready;
  const { port } = receiver.address() as AddressInfo;
  const made = await fetch(`${baseUrl}/v1/webhooks/endpoints`, {
    method: 'POST',
    headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({ url: `http://127.0.0.1:${port}/`, eventTypes: ['delivery.dropoff_complete'] }),
  });
  expect(made.status).toBeLessThan(300);

  const { awsEndpoint, tableName } = readRunFile(directory);
  const deps = tenancyOnTable(localTable(awsEndpoint, tableName));
  for (let number = 0; number < MESSAGES; number += 1) {
    const event = {
      id: `event-${number}`,
      name: 'delivery.dropoff_complete',
      organizationId,
      occurredAt: toInstant(Date.now()),
    };
    await makeMessage(event as Parameters<typeof makeMessage>[0], deps, async () => ({
      data: { number },
      tags: [],
    }));
  }
  deps.close();
  // Some have been tried, some are in the stream or in a queue, some wait in executions.
  await expect.poll(() => attempts.size, { timeout: 20_000 }).toBeGreaterThan(MESSAGES / 4);
  first.kill('SIGKILL');
  await first.ended;
  expect(delivered.size).toBeLessThan(MESSAGES);

  const again = await start().ready;
  await fetch(`${again.baseUrl}/_local/clock`, { method: 'POST', body: '{"skipping":true}' });
  await expect.poll(() => delivered.size, { timeout: 60_000 }).toBe(MESSAGES);

  const state = (await (await fetch(`${again.baseUrl}/_local/state`)).json()) as {
    queues: { name: string; deadLetters: boolean; count: number }[];
  };
  expect(state.queues.filter(({ deadLetters, count }) => deadLetters && count > 0)).toEqual([]);
}, 180_000);
