import { type DispatchDeps, HANDOVER_EVENTS, superviseTask } from '../../lib/fulfilment/dispatch/index.ts';
import { defineQueueWorker, serveQueueWorker } from '../../lib/platform/events/index.ts';
import { dispatchDeps } from '../compose/dispatch-deps.ts';

/** Brings tasks to their providers, back from them, and on to the next provider. */
export const worker = defineQueueWorker<DispatchDeps>({
  name: 'attempt-dispatch',
  consumes: HANDOVER_EVENTS,
  timeoutSeconds: 60,
  maxConcurrency: 50,
  uses: { table: 'readWrite', credentials: 'read' },
  failureImpact: 'Dispatched orders do not reach their providers, and cancelled ones stay with them.',
  handle: superviseTask,
});

export const handler = serveQueueWorker(worker, dispatchDeps);
