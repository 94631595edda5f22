import type { Order } from './order.ts';

/** The stores of an order's pickup and dropoff. */
export function storesOfOrder({
  pickupStoreLocationId,
  dropoffStoreLocationId,
}: Pick<Order, 'pickupStoreLocationId' | 'dropoffStoreLocationId'>): string[] {
  return [pickupStoreLocationId, dropoffStoreLocationId].filter((id) => typeof id === 'string');
}
