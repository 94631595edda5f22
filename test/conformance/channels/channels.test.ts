import type { PinpointSMSVoiceV2Client } from '@aws-sdk/client-pinpoint-sms-voice-v2';
import type { SESv2Client } from '@aws-sdk/client-sesv2';
import type { SocialMessagingClient } from '@aws-sdk/client-socialmessaging';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { paceChannel } from '../../../functions/compose/pace-channel.ts';
import { createConnection } from '../../../lib/reactions/connections/index.ts';
import {
  CHANNELS,
  type ChannelAdapter,
  chatApi,
  destinationHeaders,
  emailChannel,
  type Handover,
  type OutgoingMessage,
  slackChannel,
  teamsChannel,
  textChannel,
  webhookChannel,
  whatsappChannel,
} from '../../../lib/reactions/notifications/index.ts';
import { memoryCredentials } from '../../support/memory-credentials.ts';
import { must, recorder } from '../../support/notifications-at-work.ts';
import { startTestTable, type TestTable } from '../../support/test-table.ts';

const organizationId = 'org_01KAAAAAAAAAAAAAAAAAAAAAAA';

/** How the other side treats a message: accepts it, refuses it for good, is overloaded, or is unreachable. */
type Answer = 'takes' | 'refuses' | 'is overloaded' | 'is not there';

/** An adapter, the other side's answer, and what the other side received, as text. */
interface Tried {
  readonly adapter: ChannelAdapter;
  readonly recipient: string;
  readonly given: readonly string[];
  answer(answer: Answer): void;
}

interface Kind {
  readonly name: string;
  /** Whether the other side gets an id by which it can recognize a repetition. */
  readonly tellsId: boolean;
  /** Whether it returns an id of its own. */
  readonly hasReceipt: boolean;
  start(db: TestTable): Promise<Tried>;
}

/** An AWS client that answers as configured: errors have the names that the service uses. */
function amazon(names: { readonly refuses: string; readonly overloaded: string }, receipt: object) {
  let answer: Answer = 'takes';
  const given: string[] = [];
  const fail = (name: string) => {
    throw Object.assign(new Error('The service failed.'), { name });
  };
  const client = {
    send: async ({ input }: { input: Record<string, unknown> }) => {
      const { message } = input;
      const text = message instanceof Uint8Array ? new TextDecoder().decode(message) : JSON.stringify(input);
      given.push(text);
      if (answer === 'refuses') fail(names.refuses);
      if (answer === 'is overloaded') fail(names.overloaded);
      if (answer === 'is not there') fail('TimeoutError');
      return receipt;
    },
  };
  return { client: client as never, given, answer: (next: Answer) => (answer = next) };
}

/** A receiver over HTTP that answers as configured. */
function receiver() {
  let answer: Answer = 'takes';
  const given: string[] = [];
  return {
    given,
    answer: (next: Answer) => (answer = next),
    async send(url: string, headers: Readonly<Record<string, string>>, body: string) {
      given.push(JSON.stringify({ url, headers, ...JSON.parse(body) }));
      if (answer === 'is not there') return { body: '', error: 'connect ECONNREFUSED' };
      const status = { takes: 200, refuses: 404, 'is overloaded': 429 }[answer];
      return { status, body: 'reply' };
    },
  };
}

const overHttp = (make: (poster: ReturnType<typeof receiver>) => ChannelAdapter) => async () => {
  const poster = receiver();
  const recipient = 'https://chat.example.com/hooks/1';
  return { adapter: make(poster), recipient, given: poster.given, answer: poster.answer };
};

const noChat = async (): Promise<Handover> => ({ outcome: 'refused', error: 'There is no chat.' });

const store = memoryCredentials();

