import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { describe, expect, onTestFinished, test } from 'vitest';
import { temporaryDirectory } from '../../../../support/temporary-directory.ts';
import { until } from '../support/any-clock.ts';
import { anyCloud, type Handler, STREAM_ARN } from '../support/any-cloud.ts';

type Cloud = Awaited<ReturnType<typeof anyCloud>>;

interface Rec {
  eventName: string;
  awsRegion: string;
  eventSourceARN: string;
  userIdentity?: unknown;
  dynamodb: { SequenceNumber: string; Keys: { sk: { S: string } }; NewImage?: unknown; OldImage?: unknown };
}

async function cloudWith(handler: Handler, mapping: Record<string, unknown> = {}, queues = {}) {
  const cloud = await anyCloud({
    functions: { worker: handler },
    queues: { failed: {}, ...queues },
    mappings: {
      stream: {
        EventSourceArn: STREAM_ARN,
        FunctionName: 'worker',
        StartingPosition: 'TRIM_HORIZON',
        ...mapping,
      },
    },
  });
  onTestFinished(cloud.stop);
  return cloud;
}

/** A handler that records each batch as the list of its sort keys. */
function noting(then: (records: Rec[]) => unknown = () => undefined) {
  const batches: string[][] = [];
  const records: Rec[] = [];
  const handler: Handler = (event) => {
    // Records of any source are typed as arbitrary objects; those of a stream look like this.
    const all = event.Records as unknown as Rec[];
    batches.push(all.map((record) => record.dynamodb.Keys.sk.S));
    records.push(...all);
    return then(all);
  };
  return { batches, records, handler };
}

const settled = (cloud: Cloud) =>
  until(async () => (await cloud.eventSources.idle?.()) === true && (await cloud.table.idle()));

