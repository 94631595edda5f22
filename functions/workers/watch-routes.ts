import { defineQueueWorker, serveQueueWorker } from '../../lib/events/index.ts';
import { ROUTE_WATCHED, watchRoute } from '../../lib/execute/index.ts';
import { type CoreDeps, coreDeps } from '../../lib/runtime/index.ts';

/** Checks routes after events and raises exceptions. */
export const worker = defineQueueWorker<CoreDeps>({
  name: 'watch-routes',
  consumes: ROUTE_WATCHED,
  timeoutSeconds: 30,
  maxConcurrency: 10,
  uses: { table: 'readWrite' },
  failureImpact:
    'Late departures, drivers in the wrong place and missed breaks are not raised as exceptions.',
  handle: watchRoute,
});

export const handler = serveQueueWorker(worker, coreDeps);
