import type { LakeSender } from '../../lib/operations/lake/index.ts';
import { type EventRecord, queueClient, sendEvents } from '../../lib/platform/events/index.ts';
import { queueVariable, requireVariable } from '../../lib/platform/runtime/index.ts';

/** The worker that writes the data lake; others send it what is due. */
export const LAKE_WRITER = 'write-lake';

/** Sends to that worker, from the environment. */
export function lakeSender(): LakeSender {
  const client = queueClient();
  return {
    toLake: (events: readonly EventRecord[], delaySeconds: number) =>
      sendEvents({ client, url: requireVariable(queueVariable(LAKE_WRITER)), delaySeconds }, events),
  };
}
