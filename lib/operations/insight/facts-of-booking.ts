import { type Order, storesOfOrder } from '../../ordering/orders/index.ts';
import {
  type BookingEventData,
  windowBooked,
  windowConfirmed,
  windowReleased,
} from '../../ordering/windows/index.ts';
import { ownValue } from '../../platform/core/own-value.ts';
import type { EventRecord } from '../../platform/events/index.ts';
import { type Fact, minuteOf } from './fact.ts';
import { placed } from './facts-of-order.ts';

/** The events of bookings that count. */
export const COUNTED_BOOKING_EVENTS = Object.freeze([windowBooked, windowConfirmed, windowReleased]);

/** The field that counts each of them. */
const FIELDS: Readonly<Record<string, string>> = Object.freeze({
  [windowBooked.name]: 'windowsBooked',
  [windowConfirmed.name]: 'windowsConfirmed',
  [windowReleased.name]: 'windowsReleased',
});

/** The order of an event about a booking; undefined for an event of something else. */
export function bookedOrderId({ name, data }: EventRecord): string | undefined {
  return ownValue(FIELDS, name) === undefined ? undefined : (data as BookingEventData).orderId;
}

/** The fact that an event of a booking is, by the stores, the strategy and the tags of its order. */
export function factOfBooking(event: EventRecord, order: Order): Fact {
  const { organizationId, id, occurredAt, name } = event;
  const places = {
    ...placed('store', storesOfOrder(order)),
    ...placed('tag', order.tags ?? []),
    ...placed('strategy', [order.dispatchStrategyId]),
  };
  return {
    ...{ organizationId, id, minute: minuteOf(occurredAt), revision: 1 },
    about: { orderId: order.id },
    places: places as Fact['places'],
    sums: { [ownValue(FIELDS, name) ?? 'windowsBooked']: 1 },
  };
}
