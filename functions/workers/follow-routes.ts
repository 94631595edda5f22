import {
  followDeliveries,
  followOrder,
  ROUTE_FOLLOWS,
  ROUTE_ORDERS_FOLLOWED,
  recoverChange,
  routeChangeTimer,
} from '../../lib/fleet/routes/index.ts';
import { defineQueueWorker, type EventRecord, serveQueueWorker } from '../../lib/platform/events/index.ts';
import { type CoreDeps, coreDeps } from '../../lib/platform/runtime/index.ts';

/**
 * Updates routes after changes of their orders, providers' updates of deliveries and orders that leave dispatch, and
 * undoes interrupted changes.
 */
export const worker = defineQueueWorker<CoreDeps>({
  name: 'follow-routes',
  consumes: [...ROUTE_FOLLOWS, ...ROUTE_ORDERS_FOLLOWED, routeChangeTimer.fired],
  timeoutSeconds: 30,
  uses: { table: 'readWrite' },
  failureImpact: 'Stops of dispatched routes are not updated when their deliveries progress.',
  handle(deps: CoreDeps, event: EventRecord) {
    if (event.name === routeChangeTimer.fired.name) return recoverChange(deps, event);
    return isOfOrder(event) ? followOrder(deps, event) : followDeliveries(deps, event);
  },
});

/** Whether an order itself changed. */
function isOfOrder({ name }: EventRecord): boolean {
  return ROUTE_ORDERS_FOLLOWED.some((kind) => kind.name === name);
}

export const handler = serveQueueWorker(worker, coreDeps);
