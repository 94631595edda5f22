import {
  type OrderEventData,
  orderArchived,
  orderCanceled,
  orderCreated,
  orderDispatchFailure,
  orderNeedsAttention,
} from '../../ordering/orders/index.ts';
import { ownValue } from '../../platform/core/own-value.ts';
import type { EventRecord } from '../../platform/events/index.ts';
import type { Dimension, Places } from './dimensions.ts';
import { type Fact, minuteOf } from './fact.ts';

/** The events of an order that count. */
export const COUNTED_ORDER_EVENTS = Object.freeze([
  orderCreated,
  orderCanceled,
  orderArchived,
  orderNeedsAttention,
  orderDispatchFailure,
]);

/** The field that counts each of them. */
const FIELDS: Readonly<Record<string, string>> = Object.freeze({
  [orderCreated.name]: 'ordersCreated',
  [orderCanceled.name]: 'ordersCanceled',
  [orderArchived.name]: 'ordersArchived',
  [orderNeedsAttention.name]: 'ordersNeedingAttention',
  [orderDispatchFailure.name]: 'ordersNotDispatched',
});

/** The fact that an event of an order is; undefined for an event of something else. It reads nothing: the event is enough. */
export function factOfOrder(event: EventRecord): Fact | undefined {
  const field = ownValue(FIELDS, event.name);
  if (field === undefined) return undefined;
  const { organizationId, id, occurredAt } = event;
  const { orderId, storeLocationIds, tags, dispatchStrategyId } = event.data as OrderEventData;
  const places: Places = {
    ...placed('store', storeLocationIds),
    ...placed('tag', tags),
    ...placed('strategy', dispatchStrategyId === null ? [] : [dispatchStrategyId]),
  };
  return {
    organizationId,
    minute: minuteOf(occurredAt),
    id,
    revision: 1,
    about: { orderId },
    places: places as Fact['places'],
    sums: { [field]: 1 },
  };
}

/** The values of a dimension as a set; no entry without any. */
export function placed(
  name: Dimension,
  values: readonly (string | null | undefined)[] = [],
): Places | undefined {
  const given = values.filter((value) => typeof value === 'string' && value !== '');
  return given.length === 0 ? undefined : { [name]: [...new Set(given)].sort() };
}
