import { setTimeout } from 'node:timers/promises';
import {
  CreateTableCommand,
  type CreateTableCommandInput,
  DynamoDBClient,
  UpdateTimeToLiveCommand,
} from '@aws-sdk/client-dynamodb';
import {
  DeleteCommand,
  DynamoDBDocumentClient,
  GetCommand,
  PutCommand,
  TransactWriteCommand,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb';
import { expect } from 'vitest';
import { createDynamoDbCaller } from '../../cdk/local/dynamodb/dynamodb-caller.ts';
import { anyCloud, STREAM_ARN, TABLE_PROPERTIES } from '../unit/cdk/local/support/any-cloud.ts';
import { describeAlike, type Implementation } from './describe-alike.ts';
import { startMiniStack } from './start-ministack.ts';
import { startMoto } from './start-moto.ts';
import type { PythonServer } from './start-python-server.ts';

/** A record, as far as the service reads it. */
interface StreamRecord {
  readonly eventID: string;
  readonly eventName: string;
  readonly userIdentity?: unknown;
  readonly dynamodb: {
    readonly Keys: { readonly pk: { readonly S: string }; readonly sk: { readonly S: string } };
    readonly NewImage?: unknown;
    readonly OldImage?: unknown;
    readonly SequenceNumber: string;
    readonly StreamViewType: string;
  };
}

/** A table with a stream of both images, whose items expire by `ttl`. */
interface Tried {
  readonly db: DynamoDBDocumentClient;
  /** At most `limit` records of its stream, from the oldest one or after one of them. */
  records(after?: StreamRecord, limit?: number): Promise<readonly StreamRecord[]>;
  nowSeconds(): number;
  /** Lets what has expired be removed. */
  expire(): Promise<void>;
  stop(): Promise<void>;
}

const TableName = 'main';
/** Above the number of records that a test makes. */
const MANY = 1_000;
/** MiniStack removes what has expired once a minute. */
const EXPIRY_MS = 62_000;

async function local(): Promise<Tried> {
  const cloud = await anyCloud();
  return {
    db: cloud.client,
    async records(after, limit = MANY) {
      const position = after && { ...(await firstPosition()), sequenceNumber: after.dynamodb.SequenceNumber };
      const found = await cloud.dynamoDb.streams.cursor(STREAM_ARN, position).next(limit);
      return found.flatMap(({ record }) => (record === undefined ? [] : [record as unknown as StreamRecord]));
    },
    nowSeconds: () => Math.floor(cloud.clock.now() / 1_000),
    expire: async () => void (await cloud.dynamoDb.removeExpired()),
    stop: () => cloud.stop(),
  };

  async function firstPosition() {
    const [first] = await cloud.dynamoDb.streams.cursor(STREAM_ARN, undefined).next(1);
    if (!first) throw new Error('the stream is empty');
    return first.position;
  }
}

async function servedBy(start: () => Promise<PythonServer>, expire: () => Promise<unknown>): Promise<Tried> {
  const { endpoint, stop } = await start();
  const base = new DynamoDBClient({
    endpoint,
    region: 'us-east-1',
    maxAttempts: 1,
    credentials: { accessKeyId: 'test', secretAccessKey: 'test' },
  });
  const { KeySchema, AttributeDefinitions, GlobalSecondaryIndexes } = TABLE_PROPERTIES;
  const { TimeToLiveSpecification, StreamSpecification, BillingMode } = TABLE_PROPERTIES;
  await base.send(
    new CreateTableCommand({
      TableName,
      KeySchema,
      AttributeDefinitions,
      GlobalSecondaryIndexes,
      BillingMode,
      StreamSpecification: { StreamEnabled: true, ...StreamSpecification },
    } as CreateTableCommandInput),
  );
  await base.send(new UpdateTimeToLiveCommand({ TableName, TimeToLiveSpecification }));
  const caller = createDynamoDbCaller(endpoint);
  return {
    db: DynamoDBDocumentClient.from(base),
    async records(after, Limit = MANY) {
      const { Table } = (await caller.call('DescribeTable', { TableName })) as {
        readonly Table: { readonly LatestStreamArn: string };
      };
      const StreamArn = Table.LatestStreamArn;
      const { StreamDescription } = (await caller.callStreams('DescribeStream', { StreamArn })) as {
        readonly StreamDescription: { readonly Shards: readonly { readonly ShardId: string }[] };
      };
      const { ShardIterator } = await caller.callStreams('GetShardIterator', {
        StreamArn,
        ShardId: StreamDescription.Shards[0]?.ShardId,
        ...(after === undefined
          ? { ShardIteratorType: 'TRIM_HORIZON' }
          : { ShardIteratorType: 'AFTER_SEQUENCE_NUMBER', SequenceNumber: after.dynamodb.SequenceNumber }),
      });
      const reply = await caller.callStreams('GetRecords', { ShardIterator, Limit });
      return reply.Records as readonly StreamRecord[];
    },
    nowSeconds: () => Math.floor(Date.now() / 1_000),
    expire: async () => void (await expire()),
    async stop() {
      caller.stop();
      base.destroy();
      await stop();
    },
  };
}

/** Calls on items of one partition. */
function on({ db, records }: Tried, pk: string) {
  const own = async () => (await records()).filter(({ dynamodb }) => dynamodb.Keys.pk.S === pk);
  return {
    put: (sk: string, rest: object = {}, ConditionExpression?: string) =>
      db.send(new PutCommand({ TableName, Item: { pk, sk, ...rest }, ConditionExpression })),
    remove: (sk: string) => db.send(new DeleteCommand({ TableName, Key: { pk, sk } })),
    count: (sk: string, by: number) =>
      db.send(
        new UpdateCommand({
          TableName,
          Key: { pk, sk },
          UpdateExpression: 'ADD #count :by',
          ExpressionAttributeNames: { '#count': 'count' },
          ExpressionAttributeValues: { ':by': by },
        }),
      ),
    has: async (sk: string) =>
      (await db.send(new GetCommand({ TableName, Key: { pk, sk } }))).Item !== undefined,
    records: own,
    names: async () => (await own()).map(({ eventName, dynamodb }) => `${eventName} ${dynamodb.Keys.sk.S}`),
  };
}

/** What became of items that expired, or did not; once for all tests, because it may take a minute. */
const expiries = new WeakMap<Tried, Promise<Expiry>>();

interface Expiry {
  readonly left: readonly string[];
  readonly removals: readonly StreamRecord[];
}

function expiry(tried: Tried): Promise<Expiry> {
  const known = expiries.get(tried) ?? letExpire(tried);
  expiries.set(tried, known);
  return known;
}

async function letExpire(tried: Tried): Promise<Expiry> {
  const { put, remove, has, records } = on(tried, 'expiry');
  const now = tried.nowSeconds();
  const ttls = {
    past: now - 10,
    future: now + 3_600,
    text: String(now - 10),
    none: undefined,
    ancient: now - 6 * 365 * 86_400,
    prolonged: now - 10,
  };
  for (const [sk, ttl] of Object.entries(ttls)) await put(sk, ttl === undefined ? {} : { ttl });
  await put('prolonged', { ttl: now + 3_600 });
  await put('removed');
  await remove('removed');
  await tried.expire();
  const left: string[] = [];
  for (const sk of Object.keys(ttls)) if (await has(sk)) left.push(sk);
  return { left, removals: (await records()).filter(({ eventName }) => eventName === 'REMOVE') };
}

const behaviours = {
  'has a record of an item that comes, changes and goes, with its images': async (tried: Tried) => {
    const { put, remove, records } = on(tried, 'images');
    await put('a', { mark: 'first', note: 'x' });
    await put('a', { mark: 'second' });
    await remove('a');
    const Keys = { pk: { S: 'images' }, sk: { S: 'a' } };
    const first = { ...Keys, mark: { S: 'first' }, note: { S: 'x' } };
    const second = { ...Keys, mark: { S: 'second' } };
    const found = (await records()).map(({ eventName, dynamodb }) => ({
      eventName,
      Keys: dynamodb.Keys,
      OldImage: dynamodb.OldImage,
      NewImage: dynamodb.NewImage,
      StreamViewType: dynamodb.StreamViewType,
    }));
    const StreamViewType = 'NEW_AND_OLD_IMAGES';
    expect(found).toEqual([
      { eventName: 'INSERT', Keys, OldImage: undefined, NewImage: first, StreamViewType },
      { eventName: 'MODIFY', Keys, OldImage: first, NewImage: second, StreamViewType },
      { eventName: 'REMOVE', Keys, OldImage: second, NewImage: undefined, StreamViewType },
    ]);
  },
  'has none of a write that changes nothing': async (tried: Tried) => {
    const { put, count, names } = on(tried, 'unchanged');
    await put('a', { mark: 'same' });
    await put('a', { mark: 'same' });
    await count('b', 1);
    await count('b', 0);
    expect(await names()).toEqual(['INSERT a', 'INSERT b']);
  },
  'has none of a removal of what is not there, nor of a refused write': async (tried: Tried) => {
    const { put, remove, names } = on(tried, 'nothing');
    await remove('a');
    await put('b');
    await expect(put('b', { mark: 'x' }, 'attribute_not_exists(pk)')).rejects.toThrow();
    expect(await names()).toEqual(['INSERT b']);
  },
  'has an insertion of an item that an update makes': async (tried: Tried) => {
    const { count, records } = on(tried, 'update');
    await count('a', 1);
    await count('a', 2);
    expect((await records()).map(({ eventName, dynamodb }) => [eventName, dynamodb.NewImage])).toMatchObject([
      ['INSERT', { count: { N: '1' } }],
      ['MODIFY', { count: { N: '3' } }],
    ]);
  },
  'has a record of each member that writes, and none of a refused transaction': async (tried: Tried) => {
    const { put, names } = on(tried, 'transaction');
    await put('checked');
    await put('removed');
    const pk = 'transaction';
    const write = (ConditionExpression: string) =>
      tried.db.send(
        new TransactWriteCommand({
          TransactItems: [
            { Put: { TableName, Item: { pk, sk: 'put' } } },
            { Delete: { TableName, Key: { pk, sk: 'removed' } } },
            { ConditionCheck: { TableName, Key: { pk, sk: 'checked' }, ConditionExpression } },
          ],
        }),
      );
    await expect(write('attribute_not_exists(pk)')).rejects.toThrow();
    expect(await names()).toEqual(['INSERT checked', 'INSERT removed']);
    await write('attribute_exists(pk)');
    // The members of a transaction have no order among each other.
    expect((await names()).toSorted()).toEqual([
      'INSERT checked',
      'INSERT put',
      'INSERT removed',
      'REMOVE removed',
    ]);
  },
  'numbers the records of an item in the order of its writes': async (tried: Tried) => {
    const { put, records } = on(tried, 'order');
    for (let write = 0; write < 20; write += 1) await put('a', { write });
    const found = await records();
    expect(found.map(({ dynamodb }) => (dynamodb.NewImage as { write: { N: string } }).write.N)).toEqual(
      Array.from({ length: 20 }, (_, index) => `${index}`),
    );
    const numbers = found.map(({ dynamodb }) => BigInt(dynamodb.SequenceNumber));
    expect(numbers).toEqual(numbers.toSorted((one, other) => (one < other ? -1 : 1)));
    expect(new Set(numbers).size).toBe(20);
  },
  'gives each record an id of its own, the same whenever it is read': async (tried: Tried) => {
    const { put, records } = on(tried, 'ids');
    for (const sk of ['a', 'b', 'c']) await put(sk);
    const ids = (await records()).map(({ eventID }) => eventID);
    expect(new Set(ids).size).toBe(3);
    expect((await records()).map(({ eventID }) => eventID)).toEqual(ids);
  },
  'goes on after a record, with as many as are asked for': async (tried: Tried) => {
    const { put, records } = on(tried, 'after');
    for (const sk of ['a', 'b', 'c', 'd']) await put(sk);
    const [first] = await records();
    const next = await tried.records(first, 2);
    expect(next.map(({ dynamodb }) => dynamodb.Keys.sk.S)).toEqual(['b', 'c']);
    expect((await tried.records(next[1])).map(({ dynamodb }) => dynamodb.Keys.sk.S)).toEqual(['d']);
  },
  'removes what has expired, unless its time was put off': async (tried: Tried) => {
    const { left } = await expiry(tried);
    expect(left.filter((sk) => ['past', 'future', 'none', 'prolonged'].includes(sk))).toEqual([
      'future',
      'none',
      'prolonged',
    ]);
  },
  'removes nothing by a time that is a text or more than five years ago': async (tried: Tried) => {
    const { left } = await expiry(tried);
    expect(['past', 'text', 'ancient'].filter((sk) => left.includes(sk))).toEqual(['text', 'ancient']);
  },
  'says of the removal of an expired item alone that it was not a caller’s': async (tried: Tried) => {
    const { removals } = await expiry(tried);
    const said = removals.map(({ dynamodb, userIdentity }) => [dynamodb.Keys.sk.S, userIdentity ?? null]);
    expect(said.filter(([sk]) => sk !== 'ancient')).toEqual([
      ['removed', null],
      ['past', expect.toSatisfy(isTimeToLive)],
    ]);
  },
};

/** DynamoDB Streams writes these names in capitals or not, by the API that reads them. */
function isTimeToLive(identity: unknown): boolean {
  const fields = Object.entries(identity as object).map(([name, value]) => [name.toLowerCase(), value]);
  const { type, principalid } = Object.fromEntries(fields);
  return type === 'Service' && principalid === 'dynamodb.amazonaws.com';
}

const implementations: readonly Implementation<Tried, keyof typeof behaviours>[] = [
  { name: 'the local cloud', start: local },
  {
    name: 'moto',
    start: () => servedBy(startMoto, async () => undefined),
    differs: {
      'has none of a write that changes nothing': 'it has a record of each write',
      'has an insertion of an item that an update makes': 'it has two records of that update',
      'removes what has expired, unless its time was put off': 'it keeps the setting and removes nothing',
      'removes nothing by a time that is a text or more than five years ago': 'it removes nothing at all',
      'says of the removal of an expired item alone that it was not a caller’s': 'it removes nothing',
    },
  },
  {
    name: 'MiniStack',
    start: () => servedBy(startMiniStack, () => setTimeout(EXPIRY_MS)),
    differs: {
      'removes nothing by a time that is a text or more than five years ago': 'it removes both',
      'says of the removal of an expired item alone that it was not a caller’s':
        'its stream has no records of what expired',
    },
  },
];

describeAlike('47 4 streams and expiry', behaviours, implementations);
