import { Webhook } from 'standardwebhooks';
import { expect, it } from 'vitest';
import {
  destinationHeaders,
  destinationSecret,
  webhookChannel,
} from '../../../../../../lib/reactions/notifications/index.ts';

const NOW = Date.now();
const message = {
  organizationId: 'org_1',
  destinationId: 'ntg_1',
  id: 'ntf_1',
  recipient: 'https://shop.example.com/hooks',
  subject: null,
  body: 'Hello',
  html: null,
  isUnsubscribable: false,
};

async function posted(destinationId: string | null) {
  const calls: { headers: Record<string, string>; body: string }[] = [];
  const poster = {
    async send(_: string, headers: Readonly<Record<string, string>>, body: string) {
      calls.push({ headers: { ...headers }, body });
      return { status: 204, body: '' };
    },
  };
  const sign = destinationHeaders({ now: () => NOW }, async () => ['key']);
  await webhookChannel(poster, sign).send({ ...message, destinationId });
  return calls[0]!;
}

it('4 a message to a URL is signed with the secret of its destination, and of no other', async () => {
  const { headers, body } = await posted('ntg_1');
  const secret = (organizationId: string, id: string) => destinationSecret('key', { organizationId, id });
  expect(new Webhook(secret('org_1', 'ntg_1')).verify(body, headers)).toMatchObject({ message: 'Hello' });
  for (const other of [secret('org_1', 'ntg_2'), secret('org_2', 'ntg_1')]) {
    expect(() => new Webhook(other).verify(body, headers)).toThrow();
  }
  expect(() => new Webhook(secret('org_1', 'ntg_1')).verify(`${body} `, headers)).toThrow();
});
