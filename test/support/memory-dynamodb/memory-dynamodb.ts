import { isDeepStrictEqual } from 'node:util';
import {
  type AttributeValue,
  type CancellationReason,
  ConditionalCheckFailedException,
  IdempotentParameterMismatchException,
  TransactionCanceledException,
} from '@aws-sdk/client-dynamodb';
import type {
  BatchGetCommandInput,
  DeleteCommandInput,
  DynamoDBDocumentClient,
  GetCommandInput,
  PutCommandInput,
  QueryCommandInput,
  ScanCommandInput,
  TransactWriteCommandInput,
  UpdateCommandInput,
} from '@aws-sdk/lib-dynamodb';
import { marshall } from '@aws-sdk/util-dynamodb';
import { invalid } from './errors.ts';
import { condition, type Placeholders, update } from './expression.ts';
import { compareRows, MemoryTable, type Row, type TableLayout } from './memory-table.ts';
import { type Attributes, compareKeys, copyAttributes, sizeOfItem } from './values.ts';

/** DynamoDB's limits of one call. */
const MAX_MEMBERS = 100;
const MAX_TRANSACTION_BYTES = 4 * 1024 * 1024;
const MAX_PAGE_BYTES = 1024 * 1024;
/** How long a transaction's token is remembered. */
const TOKEN_LIFE_MS = 10 * 60 * 1000;

type Member = NonNullable<TransactWriteCommandInput['TransactItems']>[number];

/** The parts of a member or of a call that state the condition on an item. */
interface Conditional {
  readonly ConditionExpression?: string | undefined;
  readonly ExpressionAttributeNames?: Readonly<Record<string, string>> | undefined;
  readonly ExpressionAttributeValues?: Readonly<Record<string, unknown>> | undefined;
  readonly ReturnValuesOnConditionCheckFailure?: string | undefined;
}

/** A handler of a call, and the middleware around it. */
type Handler = (call: { readonly input: object }) => Promise<{ readonly output: object }>;
type Middleware = (next: Handler, context: { readonly commandName: string }) => Handler;

/**
 * A DynamoDB in this process that answers the document client's commands as the real one does: conditions, transactions
 * with their reasons and tokens, queries of table and indexes in pages, scans, and the limits of items and calls. The
 * conformance suite (`test/conformance/dynamodb`) compares it with the local cloud's.
 */
export class MemoryDynamoDb {
  readonly table: MemoryTable;
  readonly #now: () => number;
  readonly #tokens = new Map<string, { readonly members: unknown; readonly atMs: number }>();
  readonly #middleware: Middleware[] = [];

  /** `now` determines when a token is forgotten. */
  constructor(layout: TableLayout, now: () => number = () => 0) {
    this.table = new MemoryTable(layout);
    this.#now = now;
  }

  /** Like the document client's: middleware of the first step, which is the only one here. */
  readonly middlewareStack = {
    add: (middleware: Middleware) => void this.#middleware.push(middleware),
  };

  /** The same under the type of the client that the service expects. */
  get client(): DynamoDBDocumentClient {
    return this as unknown as DynamoDBDocumentClient;
  }

  destroy(): void {}

  async send(command: { readonly input: object }): Promise<object> {
    const commandName = command.constructor.name;
    const answer: Handler = async ({ input }) => ({ output: this.answer(commandName, input) });
    const handler = this.#middleware.reduce((next, wrap) => wrap(next, { commandName }), answer);
    return (await handler(command)).output;
  }

  /** Does a command, at once. */
  answer(commandName: string, input: object): object {
    switch (commandName) {
      case 'GetCommand':
        return this.#get(input as GetCommandInput);
      case 'BatchGetCommand':
        return this.#batchGet(input as BatchGetCommandInput);
      case 'PutCommand':
        return this.#writeOne({ Put: input as PutCommandInput }, input as Conditional);
      case 'DeleteCommand':
        return this.#writeOne({ Delete: input as DeleteCommandInput }, input as Conditional);
      case 'UpdateCommand':
        return this.#writeOne({ Update: input as Member['Update'] }, input as Conditional);
      case 'QueryCommand':
        return this.#query(input as QueryCommandInput);
      case 'ScanCommand':
        return this.#scan(input as ScanCommandInput);
      case 'TransactWriteCommand':
        return this.#transact(input as TransactWriteCommandInput);
      default:
        throw new Error(`The table in memory does not know ${commandName}.`);
    }
  }

