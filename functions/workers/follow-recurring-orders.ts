import type { OrderDeps } from '../../lib/ordering/orders/index.ts';
import { followRecurringOrder, recurringTimer } from '../../lib/ordering/recurring/index.ts';
import { defineQueueWorker, serveQueueWorker } from '../../lib/platform/events/index.ts';
import { orderDeps } from '../api/orders/deps.ts';

/** Creates the orders of recurring orders ahead of their days, and lets them follow when these change. */
export const worker = defineQueueWorker<OrderDeps>({
  name: 'follow-recurring-orders',
  consumes: [recurringTimer.fired],
  maxConcurrency: 2,
  timeoutSeconds: 120,
  uses: { table: 'readWrite', geocodes: true },
  failureImpact: 'Orders of recurring orders are not created, or do not follow when these change.',
  handle: followRecurringOrder,
});

export const handler = serveQueueWorker(worker, orderDeps);
