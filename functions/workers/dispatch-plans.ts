import type { DispatchDeps } from '../../lib/dispatch/index.ts';
import { defineQueueWorker, type EventRecord, serveQueueWorker } from '../../lib/events/index.ts';
import { dispatchLeftOut, ordersLeftOut } from '../../lib/planning/index.ts';
import { dispatchDueRoute, routeDispatchTimer } from '../../lib/routes/index.ts';
import { dispatchDeps } from '../dispatch-deps.ts';

/** Dispatches routes when they are due, brings interrupted dispatches to their end, and sends out what a plan left out. */
export const worker = defineQueueWorker<DispatchDeps>({
  name: 'dispatch-plans',
  consumes: [routeDispatchTimer.fired, ordersLeftOut],
  batchSize: 5,
  // Reserves little of the account's invocations: a morning's 300 routes take some minutes.
  maxConcurrency: 2,
  timeoutSeconds: 120,
  uses: { table: 'readWrite', credentials: 'read' },
  failureImpact: 'Routes that are to be dispatched by themselves stay where they are.',
  handle: (event: EventRecord, deps: DispatchDeps) =>
    event.name === ordersLeftOut.name ? dispatchLeftOut(event, deps) : dispatchDueRoute(event, deps),
});

export const handler = serveQueueWorker(worker, dispatchDeps);
