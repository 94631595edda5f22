import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Listening, listen } from '../../../../../cdk/local/aws-endpoint/listen.ts';
import { createClock } from '../../../../../cdk/local/clock.ts';
import { rememberLines } from '../../../../../cdk/local/status/log-lines.ts';
import { serveStatus } from '../../../../../cdk/local/status/serve-status.ts';
import { wholeState } from '../../../../../cdk/local/status/whole-state.ts';

const clock = createClock({ idle: async () => true, machineNow: () => 0 });
const part = {
  resourceTypes: [],
  services: [],
  stop: async () => undefined,
  recentExecutions: () => [
    { arn: 'arn:1', stateMachine: 'timer', name: 'one', status: 'SUCCEEDED', startedAt: '2026-01-01' },
  ],
  executionEvents: (arn: string) =>
    arn === 'arn:1' ? [{ at: '2026-01-01', type: 'ExecutionStarted', details: '{}' }] : undefined,
  redrive: (queue: string) => (queue === 'lost' ? 3 : undefined),
  clockReset: () => {
    resets += 1;
  },
  state: async () => ({
    tables: [{ name: 'main', items: 7 }],
    queues: [
      { name: 'work', deadLetters: false, count: 1, messages: [{ id: 'm1', body: '<script>', receives: 2 }] },
      { name: 'lost', deadLetters: true, count: 0, messages: [] },
    ],
    outgoing: [{ at: '2026-01-01', channel: 'email', to: 'a@example.com', text: 'hello' }],
  }),
};
const lines = rememberLines(() => 0);
lines.print('api-orders', '{"level":"INFO","requestId":"req_1","route":"GET /v1/orders","status":200}\n');
let isIdle = true;
let resets = 0;
let front: Listening;

beforeAll(async () => {
  const status = serveStatus({
    clock,
    state: () => wholeState(clock, [part]),
    threads: () => 3,
    parts: [part],
    logs: lines.newest,
    idle: async () => isIdle,
  });
  front = await listen(0, (request, response) => void status.listener(request, response));
});
afterAll(async () => {
  clock.stop();
  await front.close();
});

const setClock = (body: string) => fetch(`${front.url}/_local/clock`, { method: 'POST', body });

describe('the status pages', () => {
  test('are a page of its own, which shows what it asks for', async () => {
    const page = await (await fetch(`${front.url}/_local`)).text();
    expect(page).toContain('<title>Local cloud</title>');
    // Whatever comes is put in as text.
    expect(page).not.toMatch(/innerHTML|insertAdjacentHTML|document\.write/);
    expect(await (await fetch(`${front.url}/_local/state`)).json()).toMatchObject({
      now: '1970-01-01T00:00:00.000Z',
      skippedMs: 0,
      tables: [{ name: 'main', items: 7 }],
      executions: [],
      schedules: [],
    });
  });

  test('list logs, and executions with their events', async () => {
    const read = async (path: string) => {
      const reply = await fetch(front.url + path);
      return { status: reply.status, body: await reply.json() };
    };
    expect(await read('/_local/logs')).toMatchObject({ body: [{ requestId: 'req_1', status: 200 }] });
    expect(await read('/_local/executions')).toMatchObject({ body: [{ arn: 'arn:1', status: 'SUCCEEDED' }] });
    expect(await read('/_local/executions?arn=arn%3A1')).toMatchObject({
      body: [{ type: 'ExecutionStarted' }],
    });
    expect((await read('/_local/executions?arn=other')).status).toBe(404);
    expect((await read('/_local/demo')).status).toBe(404);
  });

  test('give dead letters back', async () => {
    const redrive = (body: object) =>
      fetch(`${front.url}/_local/redrive`, { method: 'POST', body: JSON.stringify(body) });
    expect(await (await redrive({ queue: 'lost' })).json()).toEqual({ moved: 3 });
    expect([(await redrive({ queue: 'work' })).status, (await redrive({})).status]).toEqual([404, 400]);
  });

  test('say how much memory the local cloud takes, and in how many threads', async () => {
    expect(await (await fetch(`${front.url}/_local/memory`)).json()).toEqual({
      megabytes: expect.any(Number),
      functionThreads: 3,
    });
  });

  test('move the clock', async () => {
    const answer = await setClock('{"advanceMs":60000}');
    expect(await answer.json()).toEqual({ now: '1970-01-01T00:01:00.000Z' });
    isIdle = false;
    expect((await setClock('{"reset":true}')).status).toBe(409);
    isIdle = true;
    expect(await (await setClock('{"reset":true}')).json()).toEqual({
      now: '1970-01-01T00:00:00.000Z',
      skippedMs: 0,
    });
    expect(resets).toBe(1);
    expect((await setClock('{"skipping":true}')).status).toBe(200);
    expect((await setClock('{"skipping":false}')).status).toBe(200);
  });

  test.each([
    '',
    '[]',
    '{"advanceMs":-1}',
    '{"advanceMs":"1"}',
    '{"skipping":1}',
    '{"jump":1}',
    '{"reset":1}',
  ])('refuse to move the clock by %s', async (body) => {
    expect((await setClock(body)).status).toBe(400);
  });

  test('are not everywhere', async () => {
    expect((await fetch(`${front.url}/_local/other`)).status).toBe(404);
  });
});
