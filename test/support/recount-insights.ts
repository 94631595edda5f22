import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, ScanCommand } from '@aws-sdk/lib-dynamodb';
import { localTable } from '../../cdk/local/local-table.ts';
import { type Item, type SentItem, unpackItem } from '../../lib/platform/table/index.ts';
import { eventOfItem } from './event-of-item.ts';

/** Where a local cloud has its table. */
export interface TablePlace {
  readonly awsEndpoint: string;
  readonly tableName: string;
}

/** What a measure says: its value, and the parts of a breakdown or a split. */
export interface Recounted {
  readonly value: number;
  readonly parts?: Readonly<Record<string, number>>;
}

/** Ends of attempts by the names that replies give them. */
const ENDS: Readonly<Record<string, string>> = {
  dropoff_complete: 'delivered',
  failed: 'failed',
  returned: 'returned',
  expired: 'expired',
  canceled_by_provider: 'canceled_by_provider',
  canceled_by_customer: 'canceled_by_customer',
  canceled_by_system: 'canceled_by_system',
  canceled_by_auto_reassign: 'canceled_for_other_provider',
};

/** Statuses of a delivery whose package a courier has had. */
const AFTER_PICKUP = /^(pickup_complete|dropoff_|return)/;

interface DeliveryEvent {
  readonly deliveryId: string;
  readonly configurationId: string;
  readonly providerId: string;
  readonly status: string;
  readonly lateCount?: number;
}

/**
 * Measures of an organization from its raw events, read from the table by a scan: a program that shares nothing with that of
 * insights but the formulas in their table.
 */
export async function recountInsights(
  place: TablePlace,
  organizationId: string,
): Promise<Readonly<Record<string, Recounted>>> {
  const items = (await scanned(place)).filter(({ data }) => data.organizationId === organizationId);
  const events = items.flatMap((item) => eventOfItem(item) ?? []);
  const named = (name: string) => events.filter((event) => event.name === name);
  const reports = events
    .filter(({ name }) => name.startsWith('delivery.'))
    .map(({ data }) => data as unknown as DeliveryEvent)
    .filter(({ status }) => status !== undefined);
  // A status that came when the delivery had passed it is none of its own.
  const steps = reports.filter(({ lateCount }) => lateCount === undefined);
  const ends = steps.filter(({ status }) => status in ENDS);
  const delivered = ends.filter(({ status }) => status === 'dropoff_complete');
  const attempts = Map.groupBy(ends, ({ configurationId }) => configurationId);
  const failovers = [...attempts.values()].reduce((sum, of) => sum + of.length - 1, 0);
  const exhausted = new Set(
    named('task.attempts_exhausted').map(
      ({ data }) => (data as { configurationId?: string }).configurationId,
    ),
  );
  const over = new Set([...delivered.map(({ configurationId }) => configurationId), ...exhausted]);
  const atFirst = delivered.filter(({ configurationId }) => attempts.get(configurationId)?.length === 1);
  const pickedUp = new Set(
    reports.filter(({ status }) => AFTER_PICKUP.test(status)).map(({ deliveryId }) => deliveryId),
  );
  const cost = items
    .filter(({ type, data }) => type === 'delivery' && pickedUp.has(String(data.id)))
    .reduce((sum, { data }) => sum + Number(data.totalPriceCents), 0);
  return {
    orders: { value: named('order.created').length },
    deliveries: { value: delivered.length, parts: countBy(delivered, ({ providerId }) => providerId) },
    'attempts-by-end': { value: ends.length, parts: countBy(ends, ({ status }) => ENDS[status]!) },
    failovers: { value: failovers / ends.length },
    'first-attempt-success': { value: atFirst.length / over.size },
    cost: { value: cost },
    'cost-per-delivery': { value: cost / delivered.length },
    notifications: {
      value: items.filter(({ type, data }) => type === 'notification' && data.status === 'sent').length,
    },
  };
}

function countBy<Of>(all: readonly Of[], keyOf: (one: Of) => string): Readonly<Record<string, number>> {
  return Object.fromEntries([...Map.groupBy(all, keyOf)].map(([key, of]) => [key, of.length]));
}

async function scanned({ awsEndpoint, tableName }: TablePlace): Promise<readonly Item[]> {
  const opened = localTable(awsEndpoint, tableName);
  const client = DynamoDBDocumentClient.from(new DynamoDBClient(opened.client));
  const items: Item[] = [];
  let start: Record<string, unknown> | undefined;
  do {
    const page = await client.send(
      new ScanCommand({ TableName: opened.tableName, ExclusiveStartKey: start }),
    );
    items.push(
      ...((page.Items ?? []) as SentItem[]).filter(({ data }) => data !== undefined).map(unpackItem),
    );
    start = page.LastEvaluatedKey;
  } while (start);
  client.destroy();
  return items;
}
