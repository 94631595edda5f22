import type { DeliveryDeps } from '../../lib/fulfilment/jobs/index.ts';
import { POLL_EVENTS, pollProvider } from '../../lib/fulfilment/provider-news/index.ts';
import { defineQueueWorker, serveQueueWorker } from '../../lib/platform/events/index.ts';
import { dispatchDeps } from '../compose/dispatch-deps.ts';

/** Asks carriers about their deliveries, above all those carriers that send no updates. */
export const worker = defineQueueWorker<DeliveryDeps>({
  name: 'poll-providers',
  consumes: POLL_EVENTS,
  batchingSeconds: 5,
  timeoutSeconds: 30,
  // A batch waits a second for carriers: `npm run bench:day`.
  maxConcurrency: 20,
  uses: { table: 'readWrite', credentials: 'read' },
  failureImpact: 'Deliveries of carriers that send no messages are not updated.',
  handle: pollProvider,
});

export const handler = serveQueueWorker(worker, dispatchDeps);
