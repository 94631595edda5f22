import { eventEntity } from '../../platform/events/index.ts';
import type { Table } from '../../platform/table/index.ts';
import { type Order, orderPartition } from '../orders/index.ts';

/** Newest events of an order among which a person's are looked for. */
const MAX_EVENTS = 100;

/** Who changed an order since an instant, other than the service itself; undefined when nobody did. 1 call. */
export async function lastToucher(
  table: Table,
  order: Pick<Order, 'organizationId' | 'id'>,
  since = '',
): Promise<string | undefined> {
  const log = await table.readLog(eventEntity, orderPartition(order), {
    limit: MAX_EVENTS,
    newestFirst: true,
  });
  const touch = log.find(
    ({ value: { name, origin, occurredAt } }) =>
      name.startsWith('order.') &&
      origin !== undefined &&
      origin.actor.type !== 'system' &&
      occurredAt > since,
  );
  return touch?.value.origin?.actor.name;
}
