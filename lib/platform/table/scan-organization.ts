import { ScanCommand } from '@aws-sdk/lib-dynamodb';
import { type Item, type SentItem, unpackItem } from './item.ts';
import { joinKey } from './key.ts';
import type { TablePlace } from './scan-table.ts';

/**
 * A page of everything that an organization has in a segment of the table, as it lies there, expired items included. It
 * reads the whole segment and costs as much: only for the rare work that may miss nothing.
 */
export async function scanOrganization(
  { client, tableName }: TablePlace,
  organizationId: string,
  {
    segment,
    segments,
    after,
  }: {
    readonly segment: number;
    readonly segments: number;
    /** `next` of the page before. */
    readonly after?: string | undefined;
  },
): Promise<{ readonly items: readonly Item[]; readonly next: string | undefined }> {
  const reply = await client.send(
    new ScanCommand({
      TableName: tableName,
      Segment: segment,
      TotalSegments: segments,
      FilterExpression: 'begins_with(pk, :organization)',
      ExpressionAttributeValues: { ':organization': `${joinKey([organizationId])}#` },
      ConsistentRead: true,
      ...(after === undefined ? {} : { ExclusiveStartKey: JSON.parse(after) }),
    }),
  );
  // Stamps have no content.
  const items = (reply.Items ?? []).filter(({ data }) => data !== undefined);
  return {
    items: items.map((item) => unpackItem(item as SentItem)),
    next: reply.LastEvaluatedKey && JSON.stringify(reply.LastEvaluatedKey),
  };
}
