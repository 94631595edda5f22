import { timeZoneAt } from '../../platform/core/time-zone-at.ts';
import type { Order } from './order.ts';
import { renderOrder } from './render-order.ts';

/** Values as JSON has them. */
type Json = string | number | boolean | null | readonly Json[] | { readonly [name: string]: Json };

/**
 * An order as workflows and messages see it: the fields of the reply (contract-facts 4.2), with the time zones of
 * both places (IANA ids), null where they are not known.
 */
export function orderVariables(order: Order): { [name: string]: Json } {
  return JSON.parse(
    JSON.stringify({
      ...renderOrder(order),
      pickupTimezoneId: zoneOf(order, 'pickup'),
      dropoffTimezoneId: zoneOf(order, 'dropoff'),
    }),
  );
}

function zoneOf(order: Order, side: 'pickup' | 'dropoff'): string | null {
  const zone = timeZoneAt({
    country: order[`${side}AddressCountry`],
    state: order[`${side}AddressState`],
    lat: order[`${side}Lat`],
    lng: order[`${side}Lng`],
  });
  return zone?.id ?? null;
}
