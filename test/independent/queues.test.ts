import { setTimeout } from 'node:timers/promises';
import {
  ChangeMessageVisibilityCommand,
  CreateQueueCommand,
  DeleteMessageBatchCommand,
  DeleteMessageCommand,
  GetQueueAttributesCommand,
  GetQueueUrlCommand,
  type Message,
  PurgeQueueCommand,
  ReceiveMessageCommand,
  SendMessageBatchCommand,
  SendMessageCommand,
  SQSClient,
} from '@aws-sdk/client-sqs';
import { expect } from 'vitest';
import { createSqs } from '../../cdk/local/sqs/index.ts';
import { anyClock } from '../unit/cdk/local/support/any-clock.ts';
import { anyResource, createResource } from '../unit/cdk/local/support/any-cloud.ts';
import { serveServices } from '../unit/cdk/local/support/serve-services.ts';
import { describeAlike, type Implementation } from './describe-alike.ts';
import { startMiniStack } from './start-ministack.ts';
import { startMoto } from './start-moto.ts';
import { type PythonServer, SERVER_ACCOUNT } from './start-python-server.ts';

type Properties = Readonly<Record<string, string | number | object>>;

interface Tried {
  readonly client: SQSClient;
  /** The account of its queues' names. */
  readonly account: string;
  /** Makes a queue; returns its address. */
  make(name: string, properties?: Properties): Promise<string>;
  /** Lets time pass: where it cannot be moved, by waiting. */
  pass(ms: number): Promise<void>;
  stop(): Promise<void>;
}

const clientOf = (endpoint: string) =>
  new SQSClient({
    endpoint,
    region: 'us-east-1',
    maxAttempts: 1,
    credentials: { accessKeyId: 'test', secretAccessKey: 'test' },
  });

async function local(): Promise<Tried> {
  const clock = anyClock();
  const part = createSqs({ clock, dataDirectory: undefined, endpoint: 'http://127.0.0.1:1' });
  const served = await serveServices(() => part.services);
  const client = clientOf(served.endpoint);
  return {
    client,
    account: '000000000000',
    async make(name, properties = {}) {
      await createResource(part, anyResource(name, 'AWS::SQS::Queue', properties));
      const { QueueUrl } = await client.send(new GetQueueUrlCommand({ QueueName: name }));
      return String(QueueUrl);
    },
    pass: async (ms) => clock.advance(ms),
    async stop() {
      client.destroy();
      await served.stop();
      await part.stop();
    },
  };
}

async function servedBy(start: () => Promise<PythonServer>): Promise<Tried> {
  const { endpoint, stop } = await start();
  const client = clientOf(endpoint);
  return {
    client,
    account: SERVER_ACCOUNT,
    async make(QueueName, properties = {}) {
      const Attributes = Object.fromEntries(
        Object.entries(properties).map(([name, value]) => [
          name,
          typeof value === 'object' ? JSON.stringify(value) : String(value),
        ]),
      );
      const { QueueUrl } = await client.send(new CreateQueueCommand({ QueueName, Attributes }));
      return String(QueueUrl);
    },
    pass: (ms) => setTimeout(ms),
    async stop() {
      client.destroy();
      await stop();
    },
  };
}

/** Calls on one queue. */
function on({ client }: Tried, QueueUrl: string) {
  return {
    send: (MessageBody: string, rest: object = {}) =>
      client.send(new SendMessageCommand({ QueueUrl, MessageBody, ...rest })),
    sendAll: (bodies: readonly string[]) =>
      client.send(
        new SendMessageBatchCommand({
          QueueUrl,
          Entries: bodies.map((MessageBody, index) => ({ Id: `${index}`, MessageBody })),
        }),
      ),
    receive: async (rest: object = {}): Promise<readonly Message[]> =>
      (
        await client.send(
          new ReceiveMessageCommand({
            QueueUrl,
            MaxNumberOfMessages: 10,
            MessageSystemAttributeNames: ['All'],
            MessageAttributeNames: ['All'],
            ...rest,
          }),
        )
      ).Messages ?? [],
    remove: ({ ReceiptHandle }: Message) =>
      client.send(new DeleteMessageCommand({ QueueUrl, ReceiptHandle })),
    hide: ({ ReceiptHandle }: Message, VisibilityTimeout: number) =>
      client.send(new ChangeMessageVisibilityCommand({ QueueUrl, ReceiptHandle, VisibilityTimeout })),
    attributes: async () =>
      (await client.send(new GetQueueAttributesCommand({ QueueUrl, AttributeNames: ['All'] }))).Attributes ??
      {},
  };
}

const bodies = (messages: readonly Message[]) => messages.map(({ Body }) => Body).toSorted();

