import { readFileSync } from 'node:fs';
import { Webhook } from 'standardwebhooks';
import { describe, expect, it } from 'vitest';
import { connect } from '../../../../../lib/client/src/connect.ts';
import { eachByIterator, eachByOffset } from '../../../../../lib/client/src/pages.ts';
import { ApiError, replyOf } from '../../../../../lib/client/src/reply-of.ts';
import { verify } from '../../../../../lib/client/src/verify.ts';

interface Paths {
  '/v1/things': {
    get: { responses: { 200: { content: { 'application/json': { name: string } } } } };
    post: { responses: { 200: { content: { 'application/json': { name: string } } } } };
  };
}

/** A client whose requests are answered by these in turn; what it sent, and how long it waited. */
function clientOf(...replies: readonly Response[]) {
  const sent: Request[] = [];
  const waits: number[] = [];
  const client = connect<Paths>({
    baseUrl: 'https://api.example.com',
    apiKey: 'dos_key',
    organizationId: 'org_1',
    async fetch(request) {
      sent.push(request);
      return replies[sent.length - 1] ?? Response.json({ name: 'more' });
    },
    sleep: async (milliseconds) => void waits.push(milliseconds),
  });
  return { client, sent, waits };
}

const limited = (seconds: string) =>
  Response.json(
    { error: { code: 'TOO_MANY_REQUESTS', message: 'Wait.', details: {} }, RequestID: 'req_1' },
    { status: 429, headers: { 'retry-after': seconds } },
  );

describe('the client', () => {
  it('sends the key, and an Idempotency-Key where something changes', async () => {
    const { client, sent } = clientOf();
    await client.GET('/v1/things');
    await client.POST('/v1/things');
    await client.POST('/v1/things', { headers: { 'idempotency-key': 'mine' } });
    expect(sent.map(({ headers }) => headers.get('authorization'))).toEqual(Array(3).fill('Bearer dos_key'));
    expect(sent[0]?.headers.get('x-org-id')).toBe('org_1');
    expect(sent.map(({ headers }) => headers.get('idempotency-key'))).toEqual([
      null,
      expect.stringMatching(/^[0-9a-f-]{36}$/),
      'mine',
    ]);
  });

  it('waits where the service asks for it, and sends the same again', async () => {
    const { client, sent, waits } = clientOf(limited('1'), limited('2'), Response.json({ name: 'one' }));
    expect(await replyOf(client.POST('/v1/things'))).toEqual({ name: 'one' });
    expect(waits).toEqual([1_000, 2_000]);
    expect(new Set(sent.map(({ headers }) => headers.get('idempotency-key'))).size).toBe(1);
  });

  it('gives up after three waits, or at once when the wait is long, with what the service said', async () => {
    for (const seconds of ['1', '3600']) {
      const { client, sent } = clientOf(...Array.from({ length: 9 }, () => limited(seconds)));
      const error = await replyOf(client.GET('/v1/things')).catch((reason: unknown) => reason);
      expect(error).toBeInstanceOf(ApiError);
      expect(error).toMatchObject({
        status: 429,
        code: 'TOO_MANY_REQUESTS',
        message: 'Wait.',
        requestId: 'req_1',
      });
      expect(sent).toHaveLength(seconds === '1' ? 4 : 1);
    }
  });

  it('reads lists to their end, by offsets and by iterators', async () => {
    const rows = [1, 2, 3, 4, 5];
    const places: unknown[] = [];
    const byOffset = eachByOffset(async (place) => {
      places.push(place);
      return { results: rows.slice(place.offset, place.offset + place.limit) };
    }, 2);
    expect(await Array.fromAsync(byOffset)).toEqual(rows);
    const byIterator = eachByIterator(async (place) => {
      places.push(place);
      const from = Number(place.iterator ?? 0);
      const done = from + place.limit >= rows.length;
      return { results: rows.slice(from, from + place.limit), iterator: String(from + place.limit), done };
    }, 3);
    expect(await Array.fromAsync(byIterator)).toEqual(rows);
    expect(places).toEqual([
      { limit: 2, offset: 0 },
      { limit: 2, offset: 2 },
      { limit: 2, offset: 4 },
      { limit: 3 },
      { limit: 3, iterator: '3' },
    ]);
  });

  it('verifies webhooks, whatever holds their headers', () => {
    const secret = `whsec_${Buffer.from('a secret of the endpoint').toString('base64')}`;
    const body = JSON.stringify({ type: 'delivery', event: 'created' });
    const at = new Date();
    const headers = {
      'Webhook-Id': 'msg_1',
      'Webhook-Timestamp': String(Math.floor(at.getTime() / 1000)),
      'Webhook-Signature': new Webhook(secret).sign('msg_1', at, body),
    };
    expect(verify(body, headers, secret)).toEqual({ type: 'delivery', event: 'created' });
    expect(verify(body, new Headers(headers), secret)).toEqual({ type: 'delivery', event: 'created' });
    expect(() => verify(`${body} `, headers, secret)).toThrow();
    expect(() => verify(body, {}, secret)).toThrow();
  });
});

it('has a README with the examples that are built', () => {
  const read = (path: string) => readFileSync(new URL(`../../../../../${path}`, import.meta.url), 'utf8');
  const readme = read('lib/client/README.md');
  expect(readme).toContain(read('lib/client/examples/first-delivery.ts').trim());
  expect(readme).toContain(read('lib/client/examples/receive-webhooks.ts').trim());
  // The README of the repository shows some lines of the same example.
  const lines = new Set(read('lib/client/examples/first-delivery.ts').split('\n'));
  const [, shown = ''] = /^```ts\n(.*?)^```/ms.exec(read('README.md')) ?? [];
  expect(
    shown
      .trim()
      .split('\n')
      .filter((line) => !lines.has(line)),
  ).toEqual([]);
});
