import { DeleteTableCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import {
  BatchGetCommand,
  DeleteCommand,
  DynamoDBDocumentClient,
  GetCommand,
  PutCommand,
  QueryCommand,
  type QueryCommandInput,
  ScanCommand,
  TransactWriteCommand,
  type TransactWriteCommandInput,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb';
import { expect } from 'vitest';
import { startDynamoDb } from '../../cdk/local/dynamodb/index.ts';
import { TABLE_SHAPE } from '../../lib/platform/table/index.ts';
import { memoryServiceTable } from '../support/memory-dynamodb/service-table.ts';
import { createTable } from '../support/test-table.ts';
import { describeAlike, type Implementation } from './describe-alike.ts';
import { startMiniStack } from './start-ministack.ts';
import { startMoto } from './start-moto.ts';
import type { PythonServer } from './start-python-server.ts';

/** The service's table. */
interface Tried {
  readonly db: DynamoDBDocumentClient;
  stop(): Promise<void>;
}

const TableName = 'test';
const { list, lookup } = TABLE_SHAPE;

/** The table where `endpoint` says, with a client that tries once. */
async function tableAt(endpoint: string, stop: () => Promise<void>): Promise<Tried> {
  const base = new DynamoDBClient({
    endpoint,
    region: 'us-east-1',
    maxAttempts: 1,
    credentials: { accessKeyId: 'test', secretAccessKey: 'test' },
  });
  await base.send(createTable(TableName));
  return {
    db: DynamoDBDocumentClient.from(base, { marshallOptions: { removeUndefinedValues: true } }),
    async stop() {
      await base.send(new DeleteTableCommand({ TableName }));
      base.destroy();
      await stop();
    },
  };
}

const nothing = async () => undefined;

async function local(): Promise<Tried> {
  const server = await startDynamoDb({ temporary: true });
  return tableAt(server.endpoint, () => server.stop());
}

async function servedBy(start: () => Promise<PythonServer>): Promise<Tried> {
  const { endpoint, stop } = await start();
  return tableAt(endpoint, stop);
}

async function inMemory(): Promise<Tried> {
  return { db: memoryServiceTable().client as DynamoDBDocumentClient, stop: nothing };
}

type Members = NonNullable<TransactWriteCommandInput['TransactItems']>;

const ABSENT = 'attribute_not_exists(pk)';

/** Calls on items of one partition. */
function on(db: DynamoDBDocumentClient, pk: string) {
  return {
    put: (sk: string, rest: object = {}, ConditionExpression?: string) =>
      db.send(new PutCommand({ TableName, Item: { pk, sk, ...rest }, ConditionExpression })),
    get: async (sk: string) => (await db.send(new GetCommand({ TableName, Key: { pk, sk } }))).Item,
    transact: (members: Members) => db.send(new TransactWriteCommand({ TransactItems: members })),
    query: (rest: Partial<QueryCommandInput> = {}) =>
      db.send(
        new QueryCommand({
          TableName,
          KeyConditionExpression: 'pk = :pk',
          ExpressionAttributeValues: { ':pk': pk },
          ...rest,
        }),
      ),
    member: (sk: string, ConditionExpression?: string): Members[number] => ({
      Put: { TableName, Item: { pk, sk }, ConditionExpression },
    }),
  };
}

const codes = (reasons: readonly string[]) => ({
  name: 'TransactionCanceledException',
  CancellationReasons: reasons.map((Code) => ({ Code })),
});

const behaviours = {
  'refuses a put whose condition does not hold, and brings the item that it met': async ({ db }: Tried) => {
    const { put } = on(db, 'condition');
    await put('a', { mark: 'first' });
    const again = db.send(
      new PutCommand({
        TableName,
        Item: { pk: 'condition', sk: 'a', mark: 'second' },
        ConditionExpression: ABSENT,
        ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
      }),
    );
    await expect(again).rejects.toMatchObject({
      name: 'ConditionalCheckFailedException',
      Item: { mark: { S: 'first' } },
    });
  },
  'replaces an item by its version alone': async ({ db }: Tried) => {
    const { put, get } = on(db, 'version');
    await put('a', { version: 1 });
    const write = (from: number, version: number) =>
      db.send(
        new PutCommand({
          TableName,
          Item: { pk: 'version', sk: 'a', version },
          ConditionExpression: '#version = :version',
          ExpressionAttributeNames: { '#version': 'version' },
          ExpressionAttributeValues: { ':version': from },
        }),
      );
    await write(1, 2);
    await expect(write(1, 3)).rejects.toMatchObject({ name: 'ConditionalCheckFailedException' });
    expect(await get('a')).toMatchObject({ version: 2 });
  },
  'takes an expired item as absent by a condition on a reserved word': async ({ db }: Tried) => {
    const { put, get } = on(db, 'expired');
    await put('a', { ttl: 100 });
    const take = (now: number) =>
      db.send(
        new PutCommand({
          TableName,
          Item: { pk: 'expired', sk: 'a', ttl: 900 },
          ConditionExpression: 'attribute_not_exists(pk) OR #ttl <= :now',
          ExpressionAttributeNames: { '#ttl': 'ttl' },
          ExpressionAttributeValues: { ':now': now },
        }),
      );
    await expect(take(99)).rejects.toMatchObject({ name: 'ConditionalCheckFailedException' });
    await take(100);
    expect(await get('a')).toMatchObject({ ttl: 900 });
  },
  'refuses a reserved word that no name stands for': async ({ db }: Tried) => {
    const { put } = on(db, 'reserved');
    await expect(put('a', {}, 'attribute_not_exists(ttl)')).rejects.toMatchObject({
      name: 'ValidationException',
      message: expect.stringContaining('reserved keyword: ttl'),
    });
  },
  'refuses a name of an attribute that no expression uses': async ({ db }: Tried) => {
    const { query } = on(db, 'unused');
    await expect(query({ ExpressionAttributeNames: { '#unused': 'x' } })).rejects.toMatchObject({
      name: 'ValidationException',
    });
  },
  'refuses an empty key': async ({ db }: Tried) => {
    await expect(on(db, 'empty').put('')).rejects.toMatchObject({ name: 'ValidationException' });
  },
  'refuses an index key of another type': async ({ db }: Tried) => {
    const { put } = on(db, 'type');
    await expect(put('a', { [list.partitionKey]: 1, [list.sortKey]: 'x' })).rejects.toMatchObject({
      name: 'ValidationException',
    });
  },
  'removes what is not there, but not against a condition': async ({ db }: Tried) => {
    const remove = (ConditionExpression?: string) =>
      db.send(new DeleteCommand({ TableName, Key: { pk: 'gone', sk: 'a' }, ConditionExpression }));
    await expect(remove()).resolves.toBeDefined();
    await expect(remove('attribute_exists(pk)')).rejects.toMatchObject({
      name: 'ConditionalCheckFailedException',
    });
  },
  'adds to a count that was not there': async ({ db }: Tried) => {
    const add = () =>
      db.send(
        new UpdateCommand({
          TableName,
          Key: { pk: 'count', sk: 'a' },
          UpdateExpression: 'ADD #count :one SET #seen = :yes',
          ExpressionAttributeNames: { '#count': 'count', '#seen': 'seen' },
          ExpressionAttributeValues: { ':one': 1, ':yes': true },
          ReturnValues: 'ALL_NEW',
        }),
      );
    await add();
    expect((await add()).Attributes).toEqual({ pk: 'count', sk: 'a', count: 2, seen: true });
  },
  'writes all members of a transaction or none, and says why in their order': async ({ db }: Tried) => {
    const { put, get, transact, member } = on(db, 'transaction');
    await put('b');
    await expect(transact([member('a'), member('b', ABSENT), member('c', ABSENT)])).rejects.toMatchObject(
      codes(['None', 'ConditionalCheckFailed', 'None']),
    );
    expect(await get('a')).toBeUndefined();
    await transact([member('a', ABSENT), member('c', ABSENT)]);
    expect(await get('c')).toEqual({ pk: 'transaction', sk: 'c' });
  },
  'checks an item of a transaction without writing it, and removes another one': async ({ db }: Tried) => {
    const { put, get, transact } = on(db, 'check');
    await put('checked');
    await put('removed');
    const write = (sk: string) =>
      transact([
        {
          ConditionCheck: {
            TableName,
            Key: { pk: 'check', sk },
            ConditionExpression: 'attribute_exists(pk)',
          },
        },
        { Delete: { TableName, Key: { pk: 'check', sk: 'removed' } } },
      ]);
    await expect(write('absent')).rejects.toMatchObject(codes(['ConditionalCheckFailed', 'None']));
    expect(await get('removed')).toBeDefined();
    await write('checked');
    expect(await get('removed')).toBeUndefined();
  },
  'brings the item that a member of a transaction met': async ({ db }: Tried) => {
    const { put, transact } = on(db, 'met');
    await put('a', { mark: 'first' });
    const member = {
      Put: {
        TableName,
        Item: { pk: 'met', sk: 'a' },
        ConditionExpression: ABSENT,
        ReturnValuesOnConditionCheckFailure: 'ALL_OLD' as const,
      },
    };
    await expect(transact([member])).rejects.toMatchObject({
      CancellationReasons: [{ Code: 'ConditionalCheckFailed', Item: { mark: { S: 'first' } } }],
    });
  },
  'writes a transaction once by its token': async ({ db }: Tried) => {
    const { get } = on(db, 'token');
    const add = () =>
      db.send(
        new TransactWriteCommand({
          ClientRequestToken: 'the-same-token',
          TransactItems: [
            {
              Update: {
                TableName,
                Key: { pk: 'token', sk: 'a' },
                UpdateExpression: 'ADD #count :one',
                ExpressionAttributeNames: { '#count': 'count' },
                ExpressionAttributeValues: { ':one': 1 },
              },
            },
          ],
        }),
      );
    await add();
    await add();
    expect(await get('a')).toMatchObject({ count: 1 });
  },
  'refuses a transaction with two members on one item': async ({ db }: Tried) => {
    const { transact, member } = on(db, 'twice');
    await expect(transact([member('a'), member('a')])).rejects.toMatchObject({ name: 'ValidationException' });
  },
  'takes a hundred members of a transaction, and no more': async ({ db }: Tried) => {
    const { transact, member, query } = on(db, 'hundred');
    const members = (count: number) => Array.from({ length: count }, (_, index) => member(`${index}`));
    await expect(transact(members(101))).rejects.toMatchObject({ name: 'ValidationException' });
    await transact(members(100));
    expect((await query({ Select: 'COUNT' })).Count).toBe(100);
  },
  'reads a hundred items at once, and no more': async ({ db }: Tried) => {
    const { put } = on(db, 'batch');
    await put('1');
    const read = (count: number) =>
      db.send(
        new BatchGetCommand({
          RequestItems: {
            [TableName]: {
              Keys: Array.from({ length: count }, (_, index) => ({ pk: 'batch', sk: `${index}` })),
            },
          },
        }),
      );
    expect((await read(100)).Responses).toEqual({ [TableName]: [{ pk: 'batch', sk: '1' }] });
    await expect(read(101)).rejects.toMatchObject({ name: 'ValidationException' });
  },
  'refuses to read a key twice at once': async ({ db }: Tried) => {
    const key = { pk: 'batch', sk: 'a' };
    await expect(
      db.send(new BatchGetCommand({ RequestItems: { [TableName]: { Keys: [key, key] } } })),
    ).rejects.toMatchObject({ name: 'ValidationException' });
  },
  'takes an item of 400 KB, and no larger one': async ({ db }: Tried) => {
    const { put } = on(db, 'size');
    const overhead = 'pk'.length + 'size'.length + 'sk'.length + 'a'.length + 'text'.length;
    const most = 400 * 1024 - overhead;
    await put('a', { text: 'x'.repeat(most) });
    await expect(put('a', { text: 'x'.repeat(most + 1) })).rejects.toMatchObject({
      name: 'ValidationException',
    });
  },
  'gives a megabyte a page, and goes on from its last key': async ({ db }: Tried) => {
    const { put, query } = on(db, 'megabyte');
    for (const sk of ['a', 'b', 'c', 'd']) await put(sk, { text: 'x'.repeat(300_000) });
    const first = await query();
    expect(first.Items?.map(({ sk }) => sk)).toEqual(['a', 'b', 'c']);
    // What it read in vain for the page may be part of it or not: the last key is that of the last item.
    expect(first.LastEvaluatedKey).toEqual({ pk: 'megabyte', sk: 'c' });
    const second = await query({ ExclusiveStartKey: first.LastEvaluatedKey });
    expect(second.Items?.map(({ sk }) => sk)).toEqual(['d']);
    expect(second.LastEvaluatedKey).toBeUndefined();
  },
  'orders sort keys by their bytes': async ({ db }: Tried) => {
    const { put, query } = on(db, 'order');
    const sorted = ['A', 'Z', 'a', 'ä', '\uffee', '\u{1f6b2}'];
    for (const sk of sorted.toReversed()) await put(sk);
    expect((await query()).Items?.map(({ sk }) => sk)).toEqual(sorted);
    const backwards = await query({ ScanIndexForward: false, Limit: 2 });
    expect(backwards.Items?.map(({ sk }) => sk)).toEqual(['\u{1f6b2}', '\uffee']);
    expect(backwards.LastEvaluatedKey).toEqual({ pk: 'order', sk: '\uffee' });
  },
  'has a last key after a page that is exactly full': async ({ db }: Tried) => {
    const { put, query } = on(db, 'full');
    for (const sk of ['a', 'b']) await put(sk);
    const full = await query({ Limit: 2 });
    expect(full.LastEvaluatedKey).toEqual({ pk: 'full', sk: 'b' });
    const rest = await query({ Limit: 2, ExclusiveStartKey: full.LastEvaluatedKey });
    expect([rest.Items, rest.LastEvaluatedKey]).toEqual([[], undefined]);
  },
  'counts what it read for a page before its filter': async ({ db }: Tried) => {
    const { put, query } = on(db, 'filter');
    for (const [index, sk] of ['a', 'b', 'c'].entries()) await put(sk, { size: index });
    const page = await query({
      Limit: 2,
      FilterExpression: '#size > :none',
      ExpressionAttributeNames: { '#size': 'size' },
      ExpressionAttributeValues: { ':pk': 'filter', ':none': 0 },
    });
    expect(page).toMatchObject({ Count: 1, ScannedCount: 2, LastEvaluatedKey: { sk: 'b' } });
  },
  'projects what an index projects, and no item without its keys': async ({ db }: Tried) => {
    const { put } = on(db, 'index');
    const keys = { [list.partitionKey]: 'listed', [lookup.partitionKey]: 'found', [lookup.sortKey]: 'x' };
    const [shown = ''] = list.projected;
    await put('b', { ...keys, [list.sortKey]: '2', [shown]: 'shown', hidden: 'hidden' });
    await put('a', { ...keys, [list.sortKey]: '1', [shown]: 'shown', hidden: 'hidden' });
    await put('c', { [list.partitionKey]: 'listed' });
    const index = (IndexName: string, attribute: string, value: string) =>
      db.send(
        new QueryCommand({
          TableName,
          IndexName,
          Limit: 1,
          KeyConditionExpression: `${attribute} = :value`,
          ExpressionAttributeValues: { ':value': value },
        }),
      );
    const page = await index(list.indexName, list.partitionKey, 'listed');
    const listed = { pk: 'index', sk: 'a', [list.partitionKey]: 'listed', [list.sortKey]: '1' };
    expect(page.Items).toEqual([{ ...listed, [shown]: 'shown' }]);
    expect(page.LastEvaluatedKey).toEqual(listed);
    const found = await index(lookup.indexName, lookup.partitionKey, 'found');
    expect(Object.keys(found.Items?.[0] ?? {}).toSorted()).toEqual(
      ['pk', 'sk', lookup.partitionKey, lookup.sortKey].toSorted(),
    );
  },
  'refuses a consistent read of an index': async ({ db }: Tried) => {
    const read = db.send(
      new QueryCommand({
        TableName,
        IndexName: list.indexName,
        ConsistentRead: true,
        KeyConditionExpression: `${list.partitionKey} = :value`,
        ExpressionAttributeValues: { ':value': 'x' },
      }),
    );
    await expect(read).rejects.toMatchObject({ name: 'ValidationException' });
  },
  'reads a range of sort keys and those with a prefix': async ({ db }: Tried) => {
    const { put, query } = on(db, 'range');
    for (const sk of ['a#1', 'a#2', 'b#1', 'c#1']) await put(sk);
    const keys = async (condition: string, values: object) =>
      (
        await query({
          KeyConditionExpression: `pk = :pk AND ${condition}`,
          ExpressionAttributeValues: { ':pk': 'range', ...values },
        })
      ).Items?.map(({ sk }) => sk);
    expect(await keys('begins_with(sk, :prefix)', { ':prefix': 'a#' })).toEqual(['a#1', 'a#2']);
    expect(await keys('sk BETWEEN :from AND :to', { ':from': 'a#2', ':to': 'b#1' })).toEqual(['a#2', 'b#1']);
  },
  'refuses a range that ends before it begins': async ({ db }: Tried) => {
    const { query } = on(db, 'range');
    const read = query({
      KeyConditionExpression: 'pk = :pk AND sk BETWEEN :from AND :to',
      ExpressionAttributeValues: { ':pk': 'range', ':from': 'b', ':to': 'a' },
    });
    await expect(read).rejects.toMatchObject({ name: 'ValidationException' });
  },
  'scans in segments that are each item once': async ({ db }: Tried) => {
    const pks = Array.from({ length: 20 }, (_, index) => `segment-${index}`);
    for (const pk of pks) await on(db, pk).put('a');
    const seen: unknown[] = [];
    for (const Segment of [0, 1, 2]) {
      let ExclusiveStartKey: Record<string, unknown> | undefined;
      do {
        const page = await db.send(
          new ScanCommand({ TableName, Segment, TotalSegments: 3, Limit: 7, ExclusiveStartKey }),
        );
        seen.push(
          ...(page.Items ?? []).map(({ pk }) => pk).filter((pk) => String(pk).startsWith('segment-')),
        );
        ExclusiveStartKey = page.LastEvaluatedKey;
      } while (ExclusiveStartKey);
    }
    expect(seen.toSorted()).toEqual(pks.toSorted());
  },
  'names a table that is not there': async ({ db }: Tried) => {
    await expect(
      db.send(new GetCommand({ TableName: 'another', Key: { pk: 'a', sk: 'a' } })),
    ).rejects.toMatchObject({ name: 'ResourceNotFoundException' });
  },
};

type Behaviour = keyof typeof behaviours;

const given = process.env.DYNAMODB_ENDPOINT;

const implementations: readonly Implementation<Tried, Behaviour>[] = [
  { name: 'the local cloud', start: local },
  {
    name: 'the tests',
    start: inMemory,
    differs: {
      'refuses a reserved word that no name stands for': 'it has no list of words; the local cloud has',
      'refuses a name of an attribute that no expression uses': 'it looks up names only where they are used',
      'names a table that is not there': 'it is one table, whatever its name',
    },
  },
  {
    name: 'moto',
    start: () => servedBy(startMoto),
    differs: {
      'refuses an index key of another type': 'it checks the types of the table’s own keys only',
      'writes a transaction once by its token': 'it ignores the token',
      'takes an item of 400 KB, and no larger one': 'it counts the bytes of its own form of an item',
      'has a last key after a page that is exactly full': 'it looks for a further item first',
      'refuses a range that ends before it begins': 'it finds nothing in it',
    },
  },
  { name: 'MiniStack', start: () => servedBy(startMiniStack) },
  // Such as DynamoDB Local, whose licence keeps it out of this project: see the README.
  ...(given ? [{ name: 'DYNAMODB_ENDPOINT', start: () => tableAt(given, nothing) }] : []),
];

describeAlike('47 4 the table', behaviours, implementations);
