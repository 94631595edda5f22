import type { Fact } from '../../insight/index.ts';
import { defineLakeTable } from '../lake-table.ts';
import { aboutColumn, minuteColumn, orderCreatedColumn, placeColumn, placesColumn } from './fact-columns.ts';

/** What happened to an order, by the field that counts it. */
const OCCURRENCES: Readonly<Record<string, string>> = Object.freeze({
  ordersCreated: 'created',
  ordersCanceled: 'canceled',
  ordersArchived: 'archived',
  ordersNeedingAttention: 'needs_attention',
  ordersNotDispatched: 'not_dispatched',
  windowsBooked: 'window_booked',
  windowsConfirmed: 'window_confirmed',
  windowsReleased: 'window_released',
});

/** What the fact says of an order; undefined for a fact about something else. */
export function occurrenceOf({ sums }: Pick<Fact, 'sums'>): string | undefined {
  return Object.entries(OCCURRENCES).find(([field]) => sums[field])?.[1];
}

export const ordersTable = defineLakeTable<Fact>({
  name: 'orders',
  description:
    'What happened to orders: one row each time. Every order has exactly one row with the occurrence `created`.',
  columns: {
    order_id: aboutColumn('orderId', 'Id of the order'),
    occurrence: {
      type: 'text',
      description: `What happened: ${Object.values(OCCURRENCES)
        .map((one) => `\`${one}\``)
        .join(', ')}`,
      of: (fact) => occurrenceOf(fact) ?? null,
    },
    occurred_at: minuteColumn('Minute in which it happened'),
    order_created_at: orderCreatedColumn,
    store_ids: placesColumn('store', 'Ids of the store locations at which the order starts or ends'),
    strategy_id: placeColumn('strategy', "Id of the dispatch strategy; null for the service's default"),
    tags: placesColumn('tag', 'Tags of the order'),
  },
});