  #get({ Key = {} }: GetCommandInput): object {
    const item = this.table.get(Key);
    return item ? { Item: copyAttributes(item) } : {};
  }

  #batchGet({ RequestItems = {} }: BatchGetCommandInput): object {
    const Responses: Record<string, Attributes[]> = {};
    for (const [name, { Keys = [] }] of Object.entries(RequestItems)) {
      if (Keys.length > MAX_MEMBERS) throw invalid('Too many items requested for the BatchGetItem call');
      const texts = Keys.map((key) => JSON.stringify(this.table.keysOf(key)));
      if (new Set(texts).size < texts.length) throw invalid('Provided list of item keys contains duplicates');
      Responses[name] = Keys.map((key) => this.table.get(key))
        .filter((item) => item !== undefined)
        .map(copyAttributes);
    }
    return { Responses, UnprocessedKeys: {} };
  }

  #writeOne(member: Member, conditional: Conditional): object {
    const before = this.#itemOf(member);
    const write = this.#prepare(member, before);
    if (!holds(conditional, before)) {
      throw new ConditionalCheckFailedException({
        message: 'The conditional request failed',
        $metadata: { httpStatusCode: 400 },
        ...shown(conditional, before),
      });
    }
    write();
    const { ReturnValues } = conditional as Pick<UpdateCommandInput, 'ReturnValues'>;
    if (ReturnValues === 'ALL_OLD') return before ? { Attributes: copyAttributes(before) } : {};
    if (ReturnValues === 'ALL_NEW') return { Attributes: copyAttributes(this.#itemOf(member) ?? {}) };
    return {};
  }

  #transact({ TransactItems: members = [], ClientRequestToken }: TransactWriteCommandInput): object {
    if (members.length === 0 || members.length > MAX_MEMBERS) {
      throw invalid(`Member must have length less than or equal to ${MAX_MEMBERS}`);
    }
    const known = ClientRequestToken === undefined ? undefined : this.#tokens.get(ClientRequestToken);
    if (known && this.#now() - known.atMs < TOKEN_LIFE_MS) {
      if (isDeepStrictEqual(known.members, members)) return {};
      throw new IdempotentParameterMismatchException({
        message: 'Request token was used with other parameters',
        $metadata: { httpStatusCode: 400 },
      });
    }
    this.#checkMembers(members);
    const befores = members.map((member) => this.#itemOf(member));
    const writes = members.map((member, index) => this.#prepare(member, befores[index]));
    const CancellationReasons = members.map((member, index): CancellationReason => {
      const conditional = conditionOf(member);
      const before = befores[index];
      return holds(conditional, before)
        ? { Code: 'None' }
        : {
            Code: 'ConditionalCheckFailed',
            Message: 'The conditional request failed',
            ...shown(conditional, before),
          };
    });
    if (CancellationReasons.some(({ Code }) => Code !== 'None')) {
      throw new TransactionCanceledException({
        message: `Transaction cancelled, please refer cancellation reasons for specific reasons [${CancellationReasons.map(({ Code }) => Code).join(', ')}]`,
        $metadata: { httpStatusCode: 400 },
        CancellationReasons,
      });
    }
    for (const write of writes) write();
    if (ClientRequestToken !== undefined)
      this.#tokens.set(ClientRequestToken, { members, atMs: this.#now() });
    return {};
  }

  #checkMembers(members: readonly Member[]): void {
    const texts = members.map((member) => JSON.stringify(this.table.keysOf(keyOf(member))));
    if (new Set(texts).size < texts.length) {
      throw invalid('Transaction request cannot include multiple operations on one item');
    }
    const bytes = members.reduce((sum, { Put }) => sum + (Put?.Item ? sizeOfItem(Put.Item) : 0), 0);
    if (bytes > MAX_TRANSACTION_BYTES) throw invalid('Aggregated size of all items is too large');
  }

  #itemOf(member: Member): Readonly<Attributes> | undefined {
    return this.table.get(keyOf(member));
  }

  /** What a member writes, already checked; nothing is written before the returned function is called. */
  #prepare(member: Member, before: Readonly<Attributes> | undefined): () => void {
    const { Put, Delete, Update } = member;
    if (Put) {
      const item = copyAttributes(Put.Item ?? {});
      this.table.check(item);
      return () => this.table.put(item);
    }
    if (Update) {
      const item = copyAttributes(before ?? Update.Key ?? {});
      for (const change of update(Update.UpdateExpression ?? ''))
        change(item, before, placeholdersOf(Update));
      const next = copyAttributes(item);
      this.table.check(next);
      return () => this.table.put(next);
    }
    if (Delete) return () => this.table.delete(Delete.Key ?? {});
    return () => undefined;
  }

  #query(query: QueryCommandInput): object {
    const { IndexName, KeyConditionExpression = '', ExclusiveStartKey: start } = query;
    if (IndexName !== undefined && query.ConsistentRead) {
      throw invalid('Consistent reads are not supported on global secondary indexes');
    }
    const { partitionKey, sortKey } = this.table.keyNames(IndexName);
    const by = placeholdersOf(query);
    const partition = partitionOf(KeyConditionExpression, partitionKey, by);
    const isWanted = condition(KeyConditionExpression);
    checkRanges(KeyConditionExpression, by);
    const rising = query.ScanIndexForward ?? true;
    const rows = this.table.rows(IndexName, partition).filter(({ item }) => isWanted(item, by));
    const ordered = rising ? rows : rows.toReversed();
    const after = start && this.#rowOf(start, sortKey, IndexName !== undefined);
    const rest = after
      ? ordered.filter((row) => (rising ? compareRows(row, after) > 0 : compareRows(row, after) < 0))
      : ordered;
    return this.#page(rest, query, (item) => ({
      ...this.table.keysOf(item),
      ...pick(item, partitionKey, sortKey),
    }));
  }

  #scan(scan: ScanCommandInput): object {
    if (scan.IndexName !== undefined) throw new Error('The table in memory scans no index.');
    const { partitionKey, sortKey } = this.table.layout;
    const place = (item: Readonly<Attributes>) => JSON.stringify([item[partitionKey], item[sortKey]]);
    const { Segment = 0, TotalSegments = 1 } = scan;
    const items = this.table
      .items()
      .filter((item) => segmentOf(String(item[partitionKey]), TotalSegments) === Segment);
    const start = scan.ExclusiveStartKey && place(scan.ExclusiveStartKey);
    const from = start === undefined ? 0 : items.findIndex((item) => place(item) === start) + 1;
    const rows = items.slice(from).map((item): Row => ({ sort: '', tie: '', item, bytes: sizeOfItem(item) }));
    return this.#page(rows, scan, (item) => this.table.keysOf(item));
  }

  /** As many rows as fit on a page, those of them that pass the filter, and where the next page starts. */
  #page(
    rows: readonly Row[],
    { Limit, FilterExpression, ...call }: Pick<QueryCommandInput, 'Limit' | 'FilterExpression'> & Conditional,
    keysOf: (item: Readonly<Attributes>) => object,
  ): object {
    let bytes = 0;
    let read = 0;
    for (const row of rows) {
      if (read === Limit || bytes >= MAX_PAGE_BYTES) break;
      bytes += row.bytes;
      if (bytes > MAX_PAGE_BYTES && read > 0) break;
      read += 1;
    }
    const last = rows[read - 1];
    const page = rows.slice(0, read).map(({ item }) => item);
    const filter = FilterExpression === undefined ? undefined : condition(FilterExpression);
    const found = filter ? page.filter((item) => filter(item, placeholdersOf(call))) : page;
    const goesOn = last !== undefined && (read < rows.length || read === Limit);
    return {
      Items: found.map(copyAttributes),
      Count: found.length,
      ScannedCount: page.length,
      ...(goesOn ? { LastEvaluatedKey: keysOf(last.item) } : {}),
    };
  }

  #rowOf(key: Readonly<Attributes>, sortKey: string, isIndex: boolean): Row {
    const { layout } = this.table;
    const tie = isIndex ? `${key[layout.partitionKey]}\u0000${key[layout.sortKey]}` : '';
    return { sort: String(key[sortKey]), tie, item: key, bytes: 0 };
  }
}

