import { Worker } from 'node:worker_threads';
import type { ThreadTask } from './sandbox-limits.ts';

/** Starts a thread that runs one block of code, without an environment. The build embeds the thread's program here. */
export function startThread(workerData: ThreadTask): Worker {
  return new Worker(new URL('./sandbox-thread.ts', import.meta.url), { workerData, env: {} });
}
