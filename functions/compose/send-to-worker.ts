import { type EventRecord, queueClient, sendEvents } from '../../lib/platform/events/index.ts';
import { oncePerFunction, queueVariable, requireVariable } from '../../lib/platform/runtime/index.ts';

const queues = oncePerFunction(queueClient);

/** Sends events to a worker that takes them from its own queue. Loaded late: few requests have anything to send. */
export function sendToWorker(
  worker: string,
  events: readonly EventRecord[],
  delaySeconds: number,
): Promise<void> {
  const url = requireVariable(queueVariable(worker));
  return sendEvents({ client: queues(), url, delaySeconds }, events);
}