/** The web API answers failures with status 200 as well. */
async function byApi(db: TestTable): Promise<Tried> {
  let answer: Answer = 'takes';
  const given: string[] = [];
  must(
    await createConnection({ ...db.deps, store, destinations: { allowLoopback: false } }, organizationId, {
      name: 'slack',
      origin: 'https://chat.example.com',
      pathPrefix: '/api/',
      methods: ['POST'],
      requestFields: [],
      auth: { type: 'bearer', token: 'xoxb-1' },
    }),
  );
  const postToChat = chatApi({
    table: db.deps.table,
    store,
    async send({ url, headers, body }) {
      given.push(JSON.stringify({ url, headers, ...JSON.parse(body ?? '{}') }));
      if (answer === 'is not there') return { stage: 'connecting', reason: 'connect ECONNREFUSED' };
      const reply = {
        takes: { ok: true, ts: '1700000000.000100' },
        refuses: { ok: false, error: 'channel_not_found' },
        'is overloaded': { ok: false, error: 'ratelimited' },
      }[answer];
      return { status: 200, body: JSON.stringify(reply) };
    },
  });
  const poster = receiver();
  return {
    adapter: slackChannel(poster, postToChat),
    recipient: '#deliveries',
    given,
    answer: (next) => (answer = next),
  };
}

function scripted(wrap: (adapter: ChannelAdapter, db: TestTable) => ChannelAdapter) {
  return async (db: TestTable): Promise<Tried> => {
    const answers: Handover[] = [];
    const given: string[] = [];
    const inner = recorder('sms', answers);
    const adapter = {
      channel: inner.channel,
      send(message: OutgoingMessage) {
        given.push(JSON.stringify(message));
        return inner.send(message);
      },
    };
    const faults: Partial<Record<Answer, Handover>> = {
      refuses: { outcome: 'refused', error: 'The number does not exist.' },
      'is overloaded': { outcome: 'unavailable', error: 'There is too much to do.' },
      'is not there': { outcome: 'unavailable', error: 'Nobody answers.' },
    };
    return {
      adapter: wrap(adapter, db),
      recipient: '+14155550199',
      given,
      answer(next) {
        const fault = faults[next];
        if (fault) answers.push(fault);
      },
    };
  };
}

const KINDS: readonly Kind[] = [
  {
    name: 'e-mail by SES',
    tellsId: true,
    hasReceipt: true,
    async start() {
      const errors = { refuses: 'MessageRejected', overloaded: 'TooManyRequestsException' };
      const { client, given, answer } = amazon(errors, { MessageId: 'm1' });
      const adapter = emailChannel({ from: 'shop@example.com' }, client as SESv2Client);
      return { adapter, recipient: 'ada@example.com', given, answer };
    },
  },
  {
    name: 'text messages by End User Messaging',
    tellsId: true,
    hasReceipt: true,
    async start() {
      const errors = { refuses: 'ValidationException', overloaded: 'ThrottlingException' };
      const { client, given, answer } = amazon(errors, { MessageId: 'm1' });
      const adapter = textChannel({ origin: '+14155550111' }, client as PinpointSMSVoiceV2Client);
      return { adapter, recipient: '+14155550199', given, answer };
    },
  },
  {
    name: 'WhatsApp by End User Messaging Social',
    tellsId: false,
    hasReceipt: true,
    async start() {
      const errors = { refuses: 'InvalidParametersException', overloaded: 'ThrottledRequestException' };
      const { client, given, answer } = amazon(errors, { messageId: 'm1' });
      const adapter = whatsappChannel('phone-number-id-1', client as SocialMessagingClient);
      return { adapter, recipient: '+14155550199', given, answer };
    },
  },
  {
    name: 'Slack by an incoming webhook',
    tellsId: true,
    hasReceipt: false,
    start: overHttp((poster) => slackChannel(poster, noChat)),
  },
  { name: 'Slack by its web API', tellsId: true, hasReceipt: true, start: byApi },
  {
    name: 'Teams by a workflow webhook',
    tellsId: true,
    hasReceipt: false,
    start: overHttp((poster) => teamsChannel(poster)),
  },
  {
    name: 'a signed webhook',
    tellsId: true,
    hasReceipt: false,
    start: overHttp((poster) =>
      webhookChannel(
        poster,
        destinationHeaders({ now: () => 0 }, async () => ['key']),
      ),
    ),
  },
  { name: 'a scripted channel', tellsId: true, hasReceipt: true, start: scripted((adapter) => adapter) },
  {
    name: 'a channel that keeps to its pace',
    tellsId: true,
    hasReceipt: true,
    start: scripted((adapter, db) => paceChannel(db.deps, adapter)),
  },
];

