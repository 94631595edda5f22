import { type CountingDeps, newInsightMemory } from '../../lib/operations/insight/index.ts';
import { type EventRecord, queueClient, sendEvents } from '../../lib/platform/events/index.ts';
import { coreDeps, onFirstUse, queueVariable, requireVariable } from '../../lib/platform/runtime/index.ts';

/** The worker that counts; others send it what is due. */
export const COUNTER = 'count-facts';

/** The dependencies of functions that ask for counts, from the environment. */
export function countingDeps(): CountingDeps {
  const client = queueClient();
  return {
    ...coreDeps(),
    later: (events: readonly EventRecord[], delaySeconds: number) =>
      sendEvents({ client, url: requireVariable(queueVariable(COUNTER)), delaySeconds }, events),
    memory: onFirstUse(newInsightMemory),
  };
}
