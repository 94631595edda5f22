import { COUNTED_EVENTS, type CountingDeps, recordFacts } from '../../lib/operations/insight/index.ts';
import { defineQueueWorker, serveQueueWorker } from '../../lib/platform/events/index.ts';
import { COUNTER, countingDeps } from '../compose/insight-queue.ts';

/** Records what happened to orders, attempts, incidents and refunds, for the numbers of insight. */
export const worker = defineQueueWorker<CountingDeps>({
  name: 'record-facts',
  consumes: COUNTED_EVENTS,
  batchingSeconds: 5,
  timeoutSeconds: 30,
  uses: { table: 'readWrite', sends: [COUNTER] },
  failureImpact: 'Numbers of insight leave out what happened meanwhile, until it is handled again.',
  handle: recordFacts,
});

export const handler = serveQueueWorker(worker, countingDeps);
