import { createSign, generateKeyPairSync } from 'node:crypto';
import type { SESv2Client } from '@aws-sdk/client-sesv2';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { isRefusal } from '../../../../../../lib/platform/core/refusal.ts';
import {
  applyChannelReport,
  type ChannelAdapter,
  emailChannel,
  findUnsubscribable,
  listDeniedContacts,
  notificationDue,
  resendNotification,
  sendNotification,
  unsubscribe,
  verifyTopicMessage,
} from '../../../../../../lib/reactions/notifications/index.ts';
import { intentOf } from '../../../../../../lib/reactions/notifications/receipts/apply-channel-report.ts';
import { signedText } from '../../../../../../lib/reactions/notifications/receipts/verify-topic-message.ts';
import { unsubscribeLink } from '../../../../../../lib/reactions/notifications/unsubscribe.ts';
import { anyJob } from '../../../../../support/builders/any-job.ts';
import {
  must,
  type NotificationsAtWork,
  recorder,
  startNotifications,
  tell,
} from '../../../../../support/notifications-at-work.ts';

let work: NotificationsAtWork;
beforeEach(async () => {
  work = await startNotifications();
});
afterEach(() => work.stop());

/** A message that has left, by that channel to that recipient. */
async function sent(type: 'sms' | 'email' | 'whatsapp', recipient: string) {
  await work.trigger({ notificationGroupIds: [await work.destination({ type, recipients: [recipient] })] });
  const { db, organizationId } = work;
  const made = anyJob({ organizationId, id: db.deps.ids.next('job') });
  await db.deps.table.write(made.operations);
  const { id: deliveryId, taskId, jobId } = made.next.deliveries[0]!.value;
  const data = { jobId, taskId, deliveryId, status: 'dropoff_complete', historyLength: 1 };
  await tell(work, work.event('delivery.dropoff_complete', data));
  const channel = recorder(type);
  await work.sendAll(channel);
  return (await work.all()).find((one) => one.recipient === recipient)!;
}

const denied = async () =>
  (await listDeniedContacts(work.db.deps, work.caller, { page: 0, pageSize: 50 })).map(({ type, value }) => [
    type,
    value,
  ]);
const tags = (id: string) => ({ notification: [id], organization: [work.organizationId] });

describe('4.5 answers', () => {
  it.each([
    ['STOP', 'stop'],
    [' stop! ', 'stop'],
    ['Please unsubscribe.', 'stop'],
    ['Arrêt', 'stop'],
    ['start', 'start'],
    ['Please stop at the gate', undefined],
    ['ok', undefined],
  ])('%j is %s', (text, intent) => {
    expect(intentOf(text)).toBe(intent);
  });

  it('STOP ends text messages and WhatsApp, START brings them back', async () => {
    await sent('sms', '+14155550199');
    const reply = (messageBody: string) =>
      applyChannelReport(work.db.deps, { originationNumber: '+14155550199', messageBody });
    await reply('Stop');
    await reply('Stop');
    expect(await denied()).toEqual([['phone', '+14155550199']]);
    const [message] = await work.all();
    must(await resendNotification(work.db.deps, work.caller, message!.id));
    const channel = recorder('sms');
    await work.sendAll(channel);
    expect(channel.sent).toEqual([]);
    expect((await work.all())[0]?.status).toBe('suppressed');
    await reply('start');
    expect(await denied()).toEqual([]);
  });

  it('of somebody nobody wrote to are nobody’s', async () => {
    await applyChannelReport(work.db.deps, { originationNumber: '+14155550177', messageBody: 'STOP' });
    expect(await denied()).toEqual([]);
  });

  it('by WhatsApp count for the telephone number', async () => {
    await sent('whatsapp', '+14155550199');
    const value = { messages: [{ from: '14155550199', text: { body: 'STOP' } }] };
    await applyChannelReport(work.db.deps, {
      whatsAppWebhookEntry: JSON.stringify({ changes: [{ value }] }),
    });
    expect(await denied()).toEqual([['phone', '+14155550199']]);
  });
});