describe('pollStream', () => {
  test('hands over inserts, changes and removals as Lambda does, and no write that changed nothing', async () => {
    const { records, handler } = noting();
    const cloud = await cloudWith(handler);
    await cloud.put({ pk: 'a', sk: '1', n: 1 });
    await cloud.put({ pk: 'a', sk: '1', n: 1 });
    await cloud.put({ pk: 'a', sk: '1', n: 2 });
    await settled(cloud);
    expect(records.map(({ eventName }) => eventName)).toEqual(['INSERT', 'MODIFY']);
    expect(records[1]).toMatchObject({
      awsRegion: 'us-east-1',
      eventSource: 'aws:dynamodb',
      eventSourceARN: STREAM_ARN,
      dynamodb: {
        NewImage: { n: { N: '2' } },
        OldImage: { n: { N: '1' } },
        StreamViewType: 'NEW_AND_OLD_IMAGES',
      },
    });
  });

  test('marks what expired as removed by the service', async () => {
    const { records, handler } = noting();
    const cloud = await cloudWith(handler);
    const soon = Math.floor(cloud.clock.now() / 1000) + 3600;
    await cloud.put({ pk: 'a', sk: 'expires', ttl: soon });
    await cloud.put({ pk: 'a', sk: 'stays', ttl: soon + 7200 });
    expect(await cloud.dynamoDb.removeExpired()).toBe(0);
    cloud.clock.advance(3_700_000);
    expect(await cloud.dynamoDb.removeExpired()).toBe(1);
    await settled(cloud);
    const removed = records.filter(({ eventName }) => eventName === 'REMOVE');
    expect(removed).toMatchObject([
      {
        dynamodb: { Keys: { sk: { S: 'expires' } } },
        userIdentity: { type: 'Service', principalId: 'dynamodb.amazonaws.com' },
      },
    ]);
  });

  test('goes on behind the first item that the function reports as failed', async () => {
    let failures = 1;
    const { batches, handler } = noting((records) => {
      const second = records.find((record) => record.dynamodb.Keys.sk.S === '2');
      return second && failures-- > 0
        ? { batchItemFailures: [{ itemIdentifier: second.dynamodb.SequenceNumber }] }
        : { batchItemFailures: [] };
    });
    const cloud = await cloudWith(handler, {
      FunctionResponseTypes: ['ReportBatchItemFailures'],
      MaximumBatchingWindowInSeconds: 60,
      BatchSize: 3,
    });
    for (const sk of ['1', '2', '3']) await cloud.put({ pk: 'a', sk });
    await until(() => batches.length === 2);
    expect(batches).toEqual([
      ['1', '2', '3'],
      ['2', '3'],
    ]);
  });

  test('cuts a failing batch in two, gives the poisoned record up and tells the queue', async () => {
    const { batches, handler } = noting((records) => {
      if (records.some((record) => record.dynamodb.Keys.sk.S === '3')) throw new Error('poison');
    });
    const cloud = await cloudWith(handler, {
      BisectBatchOnFunctionError: true,
      MaximumRetryAttempts: 1,
      MaximumBatchingWindowInSeconds: 60,
      BatchSize: 4,
      DestinationConfig: { OnFailure: { Destination: 'arn:aws:sqs:us-east-1:000000000000:failed' } },
    });
    for (const sk of ['1', '2', '3', '4']) await cloud.put({ pk: 'a', sk });
    await until(() => batches.some((batch) => batch.join() === '4'));
    expect(batches.map((batch) => batch.join(''))).toEqual(['1234', '12', '34', '3', '3', '4']);
    const [message] = cloud.queues.peek('failed', 10);
    expect(JSON.parse(message!.body)).toMatchObject({
      requestContext: { condition: 'RetryAttemptsExhausted', approximateInvokeCount: 2 },
      DDBStreamBatchInfo: { batchSize: 1, streamArn: STREAM_ARN },
    });
  });

  test('keeps the order per item with several lanes', async () => {
    const seen = new Map<string, string[]>();
    const handler: Handler = async (event) => {
      // As above; the items of this test have a number, too.
      for (const record of event.Records as unknown as (Rec & {
        dynamodb: { NewImage: { n: { N: string } } };
      })[]) {
        await new Promise((resolve) => setTimeout(resolve, Math.random() * 3));
        const key = record.dynamodb.Keys.sk.S;
        seen.set(key, [...(seen.get(key) ?? []), record.dynamodb.NewImage.n.N]);
      }
    };
    const cloud = await cloudWith(handler, { ParallelizationFactor: 4, BatchSize: 2 });
    for (let n = 0; n < 5; n++) for (const sk of ['a', 'b', 'c', 'd']) await cloud.put({ pk: 'p', sk, n });
    await settled(cloud);
    expect([...seen.values()]).toEqual(Array(4).fill(['0', '1', '2', '3', '4']));
  });

  test('passes over what no filter wants', async () => {
    const { batches, handler } = noting();
    const cloud = await cloudWith(handler, {
      FilterCriteria: {
        Filters: [
          {
            Pattern: JSON.stringify({
              eventName: ['INSERT'],
              dynamodb: { Keys: { sk: { S: [{ prefix: 'event#' }] } } },
            }),
          },
        ],
      },
    });
    await cloud.put({ pk: 'a', sk: 'root' });
    await cloud.put({ pk: 'a', sk: 'event#1' });
    await settled(cloud);
    expect(batches).toEqual([['event#1']]);
  });

  test('sees writes that go past the local endpoint', async () => {
    const { batches, handler } = noting();
    const cloud = await cloudWith(handler);
    await cloud.client.send(new PutCommand({ TableName: 'main', Item: { pk: 'a', sk: 'past' } }));
    await until(() => batches.length === 1);
    expect(batches).toEqual([['past']]);
  });

  test('gives up records that are older than the mapping allows', async () => {
    const { batches, handler } = noting(() => {
      throw new Error('never');
    });
    const cloud = await cloudWith(handler, {
      MaximumRecordAgeInSeconds: 60,
      DestinationConfig: { OnFailure: { Destination: 'arn:aws:sqs:us-east-1:000000000000:failed' } },
    });
    await cloud.put({ pk: 'a', sk: '1' });
    await until(() => batches.length > 0);
    cloud.clock.advance(61_000);
    await until(() => cloud.queues.counts('failed').visible === 1);
    expect(JSON.parse(cloud.queues.peek('failed', 1)[0]!.body)).toMatchObject({
      requestContext: { condition: 'RecordAgeExceeded' },
    });
    expect(await cloud.sqs.state?.()).toMatchObject({ queues: [{ name: 'failed', deadLetters: true }] });
  });

  test('begins again with a table that was made anew', async () => {
    const { records, handler } = noting();
    const options = {
      dataDirectory: temporaryDirectory('anew'),
      functions: { worker: handler },
      mappings: {
        stream: { EventSourceArn: STREAM_ARN, FunctionName: 'worker', StartingPosition: 'TRIM_HORIZON' },
      },
    };
    const before = await anyCloud(options);
    for (const sk of ['1', '2', '3']) await before.put({ pk: 'a', sk });
    await settled(before);
    await before.stop();
    rmSync(join(options.dataDirectory, 'dynamodb'), { recursive: true });
    const after = await anyCloud(options);
    onTestFinished(after.stop);
    await after.put({ pk: 'a', sk: 'new' });
    await settled(after);
    expect(records.map(({ dynamodb }) => dynamodb.Keys.sk.S)).toEqual(['1', '2', '3', 'new']);
  });

  test('is refused when the role of the function may not read the stream', async () => {
    const mapping = { EventSourceArn: STREAM_ARN, FunctionName: 'worker', StartingPosition: 'LATEST' };
    await expect(anyCloud({ mappings: { stream: mapping }, refusal: 'may not GetRecords' })).rejects.toThrow(
      'Event source mapping stream: may not GetRecords',
    );
  });
});
