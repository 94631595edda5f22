import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createSqs } from '../../../../../cdk/local/sqs/index.ts';
import { temporaryDirectory } from '../../../../support/temporary-directory.ts';
import { anyClock, until } from '../support/any-clock.ts';
import { anyCall, anyResource, callService, createResource } from '../support/any-cloud.ts';

const QueueUrl = 'http://127.0.0.1:3000/000000000000/work';

async function anySqs(properties: Record<string, unknown> = {}) {
  const clock = anyClock();
  const sqs = createSqs({ clock, dataDirectory: undefined, endpoint: 'http://127.0.0.1:3000' });
  onTestFinished(sqs.stop);
  await createResource(sqs, anyResource('dead', 'AWS::SQS::Queue', {}));
  await createResource(
    sqs,
    anyResource('work', 'AWS::SQS::Queue', {
      RedrivePolicy: { deadLetterTargetArn: 'arn:aws:sqs:us-east-1:000000000000:dead', maxReceiveCount: 2 },
      ...properties,
    }),
  );
  const [service] = sqs.services;
  const call = async (action: string, input: Record<string, unknown> = {}) =>
    (await callService(service!, action, { QueueUrl, ...input })).body;
  return { clock, sqs, service: service!, call };
}

/** Queues in a folder, with dead letters after two receives, that can be opened again and again. */
function kept() {
  const dataDirectory = temporaryDirectory('queues');
  const clock = anyClock();
  const RedrivePolicy = {
    deadLetterTargetArn: 'arn:aws:sqs:us-east-1:000000000000:dead',
    maxReceiveCount: 2,
  };
  const open = async () => {
    const sqs = createSqs({ clock, dataDirectory, endpoint: 'http://127.0.0.1:3000' });
    await createResource(sqs, anyResource('dead', 'AWS::SQS::Queue', {}));
    await createResource(sqs, anyResource('work', 'AWS::SQS::Queue', { RedrivePolicy }));
    return sqs;
  };
  return { open, clock };
}

