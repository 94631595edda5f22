import type { DatabaseSync } from 'node:sqlite';
import { AwsError, isRecord, recordsOf, textOf } from '../aws-json.ts';
import type { LocalClock } from '../ports.ts';
import type { DynamoDbCaller } from './dynamodb-caller.ts';
import type { LocalTable } from './table-resource.ts';

/** Removes expired items, and remembers which removals were not a caller's. */
export interface ExpiredItems {
  /** One pass over all tables with a TTL attribute; returns the number of removed items. */
  sweep(): Promise<number>;
  /** True when an item with this image was removed here. */
  removed(table: LocalTable, keys: Readonly<Record<string, unknown>>, image: unknown): boolean;
}

export const EXPIRED_ITEMS_SCHEMA = `
  CREATE TABLE IF NOT EXISTS expired_items (
    table_name TEXT NOT NULL, item_key TEXT NOT NULL, ttl TEXT NOT NULL, removed_at INTEGER NOT NULL,
    PRIMARY KEY (table_name, item_key, ttl)
  ) WITHOUT ROWID`;

/** As long as a stream keeps its records. */
const REMEMBER_MS = 24 * 60 * 60 * 1000;
/** AWS treats an expiry more than five years ago as a mistake and leaves the item. */
const OLDEST_TTL_SECONDS = 5 * 365 * 24 * 60 * 60;

/** `tables` is called at each sweep. Expiry follows the local clock. */
export function createExpiredItems(dependencies: {
  readonly caller: DynamoDbCaller;
  readonly clock: Pick<LocalClock, 'now'>;
  readonly store: DatabaseSync;
  readonly tables: () => Iterable<LocalTable>;
}): ExpiredItems {
  const { caller, clock, store } = dependencies;
  store.exec(EXPIRED_ITEMS_SCHEMA);
  const remember = store.prepare('INSERT OR REPLACE INTO expired_items VALUES (?, ?, ?, ?)');
  const find = store.prepare('SELECT 1 FROM expired_items WHERE table_name = ? AND item_key = ? AND ttl = ?');
  const forget = store.prepare('DELETE FROM expired_items WHERE removed_at < ?');

  const sweepTable = async (table: LocalTable, attribute: string) => {
    let removed = 0;
    let start: unknown;
    const nowSeconds = Math.floor(clock.now() / 1000);
    do {
      const page = await caller.call('Scan', {
        TableName: table.name,
        FilterExpression: '#ttl BETWEEN :oldest AND :now',
        ProjectionExpression: [...table.keyAttributes.map((_, index) => `#k${index}`), '#ttl'].join(', '),
        ExpressionAttributeNames: {
          '#ttl': attribute,
          ...Object.fromEntries(table.keyAttributes.map((name, index) => [`#k${index}`, name])),
        },
        ExpressionAttributeValues: {
          ':oldest': { N: String(nowSeconds - OLDEST_TTL_SECONDS) },
          ':now': { N: String(nowSeconds) },
        },
        ...(start !== undefined && { ExclusiveStartKey: start }),
      });
      for (const item of recordsOf(page.Items)) removed += await remove(table, attribute, item);
      start = page.LastEvaluatedKey;
    } while (start !== undefined);
    return removed;
  };

  const remove = async (table: LocalTable, attribute: string, item: Readonly<Record<string, unknown>>) => {
    const key = Object.fromEntries(table.keyAttributes.map((name) => [name, item[name]]));
    // Before the removal: a kill in between leaves a note without a removal rather than a removal without its note.
    remember.run(table.name, keyText(table, key), ttlText(item[attribute]), Date.now());
    try {
      await caller.call('DeleteItem', {
        TableName: table.name,
        Key: key,
        ConditionExpression: '#ttl = :seen',
        ExpressionAttributeNames: { '#ttl': attribute },
        ExpressionAttributeValues: { ':seen': item[attribute] },
      });
      return 1;
    } catch (error) {
      // Prolonged or removed since it was seen.
      if (error instanceof AwsError && error.code === 'ConditionalCheckFailedException') return 0;
      throw error;
    }
  };

  return Object.freeze({
    async sweep() {
      forget.run(Date.now() - REMEMBER_MS);
      let removed = 0;
      for (const table of dependencies.tables()) {
        if (table.ttlAttribute !== undefined) removed += await sweepTable(table, table.ttlAttribute);
      }
      return removed;
    },
    removed(table: LocalTable, keys: Readonly<Record<string, unknown>>, image: unknown) {
      if (table.ttlAttribute === undefined || !isRecord(image)) return false;
      const ttl = image[table.ttlAttribute];
      return ttl !== undefined && find.get(table.name, keyText(table, keys), ttlText(ttl)) !== undefined;
    },
  });
}

function keyText(table: LocalTable, keys: Readonly<Record<string, unknown>>): string {
  return JSON.stringify(table.keyAttributes.map((name) => keys[name]));
}

function ttlText(value: unknown): string {
  return (isRecord(value) ? textOf(value.N) : undefined) ?? '';
}