let db: TestTable;
beforeAll(async () => {
  db = await startTestTable();
});
afterAll(() => db.stop());

it('4 every channel is in the suite', async () => {
  const started = await Promise.all(KINDS.map(({ start }) => start(db)));
  expect([...new Set(started.map(({ adapter }) => adapter.channel))].sort()).toEqual([...CHANNELS].sort());
});

describe.each(KINDS)('4 $name', ({ start, tellsId, hasReceipt }) => {
  let tried: Tried;
  beforeEach(async () => {
    tried = await start(db);
  });
  const message = (more: Partial<OutgoingMessage> = {}): OutgoingMessage => ({
    organizationId,
    destinationId: 'ntg_01KAAAAAAAAAAAAAAAAAAAAAAA',
    id: 'ntf_0123456789',
    recipient: tried.recipient,
    subject: 'On its way',
    body: 'Your order is on its way.',
    html: null,
    isUnsubscribable: false,
    ...more,
  });

  it('hands a message over once, to its recipient and with its words', async () => {
    const handover = await tried.adapter.send(message());
    expect(handover.outcome).toBe('sent');
    expect(tried.given).toHaveLength(1);
    expect(tried.given[0]).toContain(tried.recipient);
    expect(tried.given[0]).toContain('Your order is on its way.');
    const receipt = handover.outcome === 'sent' ? handover.receipt : undefined;
    expect(receipt).toEqual(hasReceipt ? expect.stringMatching(/./) : null);
  });

  it('gives the same id with every attempt, where the channel takes one', async () => {
    await tried.adapter.send(message());
    await tried.adapter.send(message());
    const told = tried.given.map((text) => text.includes('ntf_0123456789'));
    expect(told).toEqual([tellsId, tellsId]);
  });

  it.each([
    ['refuses', 'refused'],
    ['is overloaded', 'unavailable'],
    ['is not there', 'unavailable'],
  ] as const)('does not throw when the other side %s: the message is %s', async (answer, outcome) => {
    tried.answer(answer);
    const handover = await tried.adapter.send(message());
    expect(handover).toEqual({ outcome, error: expect.stringMatching(/\w/) });
  });

  it('takes a message without a subject, of the greatest length, and with special characters', async () => {
    expect((await tried.adapter.send(message({ subject: null, body: 'ä'.repeat(4000) }))).outcome).toBe(
      'sent',
    );
    const special = 'Ben & Jerry <b>"x"</b>\n\u{1f600} `code` *star* {{x}}';
    expect((await tried.adapter.send(message({ body: special }))).outcome).toBe('sent');
    expect(tried.given[1]).toContain('\u{1f600}');
  });
});

describe('4 channels over HTTP', () => {
  const to = (recipient: string): OutgoingMessage => ({
    organizationId,
    destinationId: null,
    id: 'ntf_1',
    recipient,
    subject: null,
    body: 'Hello',
    html: null,
    isUnsubscribable: false,
  });

  it.each(['ops', '', 'ftp://chat.example.com/x', 'javascript:alert(1)'])(
    'send nothing to %j, which is not a web address',
    async (recipient) => {
      const poster = receiver();
      const handover = await teamsChannel(poster).send(to(recipient));
      expect(handover).toMatchObject({ outcome: 'refused', error: expect.stringContaining('is not a URL') });
      expect(poster.given).toEqual([]);
    },
  );

  it('a channel by its name needs a connection, and says which', async () => {
    const { deps } = db;
    const postToChat = chatApi({
      table: deps.table,
      store: memoryCredentials(),
      send: async () => ({ stage: 'connecting', reason: 'It was sent.' }),
    });
    const adapter = slackChannel(receiver(), postToChat);
    const handover = await adapter.send({ ...to('#ops'), organizationId: 'org_other' });
    expect(handover).toMatchObject({ outcome: 'refused', error: expect.stringContaining('"Slack"') });
  });
});
