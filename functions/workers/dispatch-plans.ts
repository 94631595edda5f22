import { dispatchLeftOut, ordersLeftOut } from '../../lib/fleet/planning/index.ts';
import {
  dispatchDueRoute,
  dispatchPendingRoutes,
  routeDispatchTimer,
  routesDispatchDue,
} from '../../lib/fleet/routes/index.ts';
import type { DispatchDeps } from '../../lib/fulfilment/dispatch/index.ts';
import { defineQueueWorker, type EventRecord, serveQueueWorker } from '../../lib/platform/events/index.ts';
import { dispatchDeps } from '../compose/dispatch-deps.ts';

/**
 * Dispatches routes when they are due or when a request left them over, finishes interrupted dispatches, and dispatches
 * orders that a plan left out.
 */
export const worker = defineQueueWorker<DispatchDeps>({
  name: 'dispatch-plans',
  consumes: [routeDispatchTimer.fired, routesDispatchDue, ordersLeftOut],
  batchSize: 5,
  // Reserves little of the account's concurrency: a morning's 300 routes take some minutes.
  maxConcurrency: 2,
  timeoutSeconds: 120,
  uses: { table: 'readWrite', credentials: 'read' },
  failureImpact:
    'Routes that are due for dispatch, and those left over by a request for many, are not dispatched.',
  handle(deps: DispatchDeps, event: EventRecord) {
    if (event.name === ordersLeftOut.name) return dispatchLeftOut(deps, event);
    if (event.name === routesDispatchDue.name) return dispatchPendingRoutes(deps, event);
    return dispatchDueRoute(deps, event);
  },
});

export const handler = serveQueueWorker(worker, dispatchDeps);
