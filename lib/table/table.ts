import {
  DeleteCommand,
  type DynamoDBDocumentClient,
  GetCommand,
  PutCommand,
  QueryCommand,
  TransactWriteCommand,
  type TransactWriteCommandInput,
} from '@aws-sdk/lib-dynamodb';
import type { Clock } from '../core/clock.ts';
import {
  type Entity,
  EVERYWHERE,
  listKey,
  lookupKey,
  type Partition,
  partitionKey,
  type Shape,
} from './define-entity.ts';
import { fromItem, type Item, type Stored } from './item.ts';
import { type Key, STATE_PREFIX, TABLE_SHAPE } from './key.ts';
import type { Condition, Operation } from './operation.ts';

/** DynamoDB's limit of members of one TransactWriteItems call. */
export const MAX_OPERATIONS = 100;

/** How a write ended: all of it, or nothing, with the members whose condition failed (or that met a parallel write). */
export type WriteOutcome =
  | { readonly ok: true }
  | { readonly ok: false; readonly conflicts: readonly Operation[] };

/** An aggregate's present state, as one Query read it. */
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

/** A list row with what orders it. */
export interface ListRow {
  readonly at: string;
  readonly id: string;
  readonly row: Shape;
}

/** The single table. Thin: it lays out items, sends commands and reads items back. Outages throw. */
export class Table {
  readonly #client: DynamoDBDocumentClient;
  readonly #name: string;
  readonly #clock: Clock;

