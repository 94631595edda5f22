import { CreateTableCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, ScanCommand } from '@aws-sdk/lib-dynamodb';
import { startDynamoDb } from '../../cdk/local/dynamodb/index.ts';
import { FixedClock } from '../../lib/platform/core/clock.ts';
import { ulidIds } from '../../lib/platform/core/ids.ts';
import { silentLog } from '../../lib/platform/core/log.ts';
import type { EventRecord } from '../../lib/platform/events/index.ts';
import type { CoreDeps } from '../../lib/platform/runtime/index.ts';
import { type Item, type SentItem, TABLE_SHAPE, Table, unpackItem } from '../../lib/platform/table/index.ts';
import { eventOfItem } from './event-of-item.ts';
import { memoryServiceTable } from './memory-dynamodb/service-table.ts';

/** The service's table, and core dependencies that use it. */
export interface TestTable {
  readonly deps: CoreDeps & { readonly clock: FixedClock };
  readonly client: DynamoDBDocumentClient;
  readonly tableName: string;
  /** Everything in the table. */
  items(): Promise<readonly Item[]>;
  /** The events written so far, oldest first, of each timer the latest; only those with a name, if given. */
  events(name?: string): Promise<readonly EventRecord[]>;
  /** Number of rows and items that were read while `run` ran. */
  rowsRead(run: () => Promise<void>): Promise<number>;
  stop(): Promise<void>;
}

/** A table that a server has. */
export interface ServedTable extends TestTable {
  /** Where it listens. */
  readonly endpoint: string;
}

const TABLE_NAME = 'test';

/** A table in this process, for tests of logic. The clock stands at `now`. */
export async function startTestTable(now = '2026-03-02T09:00:00.000Z'): Promise<TestTable> {
  const clock = new FixedClock(now);
  const { client } = memoryServiceTable(() => clock.now());
  return tableOn(client, clock, async () => client.destroy());
}

/**
 * The table of a real DynamoDB, started in about 20 ms: for tests of the table's adapter, and for functions that create
 * their own client. The clock stands at `now`.
 */
export async function startServedTable(now = '2026-03-02T09:00:00.000Z'): Promise<ServedTable> {
  const server = await startDynamoDb({ temporary: true });
  const base = new DynamoDBClient({
    endpoint: server.endpoint,
    region: 'us-east-1',
    credentials: { accessKeyId: 'test', secretAccessKey: 'test' },
  });
  await base.send(createTable(TABLE_NAME));
  const client = DynamoDBDocumentClient.from(base, { marshallOptions: { removeUndefinedValues: true } });
  const stop = async () => {
    client.destroy();
    base.destroy();
    await server.stop();
  };
  return { ...tableOn(client, new FixedClock(now), stop), endpoint: server.endpoint };
}

function tableOn(client: DynamoDBDocumentClient, clock: FixedClock, stop: () => Promise<void>): TestTable {
  let readSoFar = 0;
  client.middlewareStack.add(
    (next) => async (call) => {
      const reply = await next(call);
      const { Items, Item } = reply.output as { Items?: readonly unknown[]; Item?: unknown };
      readSoFar += Items?.length ?? (Item ? 1 : 0);
      return reply;
    },
    { step: 'initialize' },
  );
  const items = async () => {
    const all: Item[] = [];
    let start: Record<string, unknown> | undefined;
    do {
      const page = await client.send(new ScanCommand({ TableName: TABLE_NAME, ExclusiveStartKey: start }));
      all.push(...((page.Items ?? []) as SentItem[]).map(unpackItem));
      start = page.LastEvaluatedKey;
    } while (start);
    return all;
  };
  return {
    deps: {
      table: new Table({ client, tableName: TABLE_NAME, clock }),
      clock,
      ids: ulidIds(clock),
      log: silentLog,
    },
    client,
    tableName: TABLE_NAME,
    items,
    async events(name) {
      return (await items())
        .flatMap((item) => eventOfItem(item) ?? [])
        .filter((event) => name === undefined || event.name === name)
        .sort((a, b) => a.occurredAt.localeCompare(b.occurredAt));
    },
    async rowsRead(run) {
      const before = readSoFar;
      await run();
      return readSoFar - before;
    },
    stop,
  };
}

/** Creates the service's table by this name. */
export function createTable(tableName: string): CreateTableCommand {
  const { partitionKey, sortKey, list, lookup } = TABLE_SHAPE;
  const keys = (hash: string, range: string) => [
    { AttributeName: hash, KeyType: 'HASH' as const },
    { AttributeName: range, KeyType: 'RANGE' as const },
  ];
  const names = [partitionKey, sortKey, list.partitionKey, list.sortKey, lookup.partitionKey, lookup.sortKey];
  return new CreateTableCommand({
    TableName: tableName,
    BillingMode: 'PAY_PER_REQUEST',
    AttributeDefinitions: names.map((AttributeName) => ({ AttributeName, AttributeType: 'S' })),
    KeySchema: keys(partitionKey, sortKey),
    GlobalSecondaryIndexes: [
      {
        IndexName: list.indexName,
        KeySchema: keys(list.partitionKey, list.sortKey),
        Projection: { ProjectionType: 'INCLUDE', NonKeyAttributes: [...list.projected] },
      },
      {
        IndexName: lookup.indexName,
        KeySchema: keys(lookup.partitionKey, lookup.sortKey),
        Projection: { ProjectionType: 'KEYS_ONLY' },
      },
    ],
  });
}
