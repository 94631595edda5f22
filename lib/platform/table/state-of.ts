import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import { type Partition, partitionKey } from './define-entity.ts';
import { type Item, type SentItem, unpackItem } from './item.ts';
import { STATE_PREFIX } from './key.ts';
import type { TablePlace } from './scan-table.ts';

/** The state of an aggregate, whatever its items are, as it lies there, expired items included. 1 call for each megabyte. */
export async function stateOf(
  { client, tableName }: Pick<TablePlace, 'client' | 'tableName'>,
  partition: Partition,
): Promise<readonly Item[]> {
  const items: Item[] = [];
  let start: Record<string, unknown> | undefined;
  do {
    const reply = await client.send(
      new QueryCommand({
        TableName: tableName,
        KeyConditionExpression: 'pk = :pk AND begins_with(sk, :sk)',
        ExpressionAttributeValues: { ':pk': partitionKey(partition), ':sk': STATE_PREFIX },
        ConsistentRead: true,
        ...(start ? { ExclusiveStartKey: start } : {}),
      }),
    );
    items.push(...(reply.Items ?? []).map((item) => unpackItem(item as SentItem)));
    start = reply.LastEvaluatedKey;
  } while (start);
  return items;
}
