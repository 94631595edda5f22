import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Listening, listen } from '../../../../../cdk/local/aws-endpoint/listen.ts';
import { createClock } from '../../../../../cdk/local/clock.ts';
import { serveStatus } from '../../../../../cdk/local/status/serve-status.ts';
import { wholeState } from '../../../../../cdk/local/status/whole-state.ts';

const clock = createClock({ idle: async () => true, machineNow: () => 0 });
const part = {
  resourceTypes: [],
  services: [],
  stop: async () => undefined,
  state: async () => ({
    tables: [{ name: 'main', items: 7 }],
    queues: [
      { name: 'work', deadLetters: false, count: 1, messages: [{ id: 'm1', body: '<script>', receives: 2 }] },
      { name: 'lost', deadLetters: true, count: 0, messages: [] },
    ],
    outgoing: [{ at: '2026-01-01', channel: 'email', to: 'a@example.com', text: 'hello' }],
  }),
};
let front: Listening;

beforeAll(async () => {
  const status = serveStatus({ clock, state: () => wholeState(clock, [part]) });
  front = await listen(0, (request, response) => void status.listener(request, response));
});
afterAll(async () => {
  clock.stop();
  await front.close();
});

const setClock = (body: string) => fetch(`${front.url}/_local/clock`, { method: 'POST', body });

describe('the status pages', () => {
  test('show everything, and nothing of a message as markup', async () => {
    const page = await (await fetch(`${front.url}/_local`)).text();
    for (const shown of ['main', 'work', 'm1', 'lost', 'a@example.com', '&#60;script&#62;'])
      expect(page).toContain(shown);
    expect(page).not.toContain('<script>');
    expect(await (await fetch(`${front.url}/_local/state`)).json()).toMatchObject({
      now: '1970-01-01T00:00:00.000Z',
      skippedMs: 0,
      tables: [{ name: 'main', items: 7 }],
      executions: [],
      schedules: [],
    });
  });

  test('move the clock', async () => {
    const answer = await setClock('{"advanceMs":60000}');
    expect(await answer.json()).toEqual({ now: '1970-01-01T00:01:00.000Z' });
    expect((await setClock('{"skipping":true}')).status).toBe(200);
    expect((await setClock('{"skipping":false}')).status).toBe(200);
  });

  test.each(['', '[]', '{"advanceMs":-1}', '{"advanceMs":"1"}', '{"skipping":1}', '{"jump":1}'])(
    'refuse to move the clock by %s',
    async (body) => {
      expect((await setClock(body)).status).toBe(400);
    },
  );

  test('are not everywhere', async () => {
    expect((await fetch(`${front.url}/_local/other`)).status).toBe(404);
  });
});
