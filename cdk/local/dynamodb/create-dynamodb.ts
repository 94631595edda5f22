import { join } from 'node:path';
import { AwsError, isRecord, jsonBody, jsonError } from '../aws-json.ts';
import { openStore } from '../open-store.ts';
import { type AwsCall, type AwsService, type CloudContext, type CloudPart, LOCAL_REGION } from '../ports.ts';
import { tableOfArn } from './dynamodb-arns.ts';
import { createDynamoDbCaller } from './dynamodb-caller.ts';
import { DYNAMODB_OPERATIONS, DYNAMODB_WRITES, dynamoDbNeeds } from './dynamodb-needs.ts';
import { createExpiredItems } from './expired-items.ts';
import { startDynamoDb } from './start-dynamodb.ts';
import { createStreamCursor, type StreamCursor, type StreamPosition } from './stream-cursor.ts';
import { createStreamIndex } from './stream-index.ts';
import { streamRecordOf } from './stream-record.ts';
import { existingTable, type LocalTable, tableResource } from './table-resource.ts';

/** Streams of the tables, for the event source mappings. */
export interface DynamoDbStreams {
  /** Must be called before `cursor` for a table that the template only names: the table must exist. */
  attach(streamArn: string): Promise<void>;
  /** A reader after `after`, or from the oldest record; throws when no table has this stream. */
  cursor(streamArn: string, after: StreamPosition | undefined): StreamCursor;
  /** Calls `run` after each write to the stream's table. The returned function ends that. */
  onWrite(streamArn: string, run: () => void): () => void;
  /** All readers of the stream have consumed everything up to `position`. */
  trim(streamArn: string, position: StreamPosition): void;
}

/** DynamoDB as a part of the local cloud. */
export interface DynamoDbPart extends CloudPart {
  /** Address of the DynamoDB server itself: any credentials, no policies. */
  readonly endpoint: string;
  readonly streams: DynamoDbStreams;
  /** Resolves with the problem when the server ends by itself: nothing works any more. */
  readonly failed: Promise<Error>;
  /** Removes expired items now instead of at the next round; returns their number. */
  removeExpired(): Promise<number>;
}

/** How often to check whether a sweep is due: the local clock may have been moved. */
const SWEEP_TICK_MS = 1000;
/** Local time between sweeps; AWS takes up to two days. */
const SWEEP_EVERY_MS = 60_000;
/** A sweep reads whole tables, so it gets at most a twentieth of the machine's time. */
const SWEEP_SHARE = 20;

/** What DynamoDB needs from the cloud around it. */
export type DynamoDbContext = Pick<CloudContext, 'clock' | 'dataDirectory' | 'log'> & {
  /** An external DynamoDB to use instead of an own one. */
  readonly dynamoDbEndpoint?: string | undefined;
};

