import type { OrderDeps } from '../../lib/ordering/orders/index.ts';
import { orderArchived, orderCanceled } from '../../lib/ordering/orders/index.ts';
import { FOLLOWING_EVENTS, type FollowingDeps, followWindow } from '../../lib/ordering/windows/index.ts';
import { defineQueueWorker, serveQueueWorker } from '../../lib/platform/events/index.ts';
import { orderDeps } from '../api/orders/deps.ts';
import { lapseBooking, reassessOrder } from '../compose/booking-steps.ts';

/** How orders change when windows change. */
export function followingDeps(deps: OrderDeps): FollowingDeps {
  return {
    ...deps,
    reassess: (table, organizationId, orderId) => reassessOrder({ ...deps, table }, organizationId, orderId),
    lapse: (table, organizationId, orderId, key) =>
      lapseBooking({ ...deps, table }, organizationId, orderId, key),
  };
}

/**
 * Moves bookings together with their windows, and releases the places of bookings that lapsed or whose order is
 * archived or canceled.
 */
export const worker = defineQueueWorker<FollowingDeps>({
  name: 'follow-windows',
  consumes: [...FOLLOWING_EVENTS, orderArchived, orderCanceled],
  maxConcurrency: 2,
  timeoutSeconds: 60,
  uses: { table: 'readWrite', geocodes: true },
  failureImpact:
    'Places in delivery windows are not released, and orders keep the times of windows that moved.',
  handle: (deps, event) =>
    event.name === orderArchived.name || event.name === orderCanceled.name
      ? deps.lapse(deps.table, event.organizationId, event.aggregateId)
      : followWindow(deps, event),
});

export const handler = serveQueueWorker(worker, () => followingDeps(orderDeps()));
