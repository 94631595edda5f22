import { Worker } from 'node:worker_threads';
import type { SolverTask } from './solver-task.ts';

/** Starts a thread that solves one problem, without an environment. The build embeds the thread's program here. */
export function startSolver(workerData: SolverTask): Worker {
  return new Worker(new URL('./solver-thread.ts', import.meta.url), { workerData, env: {} });
}
