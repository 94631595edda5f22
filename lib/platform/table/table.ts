import { randomBytes } from 'node:crypto';
import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import {
  BatchGetCommand,
  DeleteCommand,
  type DeleteCommandInput,
  type DynamoDBDocumentClient,
  GetCommand,
  PutCommand,
  QueryCommand,
  type QueryCommandInput,
  TransactWriteCommand,
  type TransactWriteCommandInput,
} from '@aws-sdk/lib-dynamodb';
import type { Clock } from '../core/clock.ts';
import { mapConcurrently } from '../core/map-concurrently.ts';
import type { Origin } from '../core/origin.ts';
import { Outage } from '../core/outage.ts';
import { retryLostRace } from '../core/retry-lost-race.ts';
import { currentPlace, writePlace } from '../core/span.ts';
import { withAuditEntries } from './audit/with-audit-entries.ts';
import {
  type Entity,
  EVERYWHERE,
  listKey,
  lookupKey,
  type Partition,
  partitionKey,
  type Shape,
} from './define-entity.ts';
import { fromItem, type Item, packItem, type SentItem, type Stored, unpackItem } from './item.ts';
import { KeptPartitions } from './kept-partitions.ts';
import {
  joinKey,
  type Key,
  organizationStampKey,
  STAMP_KEY,
  STAMPED_STATE,
  STATE_PREFIX,
  TABLE_SHAPE,
} from './key.ts';
import type { Condition, Operation } from './operation.ts';
import { unpack } from './pack.ts';
import type { TablePlace } from './scan-table.ts';
import { takeInOrder } from './take-in-order.ts';

/** DynamoDB's limit of members of one TransactWriteItems call. */
export const MAX_OPERATIONS = 100;

/** DynamoDB's limit of keys of one BatchGetItem call. */
const MAX_BATCH = 100;

/** Batches that are read in parallel. */
const BATCHES_AT_A_TIME = 8;

/** Reasons for which a transaction is cancelled that say nothing about its conditions. */
const PASSING_CODES: ReadonlySet<string> = new Set([
  'TransactionConflict',
  'ThrottlingError',
  'ProvisionedThroughputExceeded',
]);

/** Result of a write: all of it, or nothing, with the members whose condition failed. */
export type WriteOutcome =
  | { readonly ok: true }
  | { readonly ok: false; readonly conflicts: readonly Operation[] };

/** An aggregate's current state, as one Query read it. */
export interface Aggregate {
  /** The only item of this kind, or undefined. */
  one<Value extends Shape, KeyFields extends Shape>(
    entity: Entity<Value, KeyFields>,
  ): Stored<Value> | undefined;
  /** All items of this kind, in the order of their sort keys. */
  all<Value extends Shape, KeyFields extends Shape>(
    entity: Entity<Value, KeyFields>,
  ): readonly Stored<Value>[];
}

/** The aggregate that these items of one partition are. */
export function aggregateOf(items: readonly Partial<SentItem>[], nowMs: number): Aggregate {
  const all = <Value extends Shape, KeyFields extends Shape>(entity: Entity<Value, KeyFields>) =>
    items.map((item) => fromItem(entity, item, nowMs)).filter((stored) => stored !== undefined);
  const one = <Value extends Shape, KeyFields extends Shape>(entity: Entity<Value, KeyFields>) => {
    for (const item of items) {
      const stored = fromItem(entity, item, nowMs);
      if (stored) return stored;
    }
    return undefined;
  };
  return { all, one };
}

/** A position in a list: that of the row with this instant and this id. */
export interface ListPlace {
  readonly at: string;
  readonly id: string;
}

/** A list row with what orders it. */
export interface ListRow extends ListPlace {
  readonly row: Shape;
}

/** The single table. Thin: it converts items, sends commands and parses the replies. Outages throw. */
export class Table {
  readonly #client: DynamoDBDocumentClient;
  readonly #name: string;
  readonly #clock: Clock;
  readonly #nextMark: () => string;
  readonly #origin: WrittenOrigin | undefined;
  readonly #kept: KeptPartitions;

