import { defineQueueWorker, serveQueueWorker } from '../../lib/platform/events/index.ts';
import { type CoreDeps, coreDeps } from '../../lib/platform/runtime/index.ts';
import { replayDue, runReplay } from '../../lib/reactions/automations/index.ts';

/** Computes replays of workflows, a portion at a time. */
export const worker = defineQueueWorker<CoreDeps>({
  name: 'replay-workflows',
  consumes: [replayDue],
  maxConcurrency: 2,
  timeoutSeconds: 180,
  memoryMegabytes: 1024,
  uses: { table: 'readWrite' },
  failureImpact: 'Replays of workflows do not continue.',
  handle: runReplay,
});

export const handler = serveQueueWorker(worker, coreDeps);
