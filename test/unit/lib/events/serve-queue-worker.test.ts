import type { SQSEvent } from 'aws-lambda';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import {
  ConsumerFailure,
  defineQueueWorker,
  QUEUE_VARIABLE,
  serveQueueWorker,
} from '../../../../lib/events/index.ts';
import { startAwsStub } from '../../../support/aws-stub.ts';
import { recordingLog } from '../../../support/recording-log.ts';

let aws: Awaited<ReturnType<typeof startAwsStub>>;
beforeEach(async () => {
  aws = await startAwsStub();
  vi.stubEnv('AWS_ENDPOINT_URL', aws.endpoint);
  vi.stubEnv('AWS_REGION', 'us-east-1');
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'test');
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'test');
  vi.stubEnv(QUEUE_VARIABLE, `${aws.endpoint}/000000000000/work`);
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await aws.stop();
});

/** What the service answers to a batch of one message that its worker ends with `failure`, and what it logs. */
async function handled(failure: unknown) {
  const log = recordingLog();
  const worker = defineQueueWorker({
    name: 'work',
    consumes: [],
    timeoutSeconds: 1,
    uses: {},
    failureImpact: 'Nobody.',
    async handle() {
      if (failure !== undefined) throw failure;
    },
  });
  const message = {
    messageId: 'm1',
    receiptHandle: 'r1',
    body: JSON.stringify({ id: 'evt_1', name: 'order.created', organizationId: 'org_a', data: {} }),
    attributes: { ApproximateReceiveCount: '2' },
  };
  const reply = await serveQueueWorker(worker, () => ({ log }))({
    Records: [message],
  } as unknown as SQSEvent);
  return {
    comesAgain: reply.batchItemFailures.map(({ itemIdentifier }) => itemIdentifier),
    lines: log.entries.map(({ level, code }) => `${level} ${code}`),
  };
}

it('a message that is done is gone', async () => {
  expect(await handled(undefined)).toEqual({ comesAgain: [], lines: ['info worker.handled'] });
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
