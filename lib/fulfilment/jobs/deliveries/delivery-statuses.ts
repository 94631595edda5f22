import { type DeliveryStatus, TERMINAL_DELIVERY_STATUSES } from '../../../engines/vocabulary/index.ts';
import type { Delivery } from './delivery.ts';

/** True when nothing can change any more. */
export function isTerminal(status: DeliveryStatus): boolean {
  return (TERMINAL_DELIVERY_STATUSES as readonly string[]).includes(status);
}

/** From these statuses on the courier has the package: another provider cannot take it over. */
const IN_COURIERS_HANDS: ReadonlySet<DeliveryStatus> = new Set([
  'pickup_complete',
  'dropoff_enroute',
  'dropoff_arrived',
  'dropoff_complete',
  'return_in_progress',
  'return_arrived',
  'returned',
]);

/** Whether a courier had the package of a delivery, even if that was reported late. */
export function wasPickedUp(delivery: Pick<Delivery, 'statusHistory' | 'lateStatuses'> | undefined): boolean {
  const reached = [...(delivery?.statusHistory ?? []), ...(delivery?.lateStatuses ?? [])];
  return reached.some(({ status }) => IN_COURIERS_HANDS.has(status));
}
