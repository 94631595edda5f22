import type { DispatchDeps } from '../../lib/fulfilment/dispatch/index.ts';
import { invoiceCheck, reviewDue, runReview, whatIf } from '../../lib/operations/reviews/index.ts';
import { defineQueueWorker, serveQueueWorker } from '../../lib/platform/events/index.ts';
import { dispatchDeps } from '../compose/dispatch-deps.ts';

/** Goes through past deliveries, a portion at a time: what other rules would have chosen, and whether invoices are right. */
export const worker = defineQueueWorker<DispatchDeps>({
  name: 'review-deliveries',
  consumes: [reviewDue],
  maxConcurrency: 2,
  timeoutSeconds: 180,
  memoryMegabytes: 1024,
  uses: { table: 'readWrite', credentials: 'read' },
  failureImpact: 'What-ifs over past deliveries, and checks of invoices, do not continue.',
  handle: (deps, record) => runReview(deps, [whatIf, invoiceCheck], record),
});

export const handler = serveQueueWorker(worker, dispatchDeps);
