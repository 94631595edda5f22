import { type DeliveryStatus, TERMINAL_DELIVERY_STATUSES } from '../core/delivery-statuses.ts';

/** True when nothing can change any more. */
export function isTerminal(status: DeliveryStatus): boolean {
  return (TERMINAL_DELIVERY_STATUSES as readonly string[]).includes(status);
}

/** From these statuses on the package is in the courier's hands: another provider cannot take it over. */
const IN_COURIERS_HANDS: ReadonlySet<DeliveryStatus> = new Set([
  'pickup_complete',
  'dropoff_enroute',
  'dropoff_arrived',
  'dropoff_complete',
  'return_in_progress',
  'return_arrived',
  'returned',
]);

/** Whether a delivery with this history had its package picked up. */
export function wasPickedUp(history: readonly { readonly status: DeliveryStatus }[]): boolean {
  return history.some(({ status }) => IN_COURIERS_HANDS.has(status));
}