  constructor(dependencies: { client: DynamoDBDocumentClient; tableName: string; clock: Clock }) {
    this.#client = dependencies.client;
    this.#name = dependencies.tableName;
    this.#clock = dependencies.clock;
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

  /** An aggregate's whole state (items of kind `state`), strongly consistent. 1 call up to 1 MB. */
  async readAggregate(partition: Partition): Promise<Aggregate> {
    const items = await this.#queryAll({
      KeyConditionExpression: 'pk = :pk AND begins_with(sk, :sk)',
      ExpressionAttributeValues: { ':pk': partitionKey(partition), ':sk': STATE_PREFIX },
      ConsistentRead: true,
    });
    const now = this.#clock.now();
    const all = <Value extends Shape, KeyFields extends Shape>(entity: Entity<Value, KeyFields>) =>
      items.map((item) => fromItem(entity, item, now)).filter((stored) => stored !== undefined);
    return { all, one: (entity) => all(entity)[0] };
  }

  /**
   * A page of an aggregate's `log` items of one kind, in sort order. `after` is the sort parts of the last item
   * of the page before; the page is shorter than `limit` only at the end.
   */
  async readLog<Value extends Shape, KeyFields extends Shape>(
    entity: Entity<Value, KeyFields>,
    partition: Partition,
    options: { limit: number; newestFirst?: boolean; after?: NoInfer<KeyFields> },
  ): Promise<readonly Stored<Value>[]> {
    const reply = await this.#client.send(
      new QueryCommand({
        TableName: this.#name,
        KeyConditionExpression: 'pk = :pk AND begins_with(sk, :sk)',
        ExpressionAttributeValues: { ':pk': partitionKey(partition), ':sk': `${entity.name}#` },
        ConsistentRead: true,
        ScanIndexForward: !options.newestFirst,
        Limit: options.limit,
        ...(options.after ? { ExclusiveStartKey: { ...entity.keyOf(options.after) } } : {}),
      }),
    );
    const now = this.#clock.now();
    return (reply.Items ?? [])
      .map((item) => fromItem(entity, item, now))
      .filter((stored) => stored !== undefined);
  }

  /**
   * Rows of the list index from all shards, merged by instant (ties by id), each once. Eventually consistent.
   * `from` and `to` are instants (inclusive); at most `limit` rows come back.
   */
  async list<Value extends Shape, KeyFields extends Shape>(
    entity: Entity<Value, KeyFields>,
    options: {
      /** Absent for a list that reaches everywhere. */
      organizationId?: string;
      shards: number;
      direction: 'ASC' | 'DESC';
      limit: number;
      from?: string;
      to?: string;
    },
  ): Promise<readonly ListRow[]> {
    const shards = await Promise.all(
      Array.from({ length: options.shards }, (_, shard) =>
        this.#queryAll(
          {
            IndexName: TABLE_SHAPE.list.indexName,
            KeyConditionExpression: 'lpk = :pk AND lsk BETWEEN :from AND :to',
            ExpressionAttributeValues: {
              ':pk': listKey(options.organizationId ?? EVERYWHERE, entity.name, shard),
              ':from': options.from ?? '0',
              ':to': `${options.to ?? '9999'}~`,
            },
            ScanIndexForward: options.direction === 'ASC',
          },
          options.limit,
        ),
      ),
    );
    const sign = options.direction === 'ASC' ? 1 : -1;
    const merged = new Map<string, Partial<Item>>();
    for (const item of shards.flat()) merged.set(`${item.pk}`, item);
    return [...merged.values()]
      .sort((a, b) => sign * compareText(String(a.lsk), String(b.lsk)))
      .slice(0, options.limit)
      .map((item) => {
        const [at = '', id = ''] = String(item.lsk).split('#');
        return { at, id, row: item.row ?? {} };
      });
  }

  /** Items that carry `value` in the entity's lookup. Eventually consistent index, then one read per item. */
  async lookup<Value extends Shape, KeyFields extends Shape>(
    entity: Entity<Value, KeyFields>,
    organizationId: string,
    value: string,
  ): Promise<readonly Stored<Value>[]> {
    const { lookup } = entity.definition;
    if (!lookup) throw new Error(`Entity "${entity.name}" has no lookup.`);
    const found = await this.#queryAll({
      IndexName: TABLE_SHAPE.lookup.indexName,
      KeyConditionExpression: 'kpk = :pk',
      ExpressionAttributeValues: { ':pk': lookupKey(organizationId, lookup.name, value) },
    });
    const items = await Promise.all(
      found.map((item) => this.#getItem({ pk: String(item.pk), sk: String(item.sk) })),
    );
    const now = this.#clock.now();
    return items.map((item) => fromItem(entity, item, now)).filter((stored) => stored !== undefined);
  }

  /**
   * Writes all members or none. A single member costs half of a transaction and is sent as such.
   * Failed conditions and parallel writes come back as conflicts; everything else throws.
   */
  async write(operations: readonly Operation[]): Promise<WriteOutcome> {
    if (operations.length === 0) return { ok: true };
    if (operations.length > MAX_OPERATIONS) {
      throw new Error(
        `A write of ${operations.length} members exceeds DynamoDB's limit of ${MAX_OPERATIONS}.`,
      );
    }
    try {
      const [only] = operations;
      if (operations.length === 1 && only && only.kind !== 'check') await this.#writeOne(only);
      else {
        await this.#client.send(
          new TransactWriteCommand({ TransactItems: operations.map((operation) => this.#member(operation)) }),
        );
      }
      return { ok: true };
    } catch (error) {
      const conflicts = conflictsOf(error, operations);
      if (conflicts.length === 0) throw error;
      return { ok: false, conflicts };
    }
  }

  async #getItem(key: Key): Promise<Partial<Item> | undefined> {
    const reply = await this.#client.send(
      new GetCommand({ TableName: this.#name, Key: { ...key }, ConsistentRead: true }),
    );
    return reply.Item;
  }

  async #writeOne(operation: Exclude<Operation, { kind: 'check' }>): Promise<void> {
    const { Put, Delete } = this.#member(operation);
    if (Put) await this.#client.send(new PutCommand(Put));
    if (Delete) await this.#client.send(new DeleteCommand(Delete));
  }

  #member(operation: Operation): NonNullable<TransactWriteCommandInput['TransactItems']>[number] {
    const condition = { TableName: this.#name, ...expressionOf(operation.condition) };
    switch (operation.kind) {
      case 'put':
        return { Put: { Item: { ...operation.item }, ...condition } };
      case 'delete':
        return { Delete: { Key: { ...operation.key }, ...condition } };
      case 'check':
        return { ConditionCheck: { Key: { ...operation.key }, ...condition } };
    }
  }

  async #queryAll(
    query: Omit<ConstructorParameters<typeof QueryCommand>[0], 'TableName'>,
    limit = Number.POSITIVE_INFINITY,
  ): Promise<readonly Partial<Item>[]> {
    const items: Partial<Item>[] = [];
    let start: Record<string, unknown> | undefined;
    do {
      const reply = await this.#client.send(
        new QueryCommand({
          ...query,
          TableName: this.#name,
          ...(Number.isFinite(limit) ? { Limit: limit - items.length } : {}),
          ...(start ? { ExclusiveStartKey: start } : {}),
        }),
      );
      items.push(...(reply.Items ?? []));
      start = reply.LastEvaluatedKey;
    } while (start && items.length < limit);
    return items;
  }
}

/** The table itself failed an expression only when one of these reasons is given for a member. */
const CONFLICT_REASONS = new Set(['ConditionalCheckFailed', 'TransactionConflict']);

function conflictsOf(error: unknown, operations: readonly Operation[]): readonly Operation[] {
  if (!(error instanceof Error)) return [];
  if (error.name === 'ConditionalCheckFailedException' || error.name === 'TransactionConflictException') {
    return operations;
  }
  const reasons =
    'CancellationReasons' in error && Array.isArray(error.CancellationReasons)
      ? error.CancellationReasons
      : [];
  return operations.filter((_, index) => CONFLICT_REASONS.has(String(reasons[index]?.Code)));
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

function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
