import { type CountingDeps, newInsightMemory } from '../../lib/operations/insight/index.ts';
import { coreDeps, onFirstUse } from '../../lib/platform/runtime/index.ts';
import { sendToWorker } from './send-to-worker.ts';

/** The worker that counts; others send it what is due. */
export const COUNTER = 'count-facts';

/** The dependencies of functions that ask for counts, from the environment. */
export function countingDeps(): CountingDeps {
  return {
    ...coreDeps(),
    later: (events, delaySeconds) => sendToWorker(COUNTER, events, delaySeconds),
    memory: onFirstUse(newInsightMemory),
  };
}
