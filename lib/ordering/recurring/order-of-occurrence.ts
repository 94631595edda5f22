import { digest } from '../../platform/core/ids.ts';
import type { OrderFields, OrderPatch } from '../orders/index.ts';
import type { PlannedOccurrence } from './plan-occurrences.ts';
import type { RecurringOrder } from './recurring-order.ts';

/**
 * The fields of the order of an occurrence. Its external id has the day of the rule, because several orders with one
 * external id could not be told apart; a delivery window is booked on the day on which it takes place.
 */
export function orderOfOccurrence(
  { order }: Pick<RecurringOrder, 'order'>,
  { date, onDate, change, times }: Pick<PlannedOccurrence, 'date' | 'onDate' | 'change' | 'times'>,
): OrderFields {
  const changed = Object.entries(change?.order ?? {}).filter(([, value]) => value !== undefined);
  const fields: OrderPatch = { ...order, ...Object.fromEntries(changed) };
  const { externalId, deliveryWindowId } = fields;
  const all: OrderPatch = {
    ...fields,
    ...times,
    deliveryMode: 'scheduled',
    ...(externalId ? { externalId: `${externalId}-${date}` } : {}),
    ...(deliveryWindowId ? { deliveryWindowId: `${deliveryWindowId}|${onDate}` } : {}),
  };
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== null && value !== undefined));
}

/** Digests of fields, by which it shows later which of them changed. */
export function digestsOf(fields: OrderFields): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [name, digest(JSON.stringify(value))]),
  );
}