  constructor(dependencies: {
    client: DynamoDBDocumentClient;
    tableName: string;
    clock: Clock;
    /** Text that no other write has. */
    nextMark?: () => string;
    /** On whose behalf it writes; absent = nobody in particular. */
    origin?: WrittenOrigin;
    /** What this instance of a function remembers. */
    kept?: KeptPartitions;
  }) {
    this.#client = dependencies.client;
    this.#name = dependencies.tableName;
    this.#clock = dependencies.clock;
    this.#nextMark = dependencies.nextMark ?? (() => randomBytes(9).toString('base64url'));
    this.#origin = dependencies.origin;
    this.#kept = dependencies.kept ?? new KeptPartitions();
  }

  /**
   * The same table, which adds the actor and cause of a change to events and, for audited entities, to the
   * audit log.
   */
  actingFor({ actor, cause }: WrittenOrigin): Table {
    return new Table({
      client: this.#client,
      tableName: this.#name,
      clock: this.#clock,
      nextMark: this.#nextMark,
      origin: { actor: { ...actor }, cause },
      kept: this.#kept,
    });
  }

  /** One item by its key, strongly consistent: what the last acknowledged write left. 1 call. */
  async get<Value extends Shape, KeyFields extends Shape>(
    entity: Entity<Value, KeyFields>,
    key: NoInfer<KeyFields>,
  ): Promise<Stored<Value> | undefined> {
    const reply = await this.#client.send(
      new GetCommand({ TableName: this.#name, Key: { ...entity.keyOf(key) }, ConsistentRead: true }),
    );
    return fromItem(entity, reply.Item, this.#clock.now());
  }

  /**
   * Several items by their keys, strongly consistent, in the order of the keys; undefined for a missing one.
   * 1 call per 100 keys, and more for keys that DynamoDB leaves over.
   */
  async getMany<Value extends Shape, KeyFields extends Shape>(
    entity: Entity<Value, KeyFields>,
    keys: readonly NoInfer<KeyFields>[],
  ): Promise<readonly (Stored<Value> | undefined)[]> {
    const places = keys.map((key) => entity.keyOf(key));
    const found = await this.#getAll(places);
    const now = this.#clock.now();
    return places.map((place) => fromItem(entity, found.get(placeText(place)), now));
  }

  /** Two items of any kinds, strongly consistent; undefined for a missing one. 1 call. */
  async getBoth<One extends Shape, OneKey extends Shape, Other extends Shape, OtherKey extends Shape>(
    one: readonly [Entity<One, OneKey>, NoInfer<OneKey>],
    other: readonly [Entity<Other, OtherKey>, NoInfer<OtherKey>],
  ): Promise<readonly [Stored<One> | undefined, Stored<Other> | undefined]> {
    const places = [one[0].keyOf(one[1]), other[0].keyOf(other[1])] as const;
    const found = await this.#getAll(places);
    const now = this.#clock.now();
    return [
      fromItem(one[0], found.get(placeText(places[0])), now),
      fromItem(other[0], found.get(placeText(places[1])), now),
    ];
  }

  /** An aggregate's whole state (items of kind `state`), strongly consistent. 1 call up to 1 MB. */
  async readAggregate(partition: Partition): Promise<Aggregate> {
    const items = await this.#queryAll({
      KeyConditionExpression: 'pk = :pk AND begins_with(sk, :sk)',
      ExpressionAttributeValues: { ':pk': partitionKey(partition), ':sk': STATE_PREFIX },
      ConsistentRead: true,
    });
    return aggregateOf(items, this.#clock.now());
  }

  /**
   * As `readAggregate`, from the memory of this instance while nothing was written to the partition's entities with
   * `isKept`. 1 call, of 1 read unit as long as nothing changes, for all who ask at once. What other entities there wrote may be 15 s old.
   */
  async readKept(partition: Partition): Promise<Aggregate> {
    const pk = partitionKey(partition);
    const items = await this.#kept.readTogether(pk, this.#clock.now(), {
      mark: async () => markOf(await this.#getItem({ pk, sk: STAMP_KEY })),
      all: async () => {
        // In the order of their sort keys: items that change meanwhile are newer than the stamp, never older.
        const items = await this.#stampedState(pk);
        return { mark: markOf(items.find(({ sk }) => sk === STAMP_KEY)), items };
      },
    });
    return aggregateOf(items, this.#clock.now());
  }

  /**
   * Reads any number of an organization's partitions as `readKept` does, but with one stamp for all of them: 1 call of 1
   * read unit at the start, and none as long as nothing changes in any of them.
   */
  async keptOf(organizationId: string): Promise<(partition: Partition) => Promise<Aggregate>> {
    const mark = markOf(await this.#getItem(organizationStampKey(joinKey([organizationId]))));
    return async (partition) => {
      const pk = partitionKey(partition);
      const items = await this.#kept.read(`${pk} by organization`, this.#clock.now(), {
        mark: async () => mark,
        // Read after the stamp: they are newer, never older.
        all: async () => ({ mark, items: await this.#stampedState(pk) }),
      });
      return aggregateOf(items, this.#clock.now());
    };
  }

  /** Where it is, for the rare work that reads all of it. */
  get place(): TablePlace {
    return { client: this.#client, tableName: this.#name };
  }

  /** Everything in a partition, its logs and what has expired included, as it lies there. 1 call up to 1 MB. */
  async readPartition(partition: Partition): Promise<readonly Item[]> {
    const items = await this.#queryAll({
      KeyConditionExpression: 'pk = :pk',
      ExpressionAttributeValues: { ':pk': partitionKey(partition) },
      ConsistentRead: true,
    });
    return items.map((item) => unpackItem(item as SentItem));
  }

  /**
   * A page of an aggregate's `log` items of one kind, in sort order. `after` are the sort parts of the last
   * item of the previous page; the page is shorter than `limit` only at the end.
   */
  async readLog<Value extends Shape, KeyFields extends Shape>(
    entity: Entity<Value, KeyFields>,
    partition: Partition,
    options: { limit: number; newestFirst?: boolean; after?: NoInfer<KeyFields> },
  ): Promise<readonly Stored<Value>[]> {
    const { limit, newestFirst, after } = options;
    const log: Stored<Value>[] = [];
    const pages = this.#pages({
      KeyConditionExpression: 'pk = :pk AND begins_with(sk, :sk)',
      ExpressionAttributeValues: { ':pk': partitionKey(partition), ':sk': `${entity.name}#` },
      ConsistentRead: true,
      ScanIndexForward: !newestFirst,
      Limit: limit,
      ...(after ? { ExclusiveStartKey: { ...entity.keyOf(after) } } : {}),
    });
    for await (const page of pages) {
      const now = this.#clock.now();
      log.push(...page.map((item) => fromItem(entity, item, now)).filter((stored) => stored !== undefined));
      if (log.length >= limit) break;
    }
    return log.slice(0, limit);
  }

