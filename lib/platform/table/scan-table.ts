import { type DynamoDBDocumentClient, ScanCommand } from '@aws-sdk/lib-dynamodb';
import type { Clock } from '../core/clock.ts';
import type { Entity, Shape } from './define-entity.ts';
import { fromItem, type Stored } from './item.ts';

/**
 * Every item of one kind whose field is a text in the range, its ends included, page by page and in no order. It reads
 * the whole table and costs as much: for an operator's tool, never for a request.
 */
export async function* scanTable<Value extends Shape, KeyFields extends Shape>(
  {
    client,
    tableName,
    clock,
  }: { readonly client: DynamoDBDocumentClient; readonly tableName: string; readonly clock: Clock },
  entity: Entity<Value, KeyFields>,
  range: { readonly field: keyof Value & string; readonly from: string; readonly to: string },
  /** One of several parts of the table, which are read at the same time. */
  { segment, segments }: { readonly segment: number; readonly segments: number } = {
    segment: 0,
    segments: 1,
  },
): AsyncGenerator<readonly Stored<Value>[], void> {
  let start: Record<string, unknown> | undefined;
  do {
    const reply = await client.send(
      new ScanCommand({
        TableName: tableName,
        ...(segments > 1 ? { Segment: segment, TotalSegments: segments } : {}),
        FilterExpression: '#type = :type AND #data.#field BETWEEN :from AND :to',
        ExpressionAttributeNames: { '#type': 'type', '#data': 'data', '#field': range.field },
        ExpressionAttributeValues: { ':type': entity.name, ':from': range.from, ':to': range.to },
        ...(start ? { ExclusiveStartKey: start } : {}),
      }),
    );
    yield (reply.Items ?? [])
      .map((item) => fromItem(entity, item, clock.now()))
      .filter((stored) => stored !== undefined);
    start = reply.LastEvaluatedKey;
  } while (start);
}