describe('4 receipts', () => {
  it('a delivery, a bounce and a complaint become statuses and opt-outs', async () => {
    const { id } = await sent('email', 'ada@example.com');
    await applyChannelReport(work.db.deps, { eventType: 'Delivery', mail: { tags: tags(id) } });
    expect((await work.all())[0]?.status).toBe('delivered');
    expect(await denied()).toEqual([]);
    await applyChannelReport(work.db.deps, {
      eventType: 'Complaint',
      mail: { tags: tags(id) },
      complaint: {},
    });
    expect((await work.all())[0]?.status).toBe('delivered');
    expect(await denied()).toEqual([['email', 'ada@example.com']]);
  });

  it.each([
    ['Permanent', [['email', 'bob@example.com']]],
    ['Transient', []],
  ])('a %s bounce fails', async (bounceType, list) => {
    const { id } = await sent('email', 'bob@example.com');
    const bounce = { bounceType, bouncedRecipients: [{ diagnosticCode: '550 no such user' }] };
    await applyChannelReport(work.db.deps, { eventType: 'Bounce', mail: { tags: tags(id) }, bounce });
    expect((await work.all())[0]).toMatchObject({ status: 'failed', error: 'It bounced: 550 no such user.' });
    expect(await denied()).toEqual(list);
  });

  it('text messages and WhatsApp have theirs', async () => {
    const { id } = await sent('sms', '+14155550199');
    const context = { notification: id, organization: work.organizationId };
    await applyChannelReport(work.db.deps, { eventType: 'TEXT_CARRIER_UNREACHABLE', context });
    expect((await work.all())[0]?.status).toBe('failed');
    const chat = await sent('whatsapp', '+14155550198');
    const statuses = [{ id: chat.receipt, status: 'read' }];
    const entry = JSON.stringify({ changes: [{ value: { statuses } }] });
    await applyChannelReport(work.db.deps, { whatsAppWebhookEntry: entry });
    const after = (await work.all()).find((one) => one.id === chat.id);
    expect(after?.status).toBe('delivered');
  });

  it('that come before we know that it left are kept', async () => {
    await work.trigger({ notificationGroupIds: [await work.destination()] });
    const { db, organizationId } = work;
    const made = anyJob({ organizationId, id: db.deps.ids.next('job') });
    await db.deps.table.write(made.operations);
    const { id: deliveryId, taskId, jobId } = made.next.deliveries[0]!.value;
    const data = { jobId, taskId, deliveryId, status: 'dropoff_complete', historyLength: 1 };
    await tell(work, work.event('delivery.dropoff_complete', data));
    const hasty: ChannelAdapter = {
      channel: 'sms',
      async send({ id }) {
        const context = { notification: id, organization: organizationId };
        await applyChannelReport(db.deps, { eventType: 'TEXT_DELIVERED', context });
        return { outcome: 'sent', receipt: 'r' };
      },
    };
    const [due] = await db.events(notificationDue.sms.name);
    const send = () =>
      sendNotification(
        { ...db.deps, channel: hasty },
        { organizationId, ...notificationDue.sms.parse(due!).data },
      );
    await expect(send()).rejects.toThrow(/its row was changed/);
    await send();
    expect((await work.all())[0]?.status).toBe('delivered');
  });
});