/** Starts DynamoDB. Throws one clear sentence when it cannot. */
export async function createDynamoDb(context: DynamoDbContext): Promise<DynamoDbPart> {
  const { clock, dataDirectory, log } = context;
  const server = await startDynamoDb(
    context.dynamoDbEndpoint !== undefined
      ? { endpoint: context.dynamoDbEndpoint }
      : dataDirectory === undefined
        ? { temporary: true }
        : { directory: join(dataDirectory, 'dynamodb') },
  );
  const caller = createDynamoDbCaller(server.endpoint);
  const index = createStreamIndex(server.databaseFile);
  const store = openStore(
    dataDirectory === undefined ? { memory: true } : { dataDirectory },
    'expired-items',
    '',
  );
  const tables = new Map<string, LocalTable>();
  const listeners = new Map<string, Set<() => void>>();
  const expired = createExpiredItems({ caller, clock, store, tables: () => tables.values() });
  let underWay = 0;

  const wake = (table: string) => {
    for (const run of listeners.get(table) ?? []) run();
  };

  const tableOfStream = (streamArn: string): LocalTable => {
    const table = tables.get(tableOfArn(streamArn));
    if (!table?.streamView) throw new Error(`No table has the stream ${streamArn}`);
    return table;
  };

  const streams: DynamoDbStreams = Object.freeze({
    async attach(streamArn: string) {
      const name = tableOfArn(streamArn);
      const table = tables.has(name) ? undefined : await existingTable(caller, name);
      if (table) tables.set(name, table);
    },
    cursor(streamArn: string, after: StreamPosition | undefined) {
      const table = tableOfStream(streamArn);
      return createStreamCursor({
        caller,
        table: table.name,
        after,
        convert: (raw) =>
          streamRecordOf(table, raw, {
            skippedMs: clock.now() - Date.now(),
            expired: (keys, image) => expired.removed(table, keys, image),
          }),
      });
    },
    onWrite(streamArn: string, run: () => void) {
      const table = tableOfArn(streamArn);
      const runs = listeners.get(table) ?? new Set();
      listeners.set(table, runs.add(run));
      return () => void runs.delete(run);
    },
    trim: (streamArn: string, position: StreamPosition) =>
      index.trim(tableOfArn(streamArn), position.sequenceNumber),
  });

  const service: AwsService = Object.freeze({
    name: 'dynamodb',
    needs: (call: AwsCall) => dynamoDbNeeds(call.action, bodyOrNothing(call)),
    async handle(call: AwsCall) {
      if (!DYNAMODB_OPERATIONS.has(call.action)) {
        return jsonError(
          new AwsError(
            'UnknownOperationException',
            `DynamoDB ${call.action} is not supported by the local cloud`,
          ),
        );
      }
      underWay += 1;
      try {
        const reply = await caller.send(`DynamoDB_20120810.${call.action}`, call.body);
        if (DYNAMODB_WRITES.has(call.action) && reply.status === 200) {
          for (const table of listeners.keys()) wake(table);
        }
        return call.action === 'DescribeTable' ? withLocalArns(reply) : reply;
      } finally {
        underWay -= 1;
      }
    },
    denied: (message: string) => jsonError(new AwsError('AccessDeniedException', message)),
    idle: async () => underWay === 0,
    stop: async () => undefined,
  });

  const removeExpired = async () => {
    const removed = await expired.sweep();
    if (removed > 0) for (const table of listeners.keys()) wake(table);
    return removed;
  };
  const sweeping = sweepRegularly(clock, removeExpired, log);

  return Object.freeze({
    endpoint: server.endpoint,
    streams,
    failed: server.failed,
    removeExpired,
    resourceTypes: [tableResource({ caller, made: (table) => tables.set(table.name, table) })],
    services: [service],
    begin: async () => sweeping.begin(),
    async state() {
      const items = async ({ name }: LocalTable) => {
        const { Table } = await caller.call('DescribeTable', { TableName: name });
        return { name, items: isRecord(Table) ? Number(Table.ItemCount ?? 0) : 0 };
      };
      return { tables: await Promise.all([...tables.values()].map(items)) };
    },
    async stop() {
      await sweeping.stop();
      index.stop();
      store.close();
      await server.stop();
      caller.stop();
    },
  });
}

/** Not an alarm of the local clock: a recurring one would make a skipping clock run away. */
function sweepRegularly(
  clock: CloudContext['clock'],
  sweep: () => Promise<unknown>,
  log: (line: string) => void,
): { begin(): void; stop(): Promise<void> } {
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;
  let lastLocalMs = 0;
  let restUntil = 0;
  const run = async () => {
    const started = Date.now();
    lastLocalMs = clock.now();
    try {
      await sweep();
    } catch (error) {
      log(
        `Could not remove expired items, will try again later: ${error instanceof Error ? error.message : String(error)}`,
      );
    }
    restUntil = Date.now() + SWEEP_SHARE * (Date.now() - started);
  };
  return {
    begin() {
      timer ??= setInterval(() => {
        if (running || Date.now() < restUntil || clock.now() - lastLocalMs < SWEEP_EVERY_MS) return;
        running = run().finally(() => {
          running = undefined;
        });
      }, SWEEP_TICK_MS).unref();
    },
    async stop() {
      clearInterval(timer);
      await running;
    },
  };
}

/** The server names its own region in ARNs; functions see the region of the local cloud. */
function withLocalArns<
  T extends { readonly headers: Readonly<Record<string, string>>; readonly body: Buffer },
>(reply: T): T {
  const body = reply.body
    .toString('utf8')
    .replaceAll('arn:aws:dynamodb:dynoxide:', `arn:aws:dynamodb:${LOCAL_REGION}:`)
    .replaceAll(/(table\/[\w.-]+\/stream\/)[^"/]+/g, '$1local');
  // The server's checksum is for its own text.
  const { 'x-amz-crc32': _, ...headers } = reply.headers;
  return { ...reply, headers, body: Buffer.from(body) };
}

/** A call that is not JSON needs no permission: the server refuses it. */
function bodyOrNothing(call: AwsCall): Record<string, unknown> {
  try {
    return jsonBody(call);
  } catch {
    return {};
  }
}
