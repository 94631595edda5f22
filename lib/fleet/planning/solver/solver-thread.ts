import { parentPort, workerData } from 'node:worker_threads';
import { defineProblem, solve } from '../../../engines/optimization/index.ts';
import type { SolverAnswer, SolverTask } from './solver-task.ts';

const { input, seed, timeLimitMs } = workerData as SolverTask;
const say = (answer: SolverAnswer) => parentPort?.postMessage(answer);
try {
  say({ solution: await solve(defineProblem(input), { seed, timeLimitMs }) });
} catch (error) {
  say({ failure: error instanceof Error ? error.message : String(error) });
}