const behaviours = {
  'hides a received message for its time, then gives it again with its count': async (tried: Tried) => {
    const { send, receive } = on(tried, await tried.make('hidden', { VisibilityTimeout: 1 }));
    await send('a');
    expect((await receive())[0]?.Attributes?.ApproximateReceiveCount).toBe('1');
    expect(await receive()).toEqual([]);
    await tried.pass(1_200);
    expect((await receive())[0]?.Attributes?.ApproximateReceiveCount).toBe('2');
  },
  'forgets what was removed by its receipt': async (tried: Tried) => {
    const { send, receive, remove } = on(tried, await tried.make('removed', { VisibilityTimeout: 1 }));
    await send('a');
    const [message] = await receive();
    await remove(message!);
    await tried.pass(1_200);
    expect(await receive()).toEqual([]);
    await expect(remove(message!)).resolves.toBeDefined();
  },
  'gives a message back at once when its time is set to none': async (tried: Tried) => {
    const { send, receive, hide } = on(tried, await tried.make('given-back', { VisibilityTimeout: 60 }));
    await send('a');
    const [message] = await receive();
    await hide(message!, 0);
    expect(bodies(await receive())).toEqual(['a']);
  },
  'keeps a message hidden for the time that its receiver asks for': async (tried: Tried) => {
    const { send, receive, hide } = on(tried, await tried.make('longer', { VisibilityTimeout: 1 }));
    await send('a');
    const [message] = await receive();
    await hide(message!, 2);
    await tried.pass(1_200);
    expect(await receive()).toEqual([]);
    await tried.pass(1_200);
    expect(bodies(await receive())).toEqual(['a']);
  },
  'refuses a time of more than twelve hours': async (tried: Tried) => {
    const { send, receive, hide } = on(tried, await tried.make('too-long'));
    await send('a');
    const [message] = await receive();
    await expect(hide(message!, 43_201)).rejects.toMatchObject({ name: 'InvalidParameterValue' });
  },
  'holds back what is delayed, by the queue or by the message': async (tried: Tried) => {
    const { send, receive } = on(tried, await tried.make('delayed', { DelaySeconds: 1 }));
    await send('by the queue');
    await send('by itself', { DelaySeconds: 2 });
    expect(await receive()).toEqual([]);
    await tried.pass(1_200);
    expect(bodies(await receive())).toEqual(['by the queue']);
    await tried.pass(1_200);
    expect(bodies(await receive())).toEqual(['by itself']);
  },
  'takes a batch of ten, and no more': async (tried: Tried) => {
    const { sendAll, receive } = on(tried, await tried.make('batch'));
    const ten = Array.from({ length: 10 }, (_, index) => `${index}`);
    expect((await sendAll(ten)).Successful).toHaveLength(10);
    await expect(sendAll([...ten, '10'])).rejects.toMatchObject({ name: 'TooManyEntriesInBatchRequest' });
    expect(bodies(await receive())).toEqual(ten);
  },
  'refuses a batch with an id twice': async (tried: Tried) => {
    const QueueUrl = await tried.make('twice');
    const entry = { Id: 'a', MessageBody: 'a' };
    await expect(
      tried.client.send(new SendMessageBatchCommand({ QueueUrl, Entries: [entry, entry] })),
    ).rejects.toMatchObject({ name: 'BatchEntryIdsNotDistinct' });
  },
  'refuses an empty batch': async (tried: Tried) => {
    const { sendAll } = on(tried, await tried.make('empty'));
    await expect(sendAll([])).rejects.toMatchObject({ name: 'EmptyBatchRequest' });
  },
  'does the rest of a batch of which a part cannot be done': async (tried: Tried) => {
    const QueueUrl = await tried.make('part');
    const { send, receive } = on(tried, QueueUrl);
    await send('a');
    const [message] = await receive();
    const reply = await tried.client.send(
      new DeleteMessageBatchCommand({
        QueueUrl,
        Entries: [
          { Id: 'good', ReceiptHandle: message?.ReceiptHandle },
          { Id: 'bad', ReceiptHandle: 'not a receipt' },
        ],
      }),
    );
    expect(reply.Successful?.map(({ Id }) => Id)).toEqual(['good']);
    expect(reply.Failed?.map(({ Id, SenderFault }) => ({ Id, SenderFault }))).toEqual([
      { Id: 'bad', SenderFault: true },
    ]);
  },
  'puts to the dead letters what was received too often': async (tried: Tried) => {
    const dead = on(tried, await tried.make('dead'));
    const redrive = {
      deadLetterTargetArn: `arn:aws:sqs:us-east-1:${tried.account}:dead`,
      maxReceiveCount: 2,
    };
    const { send, receive } = on(
      tried,
      await tried.make('failing', { VisibilityTimeout: 1, RedrivePolicy: redrive }),
    );
    await send('a');
    for (const _ of [1, 2]) {
      expect(bodies(await receive())).toEqual(['a']);
      await tried.pass(1_200);
    }
    expect(await receive()).toEqual([]);
    const [letter] = await dead.receive();
    expect(letter?.Body).toBe('a');
  },
  'says of a dead letter where it comes from': async (tried: Tried) => {
    const dead = on(tried, await tried.make('dead-named'));
    const redrive = {
      deadLetterTargetArn: `arn:aws:sqs:us-east-1:${tried.account}:dead-named`,
      maxReceiveCount: 1,
    };
    const { send, receive } = on(
      tried,
      await tried.make('failing-named', { VisibilityTimeout: 1, RedrivePolicy: redrive }),
    );
    await send('a');
    await receive();
    await tried.pass(1_200);
    await receive();
    const [letter] = await dead.receive();
    expect(letter?.Attributes?.DeadLetterQueueSourceArn).toBe(
      `arn:aws:sqs:us-east-1:${tried.account}:failing-named`,
    );
  },
  'refuses a receipt that is none': async (tried: Tried) => {
    const { remove, hide } = on(tried, await tried.make('receipts'));
    const message = { ReceiptHandle: 'not a receipt' };
    await expect(remove(message)).rejects.toMatchObject({ name: 'ReceiptHandleIsInvalid' });
    await expect(hide(message, 1)).rejects.toMatchObject({ name: 'ReceiptHandleIsInvalid' });
  },
  'brings attributes as they were sent, and digests that the client checks': async (tried: Tried) => {
    const { send, receive } = on(tried, await tried.make('attributes'));
    const MessageAttributes = {
      trace: { DataType: 'String', StringValue: 'ö' },
      count: { DataType: 'Number', StringValue: '3' },
    };
    await send('a', { MessageAttributes });
    const [message] = await receive();
    expect(message?.MessageAttributes).toMatchObject(MessageAttributes);
    expect(message?.MD5OfBody).toBe('0cc175b9c0f1b6a831c399e269772661');
  },
  'keeps the group of a message on a queue without order': async (tried: Tried) => {
    const { send, receive } = on(tried, await tried.make('groups'));
    await send('a', { MessageGroupId: 'organization' });
    expect((await receive())[0]?.Attributes?.MessageGroupId).toBe('organization');
  },
  'carries the trace of a message': async (tried: Tried) => {
    const { send, receive } = on(tried, await tried.make('trace'));
    const StringValue = 'Root=1-5759e988-bd862e3fe1be46a994272793;Sampled=1';
    await send('a', { MessageSystemAttributes: { AWSTraceHeader: { DataType: 'String', StringValue } } });
    expect((await receive())[0]?.Attributes?.AWSTraceHeader).toBe(StringValue);
  },
  'counts what can be received, is with a receiver, and waits': async (tried: Tried) => {
    const { send, receive, attributes } = on(tried, await tried.make('counted', { VisibilityTimeout: 60 }));
    await send('received');
    await receive();
    await send('ready');
    await send('waits', { DelaySeconds: 60 });
    expect(await attributes()).toMatchObject({
      ApproximateNumberOfMessages: '1',
      ApproximateNumberOfMessagesNotVisible: '1',
      ApproximateNumberOfMessagesDelayed: '1',
      VisibilityTimeout: '60',
      QueueArn: `arn:aws:sqs:us-east-1:${tried.account}:counted`,
    });
  },
  'takes a message of its largest size, and no larger one': async (tried: Tried) => {
    const { send } = on(tried, await tried.make('size', { MaximumMessageSize: 2_048 }));
    await send('x'.repeat(2_048));
    await expect(send('x'.repeat(2_049))).rejects.toMatchObject({ name: 'InvalidParameterValue' });
  },
  'forgets everything when it is purged': async (tried: Tried) => {
    const QueueUrl = await tried.make('purged');
    const { sendAll, receive } = on(tried, QueueUrl);
    await sendAll(['a', 'b']);
    await tried.client.send(new PurgeQueueCommand({ QueueUrl }));
    expect(await receive()).toEqual([]);
  },
  'waits for a message as long as a receiver asks': async (tried: Tried) => {
    const { send, receive } = on(tried, await tried.make('waiting'));
    const waited = receive({ WaitTimeSeconds: 5 });
    await setTimeout(200);
    await send('a');
    expect(bodies(await waited)).toEqual(['a']);
  },
  'names a queue that is not there': async (tried: Tried) => {
    await expect(tried.client.send(new GetQueueUrlCommand({ QueueName: 'another' }))).rejects.toMatchObject({
      name: 'QueueDoesNotExist',
    });
  },
};

const implementations: readonly Implementation<Tried, keyof typeof behaviours>[] = [
  { name: 'the local cloud', start: local },
  {
    name: 'moto',
    start: () => servedBy(startMoto),
    differs: { 'says of a dead letter where it comes from': 'it has no such attribute' },
  },
  {
    name: 'MiniStack',
    start: () => servedBy(startMiniStack),
    differs: {
      'forgets what was removed by its receipt': 'it refuses to remove a message a second time',
      'refuses a time of more than twelve hours': 'it takes any',
    },
  },
];

describeAlike('47 4 SQS', behaviours, implementations);
