import { describe, expect, onTestFinished, test } from 'vitest';
import { until } from '../support/any-clock.ts';
import { anyCloud, type Handler } from '../support/any-cloud.ts';

type Cloud = Awaited<ReturnType<typeof anyCloud>>;

const ARN = 'arn:aws:sqs:us-east-1:000000000000:work';

async function cloudWith(handler: Handler, mapping: Record<string, unknown> = {}) {
  const cloud = await anyCloud({
    functions: { worker: handler },
    queues: {
      dead: {},
      work: {
        VisibilityTimeout: 60,
        RedrivePolicy: { deadLetterTargetArn: 'arn:aws:sqs:us-east-1:000000000000:dead', maxReceiveCount: 2 },
      },
    },
    mappings: { queue: { EventSourceArn: ARN, FunctionName: 'worker', ...mapping } },
  });
  onTestFinished(cloud.stop);
  return cloud;
}

const bodies = (event: Parameters<Handler>[0]) => event.Records.map((record) => String(record.body));

const settled = (cloud: Cloud) =>
  until(async () => (await cloud.eventSources.idle?.()) === true && (await cloud.queueService.idle()));

describe('pollQueue', () => {
  test('hands messages over as Lambda does and deletes what was done', async () => {
    const events: unknown[] = [];
    const cloud = await cloudWith((event) => void events.push(event));
    cloud.queues.send('work', {
      body: '{"a":1}',
      groupId: 'org_1',
      attributes: { kind: { DataType: 'String', StringValue: 'x' } },
    });
    await settled(cloud);
    expect(events).toMatchObject([
      {
        Records: [
          {
            body: '{"a":1}',
            eventSource: 'aws:sqs',
            eventSourceARN: ARN,
            awsRegion: 'us-east-1',
            attributes: { ApproximateReceiveCount: '1', MessageGroupId: 'org_1' },
            messageAttributes: { kind: { stringValue: 'x', dataType: 'String' } },
          },
        ],
      },
    ]);
    expect(cloud.queues.counts('work')).toEqual({ visible: 0, inFlight: 0, delayed: 0 });
  });

  test('gives only the reported failures again, after their visibility timeout, then to the dead letters', async () => {
    const batches: string[][] = [];
    const cloud = await cloudWith(
      (event) => {
        batches.push(bodies(event));
        return {
          batchItemFailures: event.Records.filter((record) => record.body === 'bad').map((record) => ({
            itemIdentifier: record.messageId,
          })),
        };
      },
      {
        FunctionResponseTypes: ['ReportBatchItemFailures'],
        MaximumBatchingWindowInSeconds: 20,
        BatchSize: 2,
      },
    );
    cloud.queues.send('work', { body: 'good' });
    cloud.queues.send('work', { body: 'bad' });
    await until(() => batches.length === 1);
    await settled(cloud);
    expect(cloud.queues.counts('work')).toMatchObject({ inFlight: 1 });
    for (const _ of [1, 2]) {
      cloud.clock.advance(61_001);
      await settled(cloud);
      cloud.clock.advance(20_000);
      await settled(cloud);
    }
    expect(batches).toEqual([['good', 'bad'], ['bad']]);
    expect(cloud.queues.peek('dead', 10).map(({ body }) => body)).toEqual(['bad']);
  });

  test('a batch that throws is given again as a whole', async () => {
    let calls = 0;
    const cloud = await cloudWith(() => {
      calls += 1;
      if (calls === 1) throw new Error('not yet');
    });
    cloud.queues.send('work', { body: 'x' });
    await settled(cloud);
    cloud.clock.advance(60_001);
    await until(() => calls === 2);
    await settled(cloud);
    expect(cloud.queues.counts('work')).toEqual({ visible: 0, inFlight: 0, delayed: 0 });
    expect(cloud.lines).toEqual([expect.stringContaining('worker failed on 1 message(s) of work: Error')]);
  });

  test.each([
    [2, 2],
    [50, 5],
  ])(
    'works on no more batches at a time than a mapping of %i allows, and on %i',
    async (allowed, expected) => {
      let now = 0;
      let most = 0;
      const cloud = await cloudWith(
        async () => {
          now += 1;
          most = Math.max(most, now);
          await new Promise((resolve) => setTimeout(resolve, 2));
          now -= 1;
        },
        { BatchSize: 1, ScalingConfig: { MaximumConcurrency: allowed } },
      );
      for (let n = 0; n < 10; n++) cloud.queues.send('work', { body: `${n}` });
      await settled(cloud);
      expect(most).toBe(expected);
      expect(cloud.queues.counts('work')).toEqual({ visible: 0, inFlight: 0, delayed: 0 });
    },
  );

  test('a group whose messages hang in every invocation keeps no other group waiting', async () => {
    const handled: string[] = [];
    let letGo: () => void = () => undefined;
    const hanging = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    const cloud = await cloudWith(
      async (event) => {
        if (bodies(event).some((body) => body.startsWith('slow'))) await hanging;
        handled.push(...bodies(event));
      },
      { BatchSize: 2, ScalingConfig: { MaximumConcurrency: 50 } },
    );
    const counts = () => cloud.queues.counts('work');
    for (let n = 0; n < 40; n++) cloud.queues.send('work', { body: `slow ${n}`, groupId: 'org_slow' });
    await until(() => counts().inFlight === 10);
    for (let n = 0; n < 20; n++) cloud.queues.send('work', { body: `${n}`, groupId: `org_${n % 4}` });
    await until(() => handled.length === 20);
    expect(handled).not.toContainEqual(expect.stringContaining('slow'));
    letGo();
    await settled(cloud);
    expect(handled).toHaveLength(60);
  });

  test('deletes what no filter wants', async () => {
    const seen: string[] = [];
    const cloud = await cloudWith((event) => void seen.push(...bodies(event)), {
      FilterCriteria: { Filters: [{ Pattern: '{"body":{"n":[{"numeric":[">",1]}]}}' }] },
    });
    cloud.queues.send('work', { body: '{"n":1}' });
    cloud.queues.send('work', { body: '{"n":2}' });
    await settled(cloud);
    expect(seen).toEqual(['{"n":2}']);
    expect(cloud.queues.counts('work')).toEqual({ visible: 0, inFlight: 0, delayed: 0 });
  });
});
