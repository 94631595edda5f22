import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { localTable, tenancyOnTable } from '../../cdk/local/tenancy-on-table.ts';
import { toInstant } from '../../lib/core/clock.ts';
import { makeMessage } from '../../lib/webhooks/index.ts';
import { type TestCloud, testCloud } from '../support/local-cloud.ts';

/** From the table's stream through queues, functions, a state machine's wait and the secret, on the local cloud. */
describe('a webhook whose receiver fails four times', () => {
  let local: TestCloud;
  let receiver: Server;
  const received: { readonly id: string; readonly at: number }[] = [];

  beforeAll(async () => {
    local = await testCloud();
    receiver = createServer((request, response) => {
      request.resume();
      received.push({ id: String(request.headers['webhook-id']), at: local.cloud.clock.now() });
      response.writeHead(received.length <= 4 ? 500 : 200).end();
    });
    await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  });
  afterAll(async () => {
    await local?.stop();
    receiver?.close();
  });

  test('arrives with the fifth attempt, 2.5 hours later on a clock that skips', async () => {
    const { organizationId, apiKey } = await local.tenant();
    const { port } = receiver.address() as AddressInfo;
    const made = await local.request('POST', '/v1/webhooks/endpoints', {
      key: apiKey,
      body: { url: `http://127.0.0.1:${port}/hooks`, eventTypes: ['delivery.dropoff_complete'] },
    });
    expect(made.status).toBeLessThan(300);

    local.cloud.clock.setSkipping(true);
    const deps = tenancyOnTable(localTable(local.cloud.awsEndpoint, local.cloud.tableName()));
    const event = {
      id: 'event-1',
      name: 'delivery.dropoff_complete',
      organizationId,
      occurredAt: toInstant(local.cloud.clock.now()),
    };
    await makeMessage(event as Parameters<typeof makeMessage>[0], deps, async () => ({
      data: { a: 1 },
      tags: [],
    }));
    deps.close();

    await expect.poll(() => received.length, { timeout: 30_000 }).toBe(5);
    await local.untilIdle();
    expect(new Set(received.map(({ id }) => id)).size).toBe(1);
    const minutes = received.map(({ at }) => Math.round((at - received[0]!.at) / 60_000));
    expect(minutes.map((minute, index) => minute - (minutes[index - 1] ?? 0))).toEqual([0, 0, 5, 30, 120]);

    const { queues } = await local.cloud.state();
    expect(queues.filter(({ deadLetters, count }) => deadLetters && count > 0)).toEqual([]);
  }, 60_000);
});
