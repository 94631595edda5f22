import type { SQSEvent } from 'aws-lambda';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Outage } from '../../../../../lib/platform/core/outage.ts';
import {
  ConsumerFailure,
  DEAD_LETTER_QUEUE_VARIABLE,
  defineQueueWorker,
  type EventRecord,
  QUEUE_VARIABLE,
  serveQueueWorker,
} from '../../../../../lib/platform/events/index.ts';
import { startAwsStub } from '../../../../support/aws-stub.ts';
import { recordingLog } from '../../../../support/recording-log.ts';

let aws: Awaited<ReturnType<typeof startAwsStub>>;
beforeEach(async () => {
  aws = await startAwsStub();
  vi.stubEnv('AWS_ENDPOINT_URL', aws.endpoint);
  vi.stubEnv('AWS_REGION', 'us-east-1');
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'test');
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'test');
  vi.stubEnv(QUEUE_VARIABLE, `${aws.endpoint}/000000000000/work`);
  vi.stubEnv(DEAD_LETTER_QUEUE_VARIABLE, `${aws.endpoint}/000000000000/dead`);
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await aws.stop();
});

const EVENT = {
  id: 'evt_1',
  name: 'order.created',
  organizationId: 'org_a',
  aggregateType: 'order',
  aggregateId: 'ord_1',
  occurredAt: '2026-11-22T10:00:00.000Z',
  data: {},
};

/** The service's answer to messages with these bodies, handled by `handle` within `remainingMs`, and its log. */
async function served(batch: {
  bodies: readonly string[];
  handle: (event: EventRecord) => Promise<void>;
  remainingMs?: number;
  receives?: string;
}) {
  const { bodies, handle, remainingMs = 5000, receives = '2' } = batch;
  const log = recordingLog();
  const worker = defineQueueWorker({
    name: 'work',
    consumes: [],
    timeoutSeconds: 1,
    uses: {},
    failureImpact: 'Nobody.',
    handle: (_deps, event) => handle(event),
  });
  const messages = bodies.map((body, index) => ({
    messageId: `m${index + 1}`,
    receiptHandle: `r${index + 1}`,
    body,
    attributes: { ApproximateReceiveCount: receives },
  }));
  const reply = await serveQueueWorker(worker, () => ({ log }))(
    { Records: messages } as unknown as SQSEvent,
    { getRemainingTimeInMillis: () => remainingMs },
  );
  return {
    comesAgain: reply.batchItemFailures.map(({ itemIdentifier }) => itemIdentifier),
    lines: log.entries.map(({ level, code }) => `${level} ${code}`),
  };
}

/** The fate of one message whose handling ends with `failure`. */
function handled(failure: unknown, receives = '2') {
  return served({
    receives,
    bodies: [JSON.stringify(EVENT)],
    handle: async () => {
      if (failure !== undefined) throw failure;
    },
  });
}

it('a message that is done is gone', async () => {
  expect(await handled(undefined)).toEqual({ comesAgain: [], lines: ['debug worker.handled'] });
});

it.each([
  new Error('the provider is down'),
  new ConsumerFailure('before', 'nothing was read'),
  new ConsumerFailure('after', 'it was not recorded'),
])(
  'a message whose worker fails (%s) comes again, and the failure is an error in the log',
  async (failure) => {
    expect(await handled(failure)).toEqual({ comesAgain: ['m1'], lines: ['error worker.failed'] });
    expect(aws.received).toEqual([]);
  },
);

it('a message that another invocation is at comes again when it was told to, without an error in the log', async () => {
  const busy = new ConsumerFailure('busy', 'Another one is at it.', { retryAfterMs: 24_001 });
  expect(await handled(busy)).toEqual({ comesAgain: ['m1'], lines: ['info worker.busy'] });
  expect(aws.received.map((call) => JSON.parse(call))).toMatchObject([
    { ReceiptHandle: 'r1', VisibilityTimeout: 25 },
  ]);
});

it.each([
  ['1', 5],
  ['3', 60],
  ['9', 180],
])(
  '47.1.1: a message that met an outage comes again soon, not after the visibility timeout (received %s times)',
  async (receives, seconds) => {
    for (const failure of [
      Object.assign(new Error('Slow down.'), { name: 'ThrottlingException' }),
      new ConsumerFailure('during', 'It was throttled.', { cause: new Outage('Too much to do.') }),
    ]) {
      const before = aws.received.length;
      expect((await handled(failure, receives)).comesAgain).toEqual(['m1']);
      expect(aws.received.slice(before).map((call) => JSON.parse(call))).toMatchObject([
        { ReceiptHandle: 'r1', VisibilityTimeout: seconds },
      ]);
    }
  },
);

it('a message that does not end comes again alone: what became of the others of its batch is reported in time', async () => {
  const hanging = new Promise<void>(() => {});
  const outcome = await served({
    bodies: [JSON.stringify(EVENT), JSON.stringify({ ...EVENT, id: 'evt_2' })],
    handle: async ({ id }) => (id === 'evt_1' ? hanging : undefined),
    remainingMs: 1020,
  });
  expect(outcome).toEqual({ comesAgain: ['m1'], lines: ['debug worker.handled', 'error worker.failed'] });
});

it.each(['no JSON', '{}', 'null'])(
  'a message that is no event (%s) is put to the dead letters at once, and the others of its batch are done',
  async (body) => {
    const outcome = await served({ bodies: [body, JSON.stringify(EVENT)], handle: async () => {} });
    expect(outcome.comesAgain).toEqual([]);
    expect(outcome.lines.sort()).toEqual(['debug worker.handled', 'error worker.failed']);
    expect(aws.received.map((call) => JSON.parse(call))).toMatchObject([
      { QueueUrl: `${aws.endpoint}/000000000000/dead`, MessageBody: body },
    ]);
  },
);

it('a message that no retry can help comes again when the dead letters cannot be reached', async () => {
  vi.stubEnv(DEAD_LETTER_QUEUE_VARIABLE, '');
  const outcome = await served({
    bodies: [JSON.stringify(EVENT), JSON.stringify({ ...EVENT, id: 'evt_2' })],
    async handle({ id }) {
      if (id === 'evt_1') throw new ConsumerFailure('never', 'It makes no sense.');
    },
  });
  expect(outcome.comesAgain).toEqual(['m1']);
  expect(outcome.lines).toContain('error worker.not-parked');
});
