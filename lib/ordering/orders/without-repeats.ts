import { sameValue } from '../../platform/core/same-value.ts';
import type { Order } from './order.ts';
import { type OrderFieldName, type OrderPatch, SIDES, type Side } from './order-fields.ts';

/** Fields from which the service fills in the rest of a side, as they follow the side in field names. */
const SOURCES = ['Address', 'PlaceId', 'StoreLocationId', 'ExternalStoreLocationId'] as const;

/**
 * A patch without the values that the service itself filled in and that are still the same: a caller who sends back what a
 * read returned has the address line and its parts, which agree. What is left is what the caller wants to change. The
 * parts of a side stay in the patch when the line or the store that they came from is cleared: then they are meant.
 */
export function withoutRepeats(order: Order, patch: OrderPatch): OrderPatch {
  const isCleared = (side: Side) =>
    SOURCES.some((part) => {
      const field = `${side}${part}` as OrderFieldName;
      return patch[field] === null && order[field] !== undefined;
    });
  const meant = SIDES.filter(isCleared);
  return Object.fromEntries(
    Object.entries(patch).filter(
      ([name, value]) =>
        !order.derived.includes(name) ||
        meant.some((side) => name.startsWith(side)) ||
        !isRepeated(order, name, value),
    ),
  );
}

/** Whether an order has all of these values already. */
export function hasValues(order: Order, patch: OrderPatch): boolean {
  return Object.entries(patch).every(([name, value]) => isRepeated(order, name, value));
}

/** Whether an order has this value; a read shows a list that was never given as an empty one. */
function isRepeated(order: Order, name: string, value: unknown): boolean {
  const stored = order[name as OrderFieldName];
  const isEmpty = Array.isArray(value) && value.length === 0;
  return isEmpty && stored === undefined ? true : sameValue(value ?? undefined, stored);
}
