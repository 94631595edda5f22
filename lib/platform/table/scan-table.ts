import { type DynamoDBDocumentClient, ScanCommand } from '@aws-sdk/lib-dynamodb';
import type { Clock } from '../core/clock.ts';
import type { Entity, Shape } from './define-entity.ts';
import { fromItem, type Stored } from './item.ts';

/** Where a table is. */
export interface TablePlace {
  readonly client: DynamoDBDocumentClient;
  readonly tableName: string;
}

/** A kind of items to look for. */
export interface ScannedKind<Value extends Shape> {
  readonly entity: Entity<Value>;
  /** Its instant. */
  readonly field: keyof Value & string;
  /** Whether the table can read the field: logs are stored as they are, states may be packed. */
  readonly isReadable: boolean;
}

/**
 * Every item of these kinds whose instant is in the range, its ends included, page by page and in no order. It reads
 * the whole table and costs as much: for an operator's tool, never for a request.
 */
export async function* scanTable<Value extends Shape>(
  { client, tableName, clock }: TablePlace & { readonly clock: Clock },
  kinds: readonly ScannedKind<Value>[],
  { from, to }: { readonly from: string; readonly to: string },
  /** One of several parts of the table, which are read at the same time. */
  { segment, segments }: { readonly segment: number; readonly segments: number } = {
    segment: 0,
    segments: 1,
  },
): AsyncGenerator<readonly { readonly entity: Entity<Value>; readonly stored: Stored<Value> }[], void> {
  const isMeant = kinds.map(({ isReadable }, index) =>
    isReadable
      ? `#type = :type${index} AND #data.#field${index} BETWEEN :from AND :to`
      : `#type = :type${index}`,
  );
  const fields = kinds.flatMap(({ field, isReadable }, index) =>
    isReadable ? [[`#field${index}`, field] as const] : [],
  );
  let start: Record<string, unknown> | undefined;
  do {
    const reply = await client.send(
      new ScanCommand({
        TableName: tableName,
        ...(segments > 1 ? { Segment: segment, TotalSegments: segments } : {}),
        FilterExpression: isMeant.map((condition) => `(${condition})`).join(' OR '),
        ExpressionAttributeNames: {
          '#type': 'type',
          ...(fields.length > 0 ? { '#data': 'data', ...Object.fromEntries(fields) } : {}),
        },
        ExpressionAttributeValues: {
          ...Object.fromEntries(kinds.map(({ entity }, index) => [`:type${index}`, entity.name])),
          ...(fields.length > 0 ? { ':from': from, ':to': to } : {}),
        },
        ...(start ? { ExclusiveStartKey: start } : {}),
      }),
    );
    yield (reply.Items ?? []).flatMap((item) =>
      kinds.flatMap(({ entity, field }) => {
        const stored = fromItem(entity, item, clock.now());
        const at = String(stored?.value[field] ?? '');
        return stored && from <= at && at <= to ? [{ entity, stored }] : [];
      }),
    );
    start = reply.LastEvaluatedKey;
  } while (start);
}
