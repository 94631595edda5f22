import type { DeliveryStatus } from '../../../engines/vocabulary/index.ts';
import type { Operation } from '../../../platform/table/index.ts';
import { recordDelivery } from '../events.ts';
import type { Windows } from './assess-health.ts';
import type { Delivery } from './delivery.ts';
import { isTerminal } from './delivery-statuses.ts';
import { healthEvents, nextHealth } from './next-health.ts';

/** A delivery that reaches these statuses one after the other, each at its time; the caller sets its `updatedAt`. */
export function withStatuses(
  delivery: Delivery,
  through: readonly DeliveryStatus[],
  instants: readonly string[],
): Delivery {
  return {
    ...delivery,
    status: through.at(-1) ?? delivery.status,
    statusHistory: [
      ...delivery.statusHistory,
      ...through.map((status, index) => ({ created_at: instants[index]!, status })),
    ],
  };
}

/**
 * A delivery that its organization or the service ended, and its event. The write of the delivery is part of
 * the change of its job. A delivery that has ended stays as it is (contract-facts 3.2), without an event.
 */
export function endDelivery(
  delivery: Delivery,
  status: DeliveryStatus,
  windows: Windows,
  at: string,
): { readonly delivery: Delivery; readonly events: readonly Operation[] } {
  if (isTerminal(delivery.status)) return { delivery, events: [] };
  const moved = { ...withStatuses(delivery, [status], [at]), updatedAt: at };
  const ended = { ...moved, health: nextHealth(moved, windows, Date.parse(at)) };
  const cause = ended.statusHistory.length;
  return {
    delivery: ended,
    events: [recordDelivery(ended, at), ...healthEvents(delivery.health, ended, cause)],
  };
}
