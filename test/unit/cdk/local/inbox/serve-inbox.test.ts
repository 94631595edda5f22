import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createInbox, serveInbox } from '../../../../../cdk/local/inbox/index.ts';
import { anyClock } from '../support/any-clock.ts';

let server: Server;
let base: string;
const inbox = createInbox({ clock: anyClock(), dataDirectory: undefined });

beforeEach(async () => {
  const pages = serveInbox(inbox);
  server = createServer((request, response) => void pages.listener(request, response));
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterEach(() => new Promise((done) => server.close(done)));

const messages = async (query: string) =>
  (
    (await (await fetch(`${base}/_local/inbox/messages?${query}`)).json()) as {
      messages: { number: number; channel: string; to: string; text: string }[];
    }
  ).messages;

test('the inbox takes chats in, finds messages by text and channel, and tells which are new', async () => {
  const card = { blocks: [{ type: 'section', text: { type: 'mrkdwn', text: 'Stuck at the pickup' } }] };
  const post = (path: string, body: string) => fetch(`${base}${path}`, { method: 'POST', body });
  expect((await post('/_local/chat/slack/ops', JSON.stringify(card))).status).toBe(200);
  inbox.capture({ channel: 'sms', to: '+14155550100', from: '', subject: '', text: 'On its way', html: '' });
  expect((await messages('')).map(({ channel, to }) => [channel, to])).toEqual([
    ['sms', '+14155550100'],
    ['slack', 'ops'],
  ]);
  expect(await messages('q=PICKUP')).toMatchObject([{ channel: 'slack', text: 'Stuck at the pickup' }]);
  expect(await messages('channel=sms&q=pickup')).toEqual([]);
  const [{ number } = { number: 0 }] = await messages('');
  expect(await messages(`after=${number}`)).toEqual([]);
  expect((await post('/_local/chat/slack/ops', 'no json')).status).toBe(400);
  expect((await post('/_local/chat/fax/ops', '{}')).status).toBe(404);
  const page = await fetch(`${base}/_local/inbox`);
  expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
});
