import { type CountingDeps, count } from '../../lib/operations/insight/index.ts';
import { defineQueueWorker, serveQueueWorker } from '../../lib/platform/events/index.ts';
import { COUNTER, countingDeps } from '../compose/insight-queue.ts';

/** Adds up the recorded facts of a minute, and the minutes of a day that has ended. */
export const worker = defineQueueWorker<CountingDeps>({
  name: COUNTER,
  consumes: [],
  batchingSeconds: 5,
  timeoutSeconds: 300,
  memoryMegabytes: 1024,
  uses: { table: 'readWrite', sends: [COUNTER] },
  failureImpact: 'Numbers of insight are older than a minute.',
  handle: count,
});

export const handler = serveQueueWorker(worker, countingDeps);
