import {
  BatchGetCommand,
  DeleteCommand,
  type DynamoDBDocumentClient,
  GetCommand,
  PutCommand,
  QueryCommand,
  ScanCommand,
  TransactWriteCommand,
  type TransactWriteCommandInput,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb';
import fc from 'fast-check';
import { memoryServiceTable } from '../../support/memory-dynamodb/service-table.ts';
import type { ServedTable } from '../../support/test-table.ts';

/** One call, without the table's name and with keys that belong to the program. */
type Call = (place: Place) => readonly Asked[];

/** A call as it is sent to both tables. */
interface Asked {
  readonly name: string;
  readonly input: Record<string, unknown>;
}

/** Prefix of a program's keys, so that programs can share a table and never meet. */
type Place = string;

const COMMANDS = {
  get: GetCommand,
  batchGet: BatchGetCommand,
  put: PutCommand,
  delete: DeleteCommand,
  update: UpdateCommand,
  query: QueryCommand,
  scan: ScanCommand,
  transact: TransactWriteCommand,
} as Readonly<Record<string, new (input: never) => { readonly input: object }>>;

const partition = fc.constantFrom('a', 'b');
const sort = fc.constantFrom(
  's#1',
  's#2',
  's#20',
  's#ä',
  's#\u{1f6b2}',
  's#\uffee',
  'event#1',
  'event#2',
  '',
);
const shared = fc.constantFrom('x', 'y');
const small = fc.nat(4);
const text = fc.constantFrom('', 'one', 'two', 'ö');

const value: fc.Arbitrary<unknown> = fc.letrec((tie) => ({
  any: fc.oneof(
    { maxDepth: 2, depthSize: 'small' },
    text,
    fc.integer({ min: -1000, max: 1_000_000 }),
    fc.constantFrom(0.5, -12.25, 1e15, 0),
    fc.boolean(),
    fc.constant(null),
    fc.array(tie('any'), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom('k', 'l', 'm'), tie('any'), { maxKeys: 3 }),
  ),
})).any;

const item = fc.record(
  {
    pk: partition,
    sk: sort,
    version: small,
    type: text,
    data: fc.dictionary(fc.constantFrom('at', 'note', 'deep'), value, { maxKeys: 3 }),
    row: value,
    lpk: fc.oneof({ weight: 8, arbitrary: shared }, { weight: 1, arbitrary: fc.constant('') }),
    lsk: fc.constantFrom('2026-01', '2026-02', '2026-03'),
    kpk: shared,
    ksk: partition,
    ttl: small,
  },
  { requiredKeys: ['pk', 'sk'] },
);

/** What every write of the service requires, and the other forms that a condition may take. */
const conditional = fc.oneof(
  fc.constant({}),
  fc.constant({ ConditionExpression: 'attribute_not_exists(pk)' }),
  fc.constant({ ConditionExpression: 'attribute_exists(pk)' }),
  small.map((now) => ({
    ConditionExpression: 'attribute_not_exists(pk) OR #ttl <= :now',
    ExpressionAttributeNames: { '#ttl': 'ttl' },
    ExpressionAttributeValues: { ':now': now },
  })),
  small.map((version) => ({
    ConditionExpression: '#version = :version',
    ExpressionAttributeNames: { '#version': 'version' },
    ExpressionAttributeValues: { ':version': version },
  })),
  fc
    .record({ sign: fc.constantFrom('=', '<>', '<', '<=', '>', '>='), right: value })
    .map(({ sign, right }) => ({
      ConditionExpression: `#data.#note ${sign} :right`,
      ExpressionAttributeNames: { '#data': 'data', '#note': 'note' },
      ExpressionAttributeValues: { ':right': right },
    })),
  fc.record({ low: small, high: small }).map(({ low, high }) => ({
    ConditionExpression:
      'NOT (version BETWEEN :low AND :high) AND begins_with(#type, :t) OR version IN (:low, :high)',
    ExpressionAttributeNames: { '#type': 'type' },
    ExpressionAttributeValues: { ':low': Math.min(low, high), ':high': Math.max(low, high), ':t': 'o' },
  })),
);
const onFailure = fc.constantFrom({}, { ReturnValuesOnConditionCheckFailure: 'ALL_OLD' });

const updates = fc.constantFrom(
  { UpdateExpression: 'SET version = :one', ExpressionAttributeValues: { ':one': 1 } },
  {
    UpdateExpression: 'SET version = if_not_exists(version, :one) + :one REMOVE #ttl, kpk',
    ExpressionAttributeNames: { '#ttl': 'ttl' },
    ExpressionAttributeValues: { ':one': 1 },
  },
  {
    UpdateExpression: 'SET #data.#at = :at',
    ExpressionAttributeNames: { '#data': 'data', '#at': 'at' },
    ExpressionAttributeValues: { ':at': 'now' },
  },
  { UpdateExpression: 'ADD version :one', ExpressionAttributeValues: { ':one': 1 } },
);

const keyed = (place: Place, one: { readonly pk: string; readonly sk: string }) => {
  const { lpk, kpk } = one as { readonly lpk?: string; readonly kpk?: string };
  return {
    ...one,
    pk: `${place}${one.pk}`,
    ...(lpk ? { lpk: `${place}${lpk}` } : {}),
    ...(kpk ? { kpk: `${place}${kpk}` } : {}),
  };
};

const put = fc.record({ item, conditional, onFailure });
const key = fc.record({ pk: partition, sk: sort });
const keyedCondition = fc.record({ key, conditional, onFailure });

const member = fc.oneof(
  put.map((one) => (place: Place) => ({
    Put: { Item: keyed(place, one.item), ...one.conditional, ...one.onFailure },
  })),
  keyedCondition.map((one) => (place: Place) => ({
    Delete: { Key: keyed(place, one.key), ...one.conditional, ...one.onFailure },
  })),
  keyedCondition
    .filter((one) => 'ConditionExpression' in one.conditional)
    .map((one) => (place: Place) => ({
      ConditionCheck: { Key: keyed(place, one.key), ...one.conditional, ...one.onFailure },
    })),
);

const range = fc.oneof(
  fc.constant({ condition: '', values: {} }),
  fc.constantFrom('s#', 'event#', 's#2').map((prefix) => ({
    condition: ' AND begins_with(sk, :sk)',
    values: { ':sk': prefix },
  })),
  fc
    .constantFrom('<', '>=', '=')
    .map((sign) => ({ condition: ` AND sk ${sign} :sk`, values: { ':sk': 's#2' } })),
);

const call: fc.Arbitrary<Call> = fc.oneof(
  put.map(
    (one): Call =>
      (place) => [
        { name: 'put', input: { Item: keyed(place, one.item), ...one.conditional, ...one.onFailure } },
      ],
  ),
  keyedCondition.map(
    (one): Call =>
      (place) => [
        {
          name: 'delete',
          input: {
            Key: keyed(place, one.key),
            ReturnValues: 'ALL_OLD',
            ...one.conditional,
            ...one.onFailure,
          },
        },
      ],
  ),
  fc.record({ key, change: updates }).map(
    (one): Call =>
      (place) => [
        { name: 'update', input: { Key: keyed(place, one.key), ...one.change, ReturnValues: 'ALL_NEW' } },
      ],
  ),
  key.map(
    (one): Call =>
      (place) => [{ name: 'get', input: { Key: keyed(place, one), ConsistentRead: true } }],
  ),
  fc.array(key, { minLength: 1, maxLength: 4 }).map(
    (keys): Call =>
      (place) => [
        {
          name: 'batchGet',
          input: { RequestItems: { test: { Keys: keys.map((one) => keyed(place, one)) } } },
        },
      ],
  ),
  fc
    .record({
      members: fc.array(member, { minLength: 1, maxLength: 5 }),
      token: fc.option(small),
      again: fc.boolean(),
    })
    .map(
      ({ members, token, again }): Call =>
        (place) => {
          const input = {
            TransactItems: members.map((one) => one(place)),
            ...(token === null ? {} : { ClientRequestToken: `${place}${token}` }),
          };
          return again && token !== null
            ? [
                { name: 'transact', input },
                { name: 'transact', input },
              ]
            : [{ name: 'transact', input }];
        },
    ),
  fc
    .record({ pk: partition, range, rising: fc.boolean(), limit: fc.option(fc.integer({ min: 1, max: 3 })) })
    .map(
      (one): Call =>
        (place) => [
          {
            name: 'query',
            input: {
              KeyConditionExpression: `pk = :pk${one.range.condition}`,
              ExpressionAttributeValues: { ':pk': `${place}${one.pk}`, ...one.range.values },
              ScanIndexForward: one.rising,
              ConsistentRead: true,
              ...(one.limit === null ? {} : { Limit: one.limit }),
            },
          },
        ],
    ),
  fc
    .record({
      lpk: shared,
      from: fc.constantFrom('2026-01', '2026-03'),
      rising: fc.boolean(),
      limit: fc.option(fc.integer({ min: 1, max: 3 })),
    })
    .map(
      (one): Call =>
        (place) => [
          {
            name: 'query',
            input: {
              IndexName: 'list',
              KeyConditionExpression: 'lpk = :pk AND lsk BETWEEN :from AND :to',
              ExpressionAttributeValues: {
                ':pk': `${place}${one.lpk}`,
                ':from': one.from,
                ':to': '2026-02~',
              },
              ScanIndexForward: one.rising,
              ...(one.limit === null ? {} : { Limit: one.limit }),
            },
          },
        ],
    ),
  shared.map(
    (one): Call =>
      (place) => [
        {
          name: 'query',
          input: {
            IndexName: 'lookup',
            KeyConditionExpression: 'kpk = :pk',
            ExpressionAttributeValues: { ':pk': `${place}${one}` },
          },
        },
      ],
  ),
);

/** Calls one after the other. */
export const program = fc.array(call, { minLength: 1, maxLength: 14 });

/** Runs programs on the real table and on one in memory, and reports the first difference. */
export function comparePrograms(served: ServedTable) {
  const memory = memoryServiceTable();
  let programs = 0;
  return async (calls: readonly Call[]): Promise<void> => {
    programs += 1;
    const place = `${programs}/`;
    const last: Asked[] = [scanOf(place)];
    for (const asked of [...calls.flatMap((one) => one(place)), ...last]) {
      const pages = [await everyPage(served.client, asked), await everyPage(memory.client, asked)] as const;
      const [real, ours] = pages.map((page) => inAnyOrder(asked, page));
      if (JSON.stringify(real) !== JSON.stringify(ours)) {
        throw new Error(
          `${asked.name} ${JSON.stringify(asked.input)}\nreal: ${JSON.stringify(real)}\nours: ${JSON.stringify(ours)}`,
        );
      }
    }
    await clear(served.client, place);
    await clear(memory.client, place);
  };
}

const scanOf = (place: Place): Asked => ({
  name: 'scan',
  input: { FilterExpression: 'begins_with(pk, :place)', ExpressionAttributeValues: { ':place': place } },
});

/** The result of a call: its pages if it has several, and for an error the parts that the service reads. */
async function everyPage(
  client: DynamoDBDocumentClient,
  { name, input }: Asked,
): Promise<readonly unknown[]> {
  const pages: unknown[] = [];
  let start: unknown;
  do {
    try {
      const Command = COMMANDS[name]!;
      const page = (await client.send(
        new Command({
          ...(name === 'batchGet' ? {} : { TableName: 'test' }),
          ...structuredClone(withTable(input)),
          ...(start ? { ExclusiveStartKey: start } : {}),
        } as never) as never,
      )) as Record<string, unknown>;
      const { Item, Items, Attributes, Responses, LastEvaluatedKey } = page;
      pages.push({ Item, Items, Attributes, Responses });
      start = LastEvaluatedKey;
    } catch (error) {
      const { name: code, CancellationReasons, Item } = error as Error & Record<string, unknown>;
      const reasons = (CancellationReasons as { Code?: string; Item?: object }[] | undefined)?.map(
        (reason) => ({
          Code: reason.Code,
          Item: reason.Item,
        }),
      );
      pages.push({ code, reasons, Item });
      start = undefined;
    }
  } while (start);
  return pages;
}

function withTable(input: Record<string, unknown>): Record<string, unknown> {
  const { TransactItems } = input as Pick<TransactWriteCommandInput, 'TransactItems'>;
  if (!TransactItems) return input;
  return {
    ...input,
    TransactItems: TransactItems.map((one) =>
      Object.fromEntries(Object.entries(one).map(([kind, part]) => [kind, { ...part, TableName: 'test' }])),
    ),
  };
}

/** Attributes have no order, and neither have the items of a scan, of a batch, or of an index with equal sort keys. */
function inAnyOrder({ name, input }: Asked, pages: readonly unknown[]): unknown {
  const isUnordered = name === 'scan' || name === 'batchGet' || 'IndexName' in input;
  const sorted = sortNames(pages) as { Items?: unknown[]; Responses?: { test?: unknown[] } }[];
  if (!isUnordered) return sorted;
  if (sorted.some((page) => 'code' in page)) return sorted;
  return sorted
    .flatMap(({ Items, Responses }) => Items ?? Responses?.test ?? [])
    .map((one) => JSON.stringify(one))
    .sort();
}

function sortNames(given: unknown): unknown {
  if (Array.isArray(given)) return given.map(sortNames);
  if (typeof given !== 'object' || given === null) return given;
  return Object.fromEntries(
    Object.entries(given)
      .filter(([, one]) => one !== undefined)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, one]) => [name, sortNames(one)]),
  );
}

async function clear(client: DynamoDBDocumentClient, place: Place): Promise<void> {
  const { Items = [] } = await client.send(new ScanCommand({ TableName: 'test', ...scanOf(place).input }));
  for (const { pk, sk } of Items)
    await client.send(new DeleteCommand({ TableName: 'test', Key: { pk, sk } }));
}