  /**
   * Rows of the list index from all shards, merged by instant (ties by id). Eventually consistent. `from` and `to` are
   * instants (inclusive); at most `limit` rows come back, fewer only at the end.
   */
  async list<Value extends Shape, KeyFields extends Shape>(
    entity: Entity<Value, KeyFields>,
    options: {
      /** Absent for a list that reaches everywhere. */
      organizationId?: string;
      shards: number;
      /** Only this one of the shards. */
      shard?: number;
      direction: 'ASC' | 'DESC';
      limit: number;
      from?: string;
      to?: string;
      /** Only rows after this one in the direction of the list. */
      after?: ListPlace;
    },
  ): Promise<readonly ListRow[]> {
    const { shards, shard: only, limit, after, from = '0', to = '9999' } = options;
    const isRising = options.direction === 'ASC';
    const passed = after && joinKey([after.at, after.id]);
    const first = isRising && passed !== undefined && passed > from ? passed : from;
    const last = !isRising && passed !== undefined && passed < `${to}~` ? passed : `${to}~`;
    // DynamoDB refuses a range that ends before it starts.
    if (first > last) return [];
    // The row that was passed lies in the range still.
    const wanted = passed === undefined ? limit : limit + 1;
    const pages = (only === undefined ? Array.from({ length: shards }, (_, shard) => shard) : [only]).map(
      (shard) =>
        this.#pages({
          IndexName: TABLE_SHAPE.list.indexName,
          KeyConditionExpression: 'lpk = :pk AND lsk BETWEEN :from AND :to',
          ExpressionAttributeValues: {
            ':pk': listKey(options.organizationId ?? EVERYWHERE, entity.name, shard),
            ':from': first,
            ':to': last,
          },
          ScanIndexForward: isRising,
          Limit: rowsOfShard(wanted, shards),
        }),
    );
    const sign = isRising ? 1 : -1;
    const compare = (a: Partial<Item>, b: Partial<Item>) => sign * compareText(String(a.lsk), String(b.lsk));
    const items = await takeInOrder(pages, compare, wanted);
    return items
      .filter(({ lsk }) => lsk !== passed)
      .slice(0, limit)
      .map((item) => {
        const [at = '', id = ''] = String(item.lsk).split('#');
        return { at, id, row: unpack(item.row ?? {}) };
      });
  }

  /**
   * Items with `value` in the entity's lookup, at most `limit` of them. Eventually consistent index, then one
   * read per item.
   */
  async lookup<Value extends Shape, KeyFields extends Shape>(
    entity: Entity<Value, KeyFields>,
    organizationId: string,
    value: string,
    { limit = Number.POSITIVE_INFINITY }: { readonly limit?: number } = {},
  ): Promise<readonly Stored<Value>[]> {
    const { lookup } = entity.definition;
    if (!lookup) throw new Error(`Entity "${entity.name}" has no lookup.`);
    const found: Partial<Item>[] = [];
    const pages = this.#pages({
      IndexName: TABLE_SHAPE.lookup.indexName,
      KeyConditionExpression: 'kpk = :pk',
      ExpressionAttributeValues: { ':pk': lookupKey(organizationId, lookup.name, value) },
    });
    for await (const page of pages) {
      found.push(...page);
      if (found.length >= limit) break;
    }
    const items = await Promise.all(
      found
        .slice(0, Math.min(found.length, limit))
        .map((item) => this.#getItem({ pk: String(item.pk), sk: String(item.sk) })),
    );
    const now = this.#clock.now();
    return items.map((item) => fromItem(entity, item, now)).filter((stored) => stored !== undefined);
  }

  /**
   * Writes all members or none. A single member costs half of a transaction and is sent as a plain write.
   * Failed conditions are returned as conflicts; everything else throws. A parallel write on one of the items proves
   * nothing about them, not even that they are there: the write is sent again until a condition decides. The client
   * sends throttled calls again, but not a transaction of which one member was throttled: this does. Throws `Outage`
   * when neither stops.
   */
  async write(asked: readonly Operation[]): Promise<WriteOutcome> {
    const operations = this.#origin ? withAuditEntries(asked, this.#origin, this.#clock.now()) : asked;
    if (operations.length === 0) return { ok: true };
    if (operations.length > MAX_OPERATIONS) {
      throw new Error(
        `A write of ${operations.length} members exceeds DynamoDB's limit of ${MAX_OPERATIONS}.`,
      );
    }
    const mark = this.#nextMark();
    const outcome = await retryLostRace(this.#clock, () => this.#tryToWrite(operations, mark));
    if (outcome) return outcome;
    throw new Outage('A write met parallel writes on its items, or throttling, too often.');
  }

  /** Undefined when a parallel write came in between, or a member was throttled: nothing was written. */
  async #tryToWrite(operations: readonly Operation[], mark: string): Promise<WriteOutcome | undefined> {
    try {
      const [only] = operations;
      const stamps = this.#stampsOf(operations, mark);
      if (operations.length === 1 && only && only.kind !== 'check' && stamps.length === 0)
        await this.#writeOne(only, mark);
      else {
        const members = operations.map((operation) => this.#member(operation));
        await this.#client.send(new TransactWriteCommand({ TransactItems: [...members, ...stamps] }));
      }
      return { ok: true };
    } catch (error) {
      const codes = codesOf(error, operations.length);
      const conflicts = operations.filter((_, index) => codes[index] === 'ConditionalCheckFailed');
      if (conflicts.length > 0) return { ok: false, conflicts };
      if (codes.some((code) => PASSING_CODES.has(code))) return undefined;
      throw error;
    }
  }

  /** The items at these places, by the text of the place. */
  async #getAll(places: readonly Key[]): Promise<ReadonlyMap<string, Partial<Item>>> {
    // DynamoDB refuses a batch that names a key twice.
    const wanted = [...new Map(places.map((place) => [placeText(place), place])).values()];
    const batches = Array.from({ length: Math.ceil(wanted.length / MAX_BATCH) }, (_, index) =>
      wanted.slice(index * MAX_BATCH, (index + 1) * MAX_BATCH),
    );
    const found = new Map<string, Partial<Item>>();
    await mapConcurrently(batches, BATCHES_AT_A_TIME, async (batch) => {
      let rest: Record<string, unknown>[] = batch.map((place) => ({ ...place }));
      // DynamoDB answers less than asked for when it is throttling, or when a reply would be too large.
      const isRead = await retryLostRace(this.#clock, async () => {
        const reply = await this.#client.send(
          new BatchGetCommand({ RequestItems: { [this.#name]: { Keys: rest, ConsistentRead: true } } }),
        );
        for (const item of reply.Responses?.[this.#name] ?? []) found.set(placeText(item), item);
        rest = reply.UnprocessedKeys?.[this.#name]?.Keys ?? [];
        return rest.length === 0;
      });
      if (!isRead) throw new Outage('A batch of reads was throttled too often.');
    });
    return found;
  }

  async #getItem(key: Key): Promise<Partial<Item> | undefined> {
    const reply = await this.#client.send(
      new GetCommand({ TableName: this.#name, Key: { ...key }, ConsistentRead: true }),
    );
    return reply.Item;
  }

  /**
   * A single put has a mark of its own, like the token of a transaction: when its answer is lost and the
   * client sends it again, the failed condition shows the mark and the write counts as done. A deletion leaves nothing
   * that could carry a mark: when the client sent it several times and the item is gone, it was its own.
   */
  async #writeOne(operation: Exclude<Operation, { kind: 'check' }>, mark: string): Promise<void> {
    const { Put, Delete } = this.#member(operation);
    if (Delete) await this.#deleteOne(Delete);
    if (!Put) return;
    try {
      await this.#client.send(
        new PutCommand({
          ...Put,
          Item: { ...Put.Item, mark },
          ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
        }),
      );
    } catch (error) {
      if (markOfHolder(error) !== mark) throw error;
    }
  }

  async #deleteOne(deletion: DeleteCommandInput): Promise<void> {
    try {
      await this.#client.send(
        new DeleteCommand({ ...deletion, ReturnValuesOnConditionCheckFailure: 'ALL_OLD' }),
      );
    } catch (error) {
      const wasSentAgain =
        error instanceof ConditionalCheckFailedException && (error.$metadata.attempts ?? 1) > 1;
      if (!wasSentAgain || error.Item) throw error;
    }
  }

  #member(operation: Operation): Member {
    const condition = { TableName: this.#name, ...expressionOf(operation.condition) };
    switch (operation.kind) {
      case 'put':
        return { Put: { Item: packItem(this.#withOrigin(operation)), ...condition } };
      case 'delete':
        return { Delete: { Key: { ...operation.key }, ...condition } };
      case 'check':
        return { ConditionCheck: { Key: { ...operation.key }, ...condition } };
    }
  }

  /**
   * New stamps of the partitions in which something kept is written, and of their organizations. Whatever mark they had,
   * this one is another.
   */
  #stampsOf(operations: readonly Operation[], mark: string): readonly Member[] {
    const partitions = operations.flatMap((operation) => {
      if (operation.kind === 'check' || !operation.isKept) return [];
      return [operation.kind === 'put' ? operation.item.pk : operation.key.pk];
    });
    const organizations = partitions.map((pk) => organizationStampKey(pk).pk);
    return [...new Set([...partitions, ...organizations])].map((pk) => ({
      Put: { TableName: this.#name, Item: { pk, sk: STAMP_KEY, mark } },
    }));
  }

  #withOrigin({ item, carriesOrigin, carriesTrace }: Operation & { kind: 'put' }): Item {
    const origin = carriesOrigin && !('origin' in item.data) ? this.#origin : undefined;
    const place = carriesTrace ? currentPlace() : undefined;
    if (!origin && !place) return item;
    const written = { ...(origin && { origin }), ...(place && { trace: writePlace(place) }) };
    return { ...item, data: { ...item.data, ...written } };
  }

  #stampedState(pk: string): Promise<readonly Partial<Item>[]> {
    return this.#queryAll({
      KeyConditionExpression: 'pk = :pk AND sk BETWEEN :from AND :to',
      ExpressionAttributeValues: { ':pk': pk, ':from': STAMPED_STATE.from, ':to': STAMPED_STATE.to },
      ConsistentRead: true,
    });
  }

  async #queryAll(query: Query): Promise<readonly Partial<Item>[]> {
    const items: Partial<Item>[] = [];
    for await (const page of this.#pages(query)) items.push(...page);
    return items;
  }

  /** Results of a query, page by page; the next page is read when it is needed. */
  async *#pages(query: Query): AsyncGenerator<readonly Partial<Item>[], void> {
    let start = query.ExclusiveStartKey;
    do {
      const reply = await this.#client.send(
        new QueryCommand({
          ...query,
          TableName: this.#name,
          ...(start ? { ExclusiveStartKey: start } : {}),
        }),
      );
      yield reply.Items ?? [];
      start = reply.LastEvaluatedKey;
    } while (start);
  }
}

