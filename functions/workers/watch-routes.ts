import { ROUTE_WATCHED, watchRoute } from '../../lib/fleet/execute/index.ts';
import { defineQueueWorker, serveQueueWorker } from '../../lib/platform/events/index.ts';
import { type CoreDeps, coreDeps } from '../../lib/platform/runtime/index.ts';

/** Checks routes after events and raises exceptions. */
export const worker = defineQueueWorker<CoreDeps>({
  name: 'watch-routes',
  consumes: ROUTE_WATCHED,
  timeoutSeconds: 30,
  maxConcurrency: 8,
  uses: { table: 'readWrite' },
  failureImpact:
    'Late departures, drivers in the wrong place and missed breaks are not raised as exceptions.',
  handle: watchRoute,
});

export const handler = serveQueueWorker(worker, coreDeps);