describe('RFC 8058 unsubscribing', () => {
  it('is offered in header, text and HTML of mail to customers, and not in mail to the team', async () => {
    const calls: Record<string, unknown>[] = [];
    const client = {
      send: async ({ input }: { input: Record<string, unknown> }) => {
        calls.push(input);
        return { MessageId: 'm' };
      },
    } as unknown as SESv2Client;
    const channel = emailChannel({ from: 'shop@example.com', configurationSet: 'set' }, client);
    const message = {
      organizationId: work.organizationId,
      destinationId: null,
      id: 'ntf_1',
      recipient: 'ada@example.com',
      subject: 'Hi',
      body: 'Hello',
      html: null,
    };
    await channel.send({ ...message, isUnsubscribable: true });
    await channel.send({ ...message, isUnsubscribable: false });
    const link = unsubscribeLink(message);
    expect(calls[0]).toMatchObject({
      ConfigurationSetName: 'set',
      Content: {
        Simple: {
          Headers: [
            { Name: 'List-Unsubscribe', Value: `<${link}>` },
            { Name: 'List-Unsubscribe-Post', Value: 'List-Unsubscribe=One-Click' },
          ],
        },
      },
    });
    expect(JSON.stringify(calls[0])).toContain(`Unsubscribe: ${link}`);
    expect(JSON.stringify(calls[1])).not.toContain('nsubscribe');
  });

  it('denies the recipient with one post, not with a look, and not with a made-up link', async () => {
    const message = await sent('email', 'ada@example.com');
    const token = unsubscribeLink(message).split('/').at(-1)!;
    must(await findUnsubscribable(work.db.deps, token));
    expect(await denied()).toEqual([]);
    must(await unsubscribe(work.db.deps, token));
    must(await unsubscribe(work.db.deps, token));
    expect(await denied()).toEqual([['email', 'ada@example.com']]);
    const guess = Buffer.from(`${work.organizationId} ntf_guess`).toString('base64url');
    for (const wrong of ['', 'x', guess])
      expect(isRefusal(await unsubscribe(work.db.deps, wrong))).toBe(true);
  });
});

describe('5 messages of a topic', () => {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const pem = publicKey.export({ type: 'spki', format: 'pem' }).toString();
  const topic = 'arn:aws:sns:us-east-1:1:news';
  const nowMs = Date.parse('2026-03-02T09:00:00.000Z');
  const trust = { topics: [topic], nowMs, certificate: async () => pem };
  const message = (more: object = {}) => {
    const fields = {
      Type: 'Notification' as const,
      MessageId: 'm1',
      TopicArn: topic,
      Message: '{"a":1}',
      Timestamp: '2026-03-02T08:59:00.000Z',
      ...more,
    };
    const Signature = createSign('RSA-SHA256').update(signedText(fields), 'utf8').sign(privateKey, 'base64');
    return {
      SignatureVersion: '2',
      SigningCertURL: 'https://sns.us-east-1.amazonaws.com/cert.pem',
      ...fields,
      Signature,
    };
  };
  const verify = (sent: object) => verifyTopicMessage(JSON.stringify(sent), trust);

  it('are taken with their signature', async () => {
    expect(await verify(message())).toMatchObject({ Message: '{"a":1}' });
  });

  it.each([
    ['changed', () => ({ ...message(), Message: '{"a":2}' })],
    ['of another topic', () => message({ TopicArn: 'arn:aws:sns:us-east-1:2:other' })],
    ['old', () => message({ Timestamp: '2026-03-02T07:00:00.000Z' })],
    [
      'with a certificate of somebody else',
      () => ({ ...message(), SigningCertURL: 'https://sns.evil.example/cert.pem' }),
    ],
    [
      'with a certificate that only looks right',
      () => ({ ...message(), SigningCertURL: 'https://sns.us-east-1.amazonaws.com.evil.example/c.pem' }),
    ],
    [
      'with a certificate over plain HTTP',
      () => ({ ...message(), SigningCertURL: 'http://sns.us-east-1.amazonaws.com/c.pem' }),
    ],
    ['with a confirmation elsewhere', () => message({ SubscribeURL: 'https://evil.example/' })],
    ['without a signature', () => ({ ...message(), Signature: '' })],
    ['of no topic', () => ({ hello: 1 })],
  ])('are refused when %s', async (_, made) => {
    expect(await verify(made())).toHaveProperty('problem');
  });
});