describe('SQS', () => {
  test('sends, receives and deletes, with digests, attributes and group', async () => {
    const { call } = await anySqs();
    const sent = await call('SendMessage', {
      MessageBody: 'hello',
      MessageGroupId: 'org_1',
      MessageAttributes: { kind: { DataType: 'String', StringValue: 'x' } },
    });
    expect(sent).toMatchObject({
      MD5OfMessageBody: '5d41402abc4b2a76b9719d911017c592',
      MD5OfMessageAttributes: expect.stringMatching(/^[0-9a-f]{32}$/),
    });
    const { Messages } = await call('ReceiveMessage', {
      MessageSystemAttributeNames: ['All'],
      MessageAttributeNames: ['All'],
    });
    expect(Messages).toMatchObject([
      {
        MessageId: sent.MessageId,
        Body: 'hello',
        MD5OfBody: '5d41402abc4b2a76b9719d911017c592',
        MD5OfMessageAttributes: sent.MD5OfMessageAttributes,
        Attributes: { MessageGroupId: 'org_1', ApproximateReceiveCount: '1', SenderId: 'someFunction' },
        MessageAttributes: { kind: { StringValue: 'x' } },
      },
    ]);
    expect(await call('ReceiveMessage')).toEqual({});
    await call('DeleteMessage', { ReceiptHandle: Messages[0].ReceiptHandle });
    expect(await call('GetQueueAttributes', { AttributeNames: ['All'] })).toMatchObject({
      Attributes: { ApproximateNumberOfMessages: '0', ApproximateNumberOfMessagesNotVisible: '0' },
    });
  });

  test('delays by the local clock, up to 900 seconds', async () => {
    const { call, clock } = await anySqs();
    await call('SendMessage', { MessageBody: 'later', DelaySeconds: 900 });
    expect(await call('ReceiveMessage')).toEqual({});
    clock.advance(900_000);
    expect((await call('ReceiveMessage')).Messages).toHaveLength(1);
    expect(await call('SendMessage', { MessageBody: 'x', DelaySeconds: 901 })).toMatchObject({
      __type: 'com.amazonaws.sqs#InvalidParameterValue',
      message: expect.stringContaining('between 0 and 900'),
    });
  });

  test('moves a message that was received too often to the dead letters, and back', async () => {
    const { call, clock, sqs } = await anySqs({ VisibilityTimeout: 10 });
    await call('SendMessage', { MessageBody: 'poison' });
    for (const receive of [1, 2]) {
      expect((await call('ReceiveMessage')).Messages, `receive ${receive}`).toHaveLength(1);
      clock.advance(10_001);
    }
    expect(await call('ReceiveMessage')).toEqual({});
    expect(await sqs.state?.()).toMatchObject({
      queues: [
        { name: 'dead', deadLetters: true, count: 1, visible: 1, messages: [{ body: 'poison' }] },
        { name: 'work', deadLetters: false, count: 0 },
      ],
    });
    await call('StartMessageMoveTask', { SourceArn: 'arn:aws:sqs:us-east-1:000000000000:dead' });
    expect((await call('ReceiveMessage')).Messages).toMatchObject([{ Body: 'poison' }]);
  });

  test('47 4 refuses receipts that are none, one by one in a batch', async () => {
    const { call } = await anySqs();
    await call('SendMessage', { MessageBody: 'kept' });
    const { ReceiptHandle } = (await call('ReceiveMessage')).Messages[0];
    const invalid = { __type: 'com.amazonaws.sqs#ReceiptHandleIsInvalid' };
    expect(await call('DeleteMessage', { ReceiptHandle: 'none' })).toMatchObject(invalid);
    expect(
      await call('ChangeMessageVisibility', { ReceiptHandle: '1.none', VisibilityTimeout: 0 }),
    ).toMatchObject(invalid);
    const entries = [
      { Id: 'good', ReceiptHandle },
      { Id: 'bad', ReceiptHandle: 'none' },
    ];
    expect(await call('DeleteMessageBatch', { Entries: entries })).toMatchObject({
      Successful: [{ Id: 'good' }],
      Failed: [{ Id: 'bad', Code: 'ReceiptHandleIsInvalid' }],
    });
  });

  test('visibility zero gives a message back at once, an old receipt deletes nothing', async () => {
    const { call } = await anySqs();
    await call('SendMessage', { MessageBody: 'again' });
    const first = (await call('ReceiveMessage')).Messages[0];
    await call('ChangeMessageVisibility', { ReceiptHandle: first.ReceiptHandle, VisibilityTimeout: 0 });
    expect(
      await call('ChangeMessageVisibility', { ReceiptHandle: first.ReceiptHandle, VisibilityTimeout: 0 }),
    ).toMatchObject({ __type: 'com.amazonaws.sqs#MessageNotInflight' });
    const second = (await call('ReceiveMessage')).Messages[0];
    await call('DeleteMessage', { ReceiptHandle: first.ReceiptHandle });
    expect((await call('GetQueueAttributes', { AttributeNames: ['All'] })).Attributes).toMatchObject({
      ApproximateNumberOfMessagesNotVisible: '1',
    });
    await call('DeleteMessage', { ReceiptHandle: second.ReceiptHandle });
    expect((await call('GetQueueAttributes', { AttributeNames: ['All'] })).Attributes).toMatchObject({
      ApproximateNumberOfMessagesNotVisible: '0',
    });
  });

  test('long polling ends with the message, or empty with its time', async () => {
    const { call, clock } = await anySqs();
    const waiting = call('ReceiveMessage', { WaitTimeSeconds: 20 });
    await call('SendMessage', { MessageBody: 'now' });
    expect((await waiting).Messages).toMatchObject([{ Body: 'now' }]);
    const empty = call('ReceiveMessage', { WaitTimeSeconds: 20 });
    await new Promise((resolve) => setImmediate(resolve));
    clock.advance(20_000);
    expect(await empty).toEqual({});
  });

  test('holds the limits of AWS: entries, ids, bytes', async () => {
    const { call } = await anySqs();
    const entries = (count: number, body = 'x') =>
      Array.from({ length: count }, (_, index) => ({ Id: `${index}`, MessageBody: body }));
    const type = async (Entries: unknown) => (await call('SendMessageBatch', { Entries })).__type;
    expect(await type(entries(11))).toBe('com.amazonaws.sqs#TooManyEntriesInBatchRequest');
    expect(await type([])).toBe('com.amazonaws.sqs#EmptyBatchRequest');
    expect(await type([...entries(1), ...entries(1)])).toBe('com.amazonaws.sqs#BatchEntryIdsNotDistinct');
    expect(await type(entries(2, 'x'.repeat(600_000)))).toBe('com.amazonaws.sqs#BatchRequestTooLong');
    expect((await call('SendMessage', { MessageBody: 'x'.repeat(1_048_577) })).__type).toBe(
      'com.amazonaws.sqs#InvalidParameterValue',
    );
    expect((await call('SendMessageBatch', { Entries: entries(10) })).Successful).toHaveLength(10);
    expect(
      await call('SendMessageBatch', {
        Entries: [
          { Id: 'a', MessageBody: 'x' },
          { Id: 'b', MessageBody: '' },
        ],
      }),
    ).toMatchObject({ Successful: [{ Id: 'a' }], Failed: [{ Id: 'b', SenderFault: true }] });
  });

  test('a queue that the template lacks does not exist', async () => {
    const { service } = await anySqs();
    const reply = await service.handle(
      anyCall('sqs', 'SendMessage', {
        QueueUrl: 'http://127.0.0.1:3000/000000000000/other',
        MessageBody: 'x',
      }),
    );
    expect(reply.headers).toMatchObject({
      'x-amzn-query-error': 'AWS.SimpleQueueService.NonExistentQueue;Sender',
    });
  });

  test('needs what AWS asks for, on the queue named in the URL', async () => {
    const { service } = await anySqs();
    expect(service.needs(anyCall('sqs', 'SendMessageBatch', { QueueUrl }))).toEqual([
      { action: 'sqs:SendMessage', resource: 'arn:aws:sqs:us-east-1:000000000000:work' },
    ]);
  });

  test('forgets messages after their retention', async () => {
    const { call, clock } = await anySqs({ MessageRetentionPeriod: 3600 });
    await call('SendMessage', { MessageBody: 'old' });
    clock.advance(3_601_000);
    expect(await call('ReceiveMessage')).toEqual({});
    const { Attributes } = await call('GetQueueAttributes', {
      AttributeNames: ['ApproximateNumberOfMessages'],
    });
    expect(Attributes).toEqual({ ApproximateNumberOfMessages: '0' });
  });

  test('after a kill, what was in work is there again at once and unspent; what a consumer put off or failed on waits', async () => {
    const { open, clock } = kept();
    const killed = await open();
    for (const body of ['in work', 'put off', 'done', 'failed']) killed.queues.send('work', { body });
    killed.queues.send('work', { body: 'delayed', delayMs: 60_000 });
    const [, putOff, done, failed] = killed.queues.receive('work', 4);
    killed.queues.setVisibility('work', putOff!.receiptHandle, 600_000);
    killed.queues.remove('work', [done!.receiptHandle]);
    killed.queues.giveUp('work', [failed!.receiptHandle]);

    // The first one is never stopped, so nothing that it would write at its end exists.
    const restarted = await open();
    const received = () => restarted.queues.receive('work', 10).map(({ body, receives }) => [body, receives]);
    expect(restarted.queues.counts('work')).toEqual({ visible: 1, inFlight: 2, delayed: 1 });
    expect(received()).toEqual([['in work', 1]]);
    clock.advance(30_001);
    expect(received()).toContainEqual(['failed', 2]);
    await killed.stop();
    await restarted.stop();
  });

  test('30 kills in the middle of the work on a message leave no dead letter', async () => {
    const { open } = kept();
    const first = await open();
    first.queues.send('work', { body: 'patient' });
    await first.stop();
    for (let kill = 0; kill < 30; kill++) {
      const killed = await open();
      onTestFinished(killed.stop);
      expect(killed.queues.receive('work', 1)).toMatchObject([{ body: 'patient', receives: 1 }]);
    }
    const last = await open();
    expect(last.queues.counts('dead')).toEqual({ visible: 0, inFlight: 0, delayed: 0 });
    expect(last.queues.receive('work', 1)).toMatchObject([{ receives: 1 }]);
    await last.stop();
  });

  test('are fair: messages of a group that has more than its share in flight come after those of others', async () => {
    const { sqs } = await anySqs();
    const { queues } = sqs;
    const send = (groupId: string, count: number) => {
      for (let n = 1; n <= count; n++) queues.send('work', { body: `${groupId}${n}`, groupId });
    };
    const next = (limit: number) => queues.receive('work', limit).map(({ body }) => body);
    send('a', 6);
    expect(next(2)).toEqual(['a1', 'a2']);
    send('b', 3);
    expect(queues.hasQuiet('work')).toBe(true);
    expect(next(2)).toEqual(['b1', 'b2']);
    send('c', 1);
    expect(queues.receive('work', 10, { groups: 'quiet' }).map(({ body }) => body)).toEqual(['c1']);
    expect(queues.hasQuiet('work')).toBe(false);
    expect(next(10)).toEqual(['a3', 'a4', 'a5', 'a6', 'b3']);
  });

  test('names the file when it is damaged', () => {
    const dataDirectory = temporaryDirectory('queues');
    writeFileSync(join(dataDirectory, 'sqs.sqlite'), 'not a database, only text '.repeat(100));
    expect(() => createSqs({ clock: anyClock(), dataDirectory, endpoint: '' })).toThrow(
      /sqs\.sqlite is damaged: start with --fresh/,
    );
  });

  test('is not idle while a consumed queue has something to receive', async () => {
    const { call, service, sqs } = await anySqs();
    await call('SendMessage', { MessageBody: 'x' });
    expect(await service.idle()).toBe(true);
    const forget = sqs.queues.onAvailable('work', () => undefined);
    expect(await service.idle()).toBe(false);
    forget();
    await until(() => service.idle());
  });
});
