import { OUTCOME_EVENTS, recordOutcome } from '../../lib/fulfilment/dispatch/index.ts';
import { defineQueueWorker, serveQueueWorker } from '../../lib/platform/events/index.ts';
import { type CoreDeps, coreDeps } from '../../lib/platform/runtime/index.ts';

/** Counts how attempts ended, so that strategies can prefer the most reliable provider. */
export const worker = defineQueueWorker<CoreDeps>({
  name: 'record-outcomes',
  consumes: OUTCOME_EVENTS,
  batchingSeconds: 5,
  timeoutSeconds: 30,
  uses: { table: 'readWrite' },
  failureImpact: 'Strategies choose the most reliable provider by older records. There is no other effect.',
  handle: recordOutcome,
});

export const handler = serveQueueWorker(worker, coreDeps);
