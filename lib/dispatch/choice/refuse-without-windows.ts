import type { Refusal } from '../../core/refusal.ts';
import { taskMissingTimeWindow } from '../refusals.ts';

/** A scheduled order must say when it is picked up and when it is to arrive (specification 7). */
export function refuseWithoutWindows(order: {
  readonly id: string;
  readonly deliveryMode?: string | null | undefined;
  readonly pickupStartTime?: string | null | undefined;
  readonly pickupEndTime?: string | null | undefined;
  readonly dropoffStartTime?: string | null | undefined;
  readonly dropoffEndTime?: string | null | undefined;
}): Refusal | undefined {
  if (order.deliveryMode !== 'scheduled') return undefined;
  const missing = [
    ...(order.pickupStartTime || order.pickupEndTime ? [] : ['pickupStartTime']),
    ...(order.dropoffStartTime || order.dropoffEndTime ? [] : ['dropoffEndTime']),
  ];
  if (missing.length === 0) return undefined;
  return taskMissingTimeWindow(
    `${order.id} is scheduled but lacks a time window: send ${missing.join(' and ')}, or deliveryMode "now".`,
    { id: order.id, missing },
  );
}
