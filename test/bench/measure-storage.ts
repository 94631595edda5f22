import { type AttributeValue, DynamoDBClient, ScanCommand } from '@aws-sdk/client-dynamodb';
import type { TablePlace } from '../../cdk/local/local-table.ts';
import { TABLE_SHAPE } from '../../lib/platform/table/index.ts';

/** Items with the same lifetime. */
export interface StoredItems {
  /** Days after which they expire; undefined = not by themselves. */
  readonly days: number | undefined;
  readonly type: string;
  readonly items: number;
  /** In the table and its indexes, with what AWS adds to each item. */
  readonly bytes: number;
}

type RawItem = Readonly<Record<string, AttributeValue>>;

/** What AWS counts for an item of a table, and again for each index that it is in. Bytes. */
const BYTES_AN_ITEM = 100;

const DAY_SECONDS = 86_400;

/** Remembers what a table has, and answers later what has been added to it, by kind. */
export async function measureStorage({
  tableName,
  client: config,
}: TablePlace): Promise<() => Promise<readonly StoredItems[]>> {
  const keyOf = (item: RawItem) => `${item.pk?.S} ${item.sk?.S}`;
  const before = new Set((await itemsOf(tableName, config)).map(keyOf));
  return async () => {
    const added = (await itemsOf(tableName, config)).filter((item) => !before.has(keyOf(item)));
    const kinds = Map.groupBy(added, (item) => `${item.type?.S} ${daysOf(item) ?? ''}`);
    return [...kinds.values()].map((items) => ({
      type: items[0]!.type?.S ?? '',
      days: daysOf(items[0]!),
      items: items.length,
      bytes: items.reduce((sum, item) => sum + bytesOf(item), 0),
    }));
  };
}

async function itemsOf(tableName: string, config: TablePlace['client']): Promise<readonly RawItem[]> {
  const client = new DynamoDBClient(config);
  const items: RawItem[] = [];
  let start: Record<string, AttributeValue> | undefined;
  do {
    const page = await client.send(new ScanCommand({ TableName: tableName, ExclusiveStartKey: start }));
    items.push(...(page.Items ?? []));
    start = page.LastEvaluatedKey;
  } while (start);
  client.destroy();
  return items;
}

function daysOf(item: RawItem): number | undefined {
  const ttl = item[TABLE_SHAPE.timeToLive]?.N;
  return ttl === undefined
    ? undefined
    : Math.max(1, Math.round((Number(ttl) - Date.now() / 1000) / DAY_SECONDS));
}

/** Bytes of an item in the table and in the indexes that it is in. */
function bytesOf(item: RawItem): number {
  const { list, lookup, partitionKey, sortKey } = TABLE_SHAPE;
  const places = [
    Object.keys(item),
    ...[
      [list.partitionKey, list.sortKey, ...list.projected],
      [lookup.partitionKey, lookup.sortKey],
    ]
      .filter(([first = '']) => first in item)
      .map((names) => [partitionKey, sortKey, ...names]),
  ];
  return places.reduce(
    (sum, names) =>
      sum + BYTES_AN_ITEM + names.reduce((all, name) => all + name.length + sizeOf(item[name]), 0),
    0,
  );
}

/** Bytes of a value, by the rules of DynamoDB. */
function sizeOf(value: AttributeValue | undefined): number {
  if (value?.S !== undefined) return Buffer.byteLength(value.S);
  if (value?.N !== undefined) return Math.ceil(value.N.length / 2) + 1;
  if (value?.B !== undefined) return value.B.length;
  if (value?.L !== undefined) return value.L.reduce((sum, one) => sum + 1 + sizeOf(one), 3);
  if (value?.M !== undefined)
    return Object.entries(value.M).reduce((sum, [name, one]) => sum + 1 + name.length + sizeOf(one), 3);
  return 1;
}
