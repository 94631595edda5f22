import { createServer } from 'node:http';
import { type AddressInfo, createServer as createTcpServer } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { httpSender } from '../../../../../lib/reactions/webhooks/index.ts';
import { startWebhookReceiver, type WebhookReceiver } from '../../../../support/webhook-receiver.ts';

describe('webhook sender', () => {
  let receiver: WebhookReceiver;
  beforeEach(async () => {
    receiver = await startWebhookReceiver();
  });
  afterEach(() => receiver.stop());
  const sender = httpSender({ allowLoopback: true });

  it('posts the body with its headers and returns status, headers and the beginning of the answer', async () => {
    receiver.answerWith(() => ({
      status: 202,
      headers: { 'Webhook-Delivery': 'x' },
      body: 'y'.repeat(5000),
    }));
    const result = await sender.send(`${receiver.url}/hook?a=1`, { 'webhook-id': 'msg_1' }, '{"a":"é"}');
    expect(result).toMatchObject({
      status: 202,
      headers: { 'webhook-delivery': 'x' },
      body: 'y'.repeat(1024),
    });
    expect(receiver.received).toEqual([
      expect.objectContaining({
        path: '/hook?a=1',
        body: '{"a":"é"}',
        headers: expect.objectContaining({ 'webhook-id': 'msg_1', 'content-type': 'application/json' }),
      }),
    ]);
  });

  it('takes the status for the answer, also when the body breaks off', async () => {
    const server = createServer((_, reply) => {
      reply.writeHead(200, { 'content-length': '100' }).write('half', () => reply.destroy());
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const result = await sender.send(`http://127.0.0.1:${port}`, {}, '{}');
    server.close();
    expect(result).toMatchObject({ status: 200, body: 'half' });
  });

  it('does not follow redirects', async () => {
    receiver.answerWith(() => ({ status: 302, headers: { location: `${receiver.url}/elsewhere` } }));
    expect((await sender.send(receiver.url, {}, '{}')).status).toBe(302);
    expect(receiver.received).toHaveLength(1);
  });

  it('reports a refused connection as a result', async () => {
    await receiver.stop();
    const result = await sender.send(receiver.url, {}, '{}');
    expect(result.status).toBeUndefined();
    expect(result.error).toContain('ECONNREFUSED');
    receiver = await startWebhookReceiver();
  });

  it('checks the address at connect time: a name that resolves to loopback is not connected to', async () => {
    const guarded = httpSender({ allowLoopback: false });
    const url = receiver.url.replace('http:', 'https:');
    const byName = await guarded.send(url.replace('127.0.0.1', 'localhost'), {}, '{}');
    const byAddress = await guarded.send(url, {}, '{}');
    expect([byName.error, byAddress.error]).toEqual([
      expect.stringContaining('public internet'),
      expect.stringContaining('public internet'),
    ]);
    expect(receiver.received).toEqual([]);
  });

  it.each([
    [
      'switches to another protocol',
      'HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n',
    ],
    ['promises an answer and hangs up', 'HTTP/1.1 100 Continue\r\n\r\n'],
    ['answers with nonsense', 'SSH-2.0-OpenSSH\r\n'],
    ['answers half a head', 'HTTP/1.1 200 OK\r\nContent-Le'],
    ['hangs up at once', ''],
    ['answers with a head that is too large', `HTTP/1.1 200 OK\r\nX: ${'y'.repeat(40_000)}\r\n\r\n`],
    ['answers with a length that is none', 'HTTP/1.1 200 OK\r\nContent-Length: many\r\n\r\n'],
  ])('ends an attempt with a reason when a receiver %s', async (_, answer) => {
    const server = createTcpServer((socket) => {
      socket.on('error', () => undefined);
      socket.once('data', () => socket.end(answer));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const result = await sender.send(`http://127.0.0.1:${port}`, {}, '{}');
    server.close();
    expect(result.status).toBeUndefined();
    expect(result.error).toMatch(/./);
  });
});