/** The partition of a query: the value with which its key is compared. */
function partitionOf(expression: string, partitionKey: string, { names, values }: Placeholders): string {
  for (const [, name = '', value = ''] of expression.matchAll(/([#\w]+)\s*=\s*(:\w+)/g)) {
    if ((names?.[name] ?? name) === partitionKey) return String(values?.[value]);
  }
  throw invalid(`Query condition missed key schema element: ${partitionKey}`);
}

/** A range that ends before it begins is refused, whatever the table contains. */
function checkRanges(expression: string, { values }: Placeholders): void {
  for (const [, low = '', high = ''] of expression.matchAll(/BETWEEN\s+(:\w+)\s+AND\s+(:\w+)/gi)) {
    if (compareKeys(String(values?.[low]), String(values?.[high])) > 0) {
      throw invalid('The BETWEEN operator requires upper bound to be greater than or equal to lower bound');
    }
  }
}

function keyOf({ Put, Delete, Update, ConditionCheck }: Member): Readonly<Attributes> {
  return Put?.Item ?? Delete?.Key ?? Update?.Key ?? ConditionCheck?.Key ?? {};
}

function conditionOf({ Put, Delete, Update, ConditionCheck }: Member): Conditional {
  return Put ?? Delete ?? Update ?? ConditionCheck ?? {};
}

function placeholdersOf(call: Conditional): Placeholders {
  return { names: call.ExpressionAttributeNames, values: call.ExpressionAttributeValues };
}

function holds(conditional: Conditional, item: Readonly<Attributes> | undefined): boolean {
  const { ConditionExpression } = conditional;
  return (
    ConditionExpression === undefined || condition(ConditionExpression)(item, placeholdersOf(conditional))
  );
}

/** The item that a condition was evaluated on, if the call asked for it. */
function shown(
  { ReturnValuesOnConditionCheckFailure }: Conditional,
  item: Readonly<Attributes> | undefined,
): { readonly Item?: Record<string, AttributeValue> } {
  return ReturnValuesOnConditionCheckFailure === 'ALL_OLD' && item ? { Item: marshall(item) } : {};
}

function pick(item: Readonly<Attributes>, ...names: readonly string[]): Attributes {
  return Object.fromEntries(names.map((name) => [name, item[name]]));
}

/** The number of the segment that a partition belongs to, when the table is read in this many segments. */
function segmentOf(partition: string, segments: number): number {
  let sum = 0;
  for (const character of partition) sum = (31 * sum + (character.codePointAt(0) ?? 0)) % 1_000_003;
  return sum % segments;
}
