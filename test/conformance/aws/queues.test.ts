import {
  ChangeMessageVisibilityCommand,
  SendMessageBatchCommand,
  SendMessageCommand,
  SQSClient,
} from '@aws-sdk/client-sqs';
import { afterEach, describe, expect, it } from 'vitest';
import { queueClient, queueUrl } from '../../simulation/world/aws-clients.ts';
import { Queues } from '../../simulation/world/queues.ts';
import { quietWorld } from '../../support/quiet-world.ts';
import { until } from '../../unit/cdk/local/support/any-clock.ts';
import { anyCloud } from '../../unit/cdk/local/support/any-cloud.ts';
import { serveServices } from '../../unit/cdk/local/support/serve-services.ts';

interface Message {
  readonly messageId: string;
  readonly receiptHandle: string;
  readonly body: string;
  readonly attributes: { readonly ApproximateReceiveCount: string };
}

/** Returns the messages that are to be delivered again. */
type Worker = (messages: readonly Message[], tried: Tried) => Promise<readonly Message[]>;

/** A queue whose messages go to a worker, with a visibility timeout of 60 s and dead letters after five receives. */
interface Tried {
  readonly client: SQSClient;
  readonly url: string;
  done<Answer>(call: Promise<Answer>): Promise<Answer>;
  /** Lets time pass, and waits until everything that follows has ended. */
  pass(ms: number): Promise<void>;
  dead(): readonly string[];
  stop(): Promise<void>;
}

const reply = (again: readonly Message[]) => ({
  batchItemFailures: again.map(({ messageId }) => ({ itemIdentifier: messageId })),
});

async function simulated(worker: Worker): Promise<Tried> {
  const handle = async ({ Records }: { readonly Records: readonly Message[] }) =>
    reply(await worker(Records, tried));
  const { world, pool, caller, done, pass } = quietWorld({ work: handle as never });
  const queues = new Queues(world, pool, [{ name: 'work', timeoutSeconds: 10 }]);
  const tried: Tried = {
    client: queueClient(caller, queues),
    url: queueUrl('work'),
    done,
    pass,
    dead: () => queues.dead.map(({ body }) => body),
    stop: async () => undefined,
  };
  return tried;
}

async function local(worker: Worker): Promise<Tried> {
  const arn = (name: string) => `arn:aws:sqs:us-east-1:000000000000:${name}`;
  const cloud = await anyCloud({
    functions: { work: async ({ Records }) => reply(await worker(Records as never, tried)) },
    queues: {
      dead: {},
      work: {
        VisibilityTimeout: 60,
        RedrivePolicy: { deadLetterTargetArn: arn('dead'), maxReceiveCount: 5 },
      },
    },
    mappings: {
      it: {
        EventSourceArn: arn('work'),
        FunctionName: 'work',
        FunctionResponseTypes: ['ReportBatchItemFailures'],
      },
    },
  });
  const served = await serveServices(() => [cloud.queueService]);
  const client = new SQSClient({
    endpoint: served.endpoint,
    region: 'us-east-1',
    credentials: { accessKeyId: 'test', secretAccessKey: 'test' },
  });
  const isQuiet = async () =>
    (await cloud.eventSources.idle?.()) === true && (await cloud.queueService.idle());
  const tried: Tried = {
    client,
    url: 'http://127.0.0.1:1/000000000000/work',
    done: (call) => call,
    async pass(ms) {
      cloud.clock.advance(ms);
      await until(isQuiet);
    },
    dead: () => cloud.queues.peek('dead', 10).map(({ body }) => body),
    async stop() {
      client.destroy();
      await served.stop();
      await cloud.stop();
    },
  };
  return tried;
}

const bodyOf = (id: string) => JSON.stringify({ id });

describe.each([
  { name: 'simulated', start: simulated },
  { name: 'of the local cloud', start: local },
])('queues: $name', ({ start }) => {
  let tried: Tried;
  afterEach(() => tried.stop());

  /** Starts with a worker that records what it gets, in order. */
  async function startWith(worker: Worker = async () => []) {
    const got: string[] = [];
    tried = await start(async (messages, own) => {
      for (const { body, attributes } of messages)
        got.push(`${JSON.parse(body).id} ${attributes.ApproximateReceiveCount}`);
      return worker(messages, own);
    });
    return got;
  }
  const send = (...ids: readonly string[]) =>
    tried.done(
      tried.client.send(
        new SendMessageBatchCommand({
          QueueUrl: tried.url,
          Entries: ids.map((id) => ({ Id: id, MessageBody: bodyOf(id) })),
        }),
      ),
    );
  const isBad = ({ body }: Message) => body === bodyOf('bad');

  it('bring each message of a batch to the worker', async () => {
    const got = await startWith();
    expect((await send('a', 'b', 'c')).Failed ?? []).toEqual([]);
    await tried.pass(1_000);
    expect(got.toSorted()).toEqual(['a 1', 'b 1', 'c 1']);
    await tried.pass(120_000);
    expect(got).toHaveLength(3);
  });

  it('bring again what the worker reports, when its time is up, and nothing else', async () => {
    const got = await startWith(async (messages) =>
      messages.filter((one) => isBad(one) && one.attributes.ApproximateReceiveCount === '1'),
    );
    await send('good', 'bad');
    await tried.pass(1_000);
    expect(got.toSorted()).toEqual(['bad 1', 'good 1']);
    await tried.pass(50_000);
    expect(got).toHaveLength(2);
    await tried.pass(12_000);
    expect(got.slice(2)).toEqual(['bad 2']);
    await tried.pass(120_000);
    expect(got).toHaveLength(3);
  });

  it('bring everything again when the worker fails as a whole', async () => {
    let isFirst = true;
    const got = await startWith(async () => {
      if (!isFirst) return [];
      isFirst = false;
      throw new Error('not yet');
    });
    await send('a');
    await tried.pass(1_000);
    await tried.pass(61_000);
    expect(got).toEqual(['a 1', 'a 2']);
  });

  it('bring a message again at the time that its worker asks for', async () => {
    const got = await startWith(async (messages, { client, url }) => {
      for (const { receiptHandle } of messages) {
        const VisibilityTimeout = 5;
        await client.send(
          new ChangeMessageVisibilityCommand({
            QueueUrl: url,
            ReceiptHandle: receiptHandle,
            VisibilityTimeout,
          }),
        );
      }
      return messages.filter(({ attributes }) => attributes.ApproximateReceiveCount === '1');
    });
    await send('a');
    await tried.pass(1_000);
    expect(got).toEqual(['a 1']);
    await tried.pass(6_000);
    expect(got).toEqual(['a 1', 'a 2']);
  });

  it('hold a delayed message back', async () => {
    const got = await startWith();
    const command = { QueueUrl: tried.url, MessageBody: bodyOf('a'), DelaySeconds: 30 };
    await tried.done(tried.client.send(new SendMessageCommand(command)));
    await tried.pass(20_000);
    expect(got).toEqual([]);
    await tried.pass(11_000);
    expect(got).toEqual(['a 1']);
  });

  it('put what fails five times to the dead letters', async () => {
    const got = await startWith(async (messages) => messages.filter(isBad));
    await send('bad', 'good');
    await tried.pass(1_000);
    for (let round = 0; round < 5; round += 1) await tried.pass(61_000);
    expect(got.filter((one) => one.startsWith('bad'))).toEqual(
      [1, 2, 3, 4, 5].map((count) => `bad ${count}`),
    );
    expect(tried.dead()).toEqual([bodyOf('bad')]);
  });
});