/** Stored parts of an origin: the organization is in the key. */
type WrittenOrigin = Pick<Origin, 'actor' | 'cause'>;

type Member = NonNullable<TransactWriteCommandInput['TransactItems']>[number];

type Query = Omit<QueryCommandInput, 'TableName'>;

/**
 * How many rows are first read from a shard: its share and twice the standard deviation of that, because rows
 * are distributed over shards at random. More are read only when it turns out to have more.
 */
function rowsOfShard(limit: number, shards: number): number {
  const share = limit / shards;
  return Math.min(limit, Math.ceil(share + 2 * Math.sqrt(share)));
}

/** The mark in a partition's stamp; undefined without one, which means that nothing was ever written there. */
function markOf(stamp: object | undefined): unknown {
  return stamp && 'mark' in stamp ? stamp.mark : undefined;
}

/** The mark of the item that a put's condition met, as the error brings it. */
function markOfHolder(error: unknown): string | undefined {
  return error instanceof ConditionalCheckFailedException ? error.Item?.mark?.S : undefined;
}

/** Why each member of a write was refused, in DynamoDB's words; none when the write failed in another way. */
function codesOf(error: unknown, members: number): readonly string[] {
  if (!(error instanceof Error)) return [];
  if (error.name === 'ConditionalCheckFailedException') return Array(members).fill('ConditionalCheckFailed');
  if (error.name === 'TransactionConflictException') return Array(members).fill('TransactionConflict');
  if (!('CancellationReasons' in error) || !Array.isArray(error.CancellationReasons)) return [];
  return error.CancellationReasons.map((reason) => String(reason?.Code));
}

function expressionOf(condition: Condition): {
  ConditionExpression: string;
  ExpressionAttributeNames?: Record<string, string>;
  ExpressionAttributeValues?: Record<string, unknown>;
} {
  switch (condition.kind) {
    case 'absent':
      return condition.orExpiredAtSeconds === undefined
        ? { ConditionExpression: 'attribute_not_exists(pk)' }
        : {
            ConditionExpression: 'attribute_not_exists(pk) OR #ttl <= :now',
            ExpressionAttributeNames: { '#ttl': TABLE_SHAPE.timeToLive },
            ExpressionAttributeValues: { ':now': condition.orExpiredAtSeconds },
          };
    case 'version':
      return {
        ConditionExpression: '#version = :version',
        ExpressionAttributeNames: { '#version': 'version' },
        ExpressionAttributeValues: { ':version': condition.version },
      };
  }
}

function placeText({ pk, sk }: { readonly pk?: unknown; readonly sk?: unknown }): string {
  return `${pk} ${sk}`;
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
