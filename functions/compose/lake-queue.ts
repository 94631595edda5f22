import type { LakeSender } from '../../lib/operations/lake/index.ts';
import { sendToWorker } from './send-to-worker.ts';

/** The worker that writes the data lake; others send it what is due. */
export const LAKE_WRITER = 'write-lake';

/** Sends to that worker, from the environment. */
export function lakeSender(): LakeSender {
  return { toLake: (events, delaySeconds) => sendToWorker(LAKE_WRITER, events, delaySeconds) };
}
