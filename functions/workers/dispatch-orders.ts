import {
  DUE_ORDER_EVENTS,
  type DueDispatchDeps,
  dispatchDueOrder,
} from '../../lib/fulfilment/dispatch/index.ts';
import { defineQueueWorker, serveQueueWorker } from '../../lib/platform/events/index.ts';
import { unansweredRuns } from '../../lib/reactions/automations/index.ts';
import { dispatchDeps } from '../compose/dispatch-deps.ts';

/** Dispatches orders whose strategy says so: at once, or when a scheduled one reaches its lead time. */
export const worker = defineQueueWorker<DueDispatchDeps>({
  name: 'dispatch-orders',
  consumes: DUE_ORDER_EVENTS,
  timeoutSeconds: 60,
  maxConcurrency: 50,
  uses: { table: 'readWrite', credentials: 'read' },
  failureImpact: 'Orders due for automatic dispatch are not dispatched.',
  handle: dispatchDueOrder,
});

export const handler = serveQueueWorker(worker, () => {
  const deps = dispatchDeps();
  return { ...deps, unansweredRuns: (...asked) => unansweredRuns(deps.table, ...asked) };
});
