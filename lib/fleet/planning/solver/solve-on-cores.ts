import {
  defineProblem,
  type Problem,
  type ProblemInput,
  type Solution,
  type SolveOptions,
  solve,
} from '../../../engines/optimization/index.ts';
import type { Log } from '../../../platform/core/log.ts';
import type { SolverAnswer, SolverTask } from './solver-task.ts';
import { startSolver } from './start-solver.ts';

/** Memory for which Lambda gives a function one more processor. Megabytes. */
export const MEGABYTES_OF_CORE = 1_769;

/** Processors of a function with so much memory. */
export function coresOf(memoryMegabytes: string | undefined): number {
  return Math.max(1, Math.floor(Number(memoryMegabytes ?? 0) / MEGABYTES_OF_CORE));
}

/**
 * Solves a problem on every processor: one search in this thread, which reports, and one with its own seed in a thread
 * for each further processor; the best plan wins. If a thread fails, only its plan is lost. With a number of iterations
 * instead of a time limit there is a single search, which is the same on every machine.
 */
export async function solveOnCores(
  { cores, log }: { readonly cores: number; readonly log: Pick<Log, 'info'> },
  input: ProblemInput,
  options: SolveOptions,
): Promise<Solution> {
  const problem = defineProblem(input);
  const { seed = 1, timeLimitMs, iterations, signal } = options;
  const others =
    iterations !== undefined || timeLimitMs === undefined
      ? []
      : Array.from({ length: cores - 1 }, (_, index) =>
          solvedApart({ input, seed: seed + 1 + index, timeLimitMs }, signal),
        );
  const own = await solve(problem, options);
  const answers = signal?.aborted ? [] : await Promise.all(others);
  const solutions = [own];
  for (const answer of answers) {
    if ('solution' in answer) solutions.push(answer.solution);
    else log.info('planning.thread-failed', 'A thread of the solver failed.', { reason: answer.failure });
  }
  const best = solutions.reduce((some, other) => (isBetter(problem, other, some) ? other : some));
  const tried = solutions.reduce((sum, { statistics }) => sum + statistics.iterations, 0);
  return { ...best, statistics: { ...best.statistics, iterations: tried } };
}

/** The answer of a thread. It ends when the signal aborts, and never throws. */
function solvedApart(task: SolverTask, signal: AbortSignal | undefined): Promise<SolverAnswer> {
  return new Promise<SolverAnswer>((resolve, reject) => {
    const thread = startSolver(task);
    const end = (answer: SolverAnswer) => {
      resolve(answer);
      signal?.removeEventListener('abort', abort);
      void thread.terminate();
    };
    const abort = () => end({ failure: 'The search was cancelled.' });
    signal?.addEventListener('abort', abort);
    thread.once('message', end);
    thread.once('error', reject);
    thread.once('exit', (code) => end({ failure: `The thread ended with code ${code}.` }));
  }).catch((error: unknown) => ({ failure: error instanceof Error ? error.message : String(error) }));
}

/** A plan is better when it leaves out fewer orders, high priorities first, and then when it is cheaper. */
function isBetter({ jobs }: Problem, one: Solution, other: Solution): boolean {
  const required = jobs.filter(({ leaveOutCents }) => leaveOutCents === undefined);
  const priorityOf = new Map(required.map(({ id, priority }) => [id, priority]));
  const left = ({ unassigned }: Solution, priority: number) =>
    unassigned.filter(({ job }) => priorityOf.get(job) === priority).length;
  for (const priority of [3, 2, 1, 0]) {
    const difference = left(one, priority) - left(other, priority);
    if (difference !== 0) return difference < 0;
  }
  return one.costs.total < other.costs.total;
}
