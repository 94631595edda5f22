import { type CountingDeps, count } from '../../lib/operations/insight/index.ts';
import { askForLateHour, type LakeSender } from '../../lib/operations/lake/index.ts';
import { defineQueueWorker, serveQueueWorker } from '../../lib/platform/events/index.ts';
import { COUNTER, countingDeps } from '../compose/insight-queue.ts';
import { LAKE_WRITER, lakeSender } from '../compose/lake-queue.ts';

/** Adds up the recorded facts of a minute, and the minutes of a day that has ended. */
export const worker = defineQueueWorker<CountingDeps & LakeSender>({
  name: COUNTER,
  consumes: [],
  batchingSeconds: 5,
  timeoutSeconds: 300,
  memoryMegabytes: 1024,
  uses: { table: 'readWrite', sends: [COUNTER, LAKE_WRITER] },
  failureImpact: 'Numbers of insight are older than a minute.',
  async handle(deps, event) {
    await count(deps, event);
    await askForLateHour(deps, event);
  },
});

export const handler = serveQueueWorker(worker, () => ({ ...countingDeps(), ...lakeSender() }));
