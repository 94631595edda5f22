import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { notificationsArea } from '../../../../../functions/api/notifications/index.ts';
import { serveArea } from '../../../../../lib/platform/http/index.ts';
import { storeMessages } from '../../../../../lib/reactions/notifications/index.ts';
import { planMessages } from '../../../../../lib/reactions/notifications/messages/plan-notifications.ts';
import { unsubscribeLink } from '../../../../../lib/reactions/notifications/unsubscribe.ts';
import { anyGrant, type HttpRequestOptions, httpEvent } from '../../../../support/http-event.ts';
import { type NotificationsAtWork, startNotifications } from '../../../../support/notifications-at-work.ts';

let work: NotificationsAtWork;
beforeEach(async () => {
  work = await startNotifications();
});
afterEach(() => work.stop());

async function call(routeKey: string, request: HttpRequestOptions = {}) {
  const handler = serveArea(notificationsArea, () => ({
    ...work.db.deps,
    signingKeys: async () => ['signing-key'],
  }));
  const grant = anyGrant({ organizations: [{ id: work.organizationId, listShards: 1 }] });
  return handler(httpEvent(routeKey, { verdict: { grant }, ...request }));
}

/** A stored message, as a workflow would have it sent. */
async function keep(channel: 'sms' | 'email', body: string) {
  const planned = planMessages({
    organizationId: work.organizationId,
    key: 'step-1',
    destination: null,
    jobId: null,
    orderId: null,
    channel,
    recipients: [channel === 'sms' ? '+14155550100' : 'ada@example.com'],
    subject: 'Your order',
    body,
    context: {},
    nowMs: work.db.deps.clock.now(),
    listShards: 1,
    isUnsubscribable: true,
  });
  await storeMessages(work.db.deps, planned, work.db.deps.clock.now());
  return planned[0]!.notification;
}

const LONG = 'https://shop.example/orders/2026/11/24/0123456789?utm=m%20x&name=Zoë&q="a';

describe('3 a short link', () => {
  it('redirects to the address that it stands for', async () => {
    const { body } = await keep('sms', `Follow it: ${LONG.slice(0, -2)}.`);
    const code = /\/l\/(\w+)/.exec(body)?.[1] ?? 'none';
    const reply = await call('GET /l/{code}', { params: { code } });
    expect(reply.statusCode).toBe(302);
    expect(reply.headers.location).toBe(
      'https://shop.example/orders/2026/11/24/0123456789?utm=m%20x&name=Zo%C3%AB&q=',
    );
    expect(reply.headers['content-type']).toMatch('text/html');
  });

  it('that does not exist is a page that says so', async () => {
    const reply = await call('GET /l/{code}', { params: { code: 'none' } });
    expect(reply.statusCode).toBe(404);
    expect(reply.body).toContain('This link is not valid');
  });
});

describe('RFC 8058 the page of an unsubscribe link', () => {
  const denied = async () =>
    JSON.parse((await call('GET /v1/organization-management/notifications/deny-list')).body);

  it('asks first; the form of a mail program denies the address', async () => {
    const token = unsubscribeLink(await keep('email', 'It is there.'))
      .split('/')
      .at(-1)!;
    const asked = await call('GET /u/{token}', { params: { token } });
    expect([asked.statusCode, await denied()]).toEqual([200, []]);
    const done = await call('POST /u/{token}', {
      params: { token },
      body: 'List-Unsubscribe=One-Click',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
    expect(done.statusCode).toBe(200);
    expect(await denied()).toMatchObject([{ type: 'email', value: 'ada@example.com' }]);
  });
});

describe('8.5 the deny list', () => {
  const PATH = '/v1/organization-management/notifications/deny-list';
  const contact = { type: 'phone', value: '+1 (415) 555-0100' };

  it('answers a contact as an entry, pages as bare arrays, and a removal with success', async () => {
    const added = JSON.parse((await call(`POST ${PATH}`, { body: contact })).body);
    const entry = { id: expect.stringMatching(/^dny_/), type: 'phone', value: '+14155550100' };
    expect(added).toEqual(entry);
    expect(JSON.parse((await call(`POST ${PATH}`, { body: contact })).body)).toEqual(added);
    expect(JSON.parse((await call(`GET ${PATH}`, { query: { page: '0', pageSize: '500' } })).body)).toEqual([
      added,
    ]);
    expect(JSON.parse((await call(`GET ${PATH}`, { query: { page: '1' } })).body)).toEqual([]);
    expect(JSON.parse((await call(`DELETE ${PATH}`, { body: contact })).body)).toEqual({ success: true });
    expect((await call(`DELETE ${PATH}`, { body: contact })).statusCode).toBe(404);
    expect((await call(`GET ${PATH}`, { query: { pageSize: '501' } })).statusCode).toBe(422);
  });
});
